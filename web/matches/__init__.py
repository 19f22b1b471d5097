"""Matches between engines in the page: the games of `arena.match`, played by the page's engines."""
