"""One interface to all games, with an implementation for each family."""
