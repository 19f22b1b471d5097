"""The kernel for other machines, compiled on this one: the command is in `__main__`."""
