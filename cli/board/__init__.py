"""The board in the browser: the commands that serve it, and its games as lines of JSON."""
