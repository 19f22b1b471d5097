"""Import and export of games as files."""
