"""Games of self-play: how they are played, kept and distributed."""
