"""The board and the engine as a folder of static files: the command is in `__main__`."""
