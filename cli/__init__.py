"""The `pente` command, one file per group of commands.

This package only reads options and prints answers; the packages below it compute them.
"""
