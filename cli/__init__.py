"""The `pente` command: thin, one file per group of commands.

This room reads options and prints answers; what it prints is computed below it.
"""
