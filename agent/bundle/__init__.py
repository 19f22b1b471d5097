"""A hand-in for the file harness: a folder, or one file, with everything that a move needs.

`modules` finds the modules, `contents` makes the contents, `target` writes them.
"""
