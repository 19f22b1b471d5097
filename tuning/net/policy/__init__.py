"""The policy: a net that orders the moves, trained apart from the value."""
