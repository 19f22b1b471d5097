"""Wheels for all systems, made on one Linux machine: the command is in `__main__`."""
