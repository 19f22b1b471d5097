"""The Gomocup brain for Windows in one file: the command is in `__main__`."""
