"""The command that makes learned evaluations."""
