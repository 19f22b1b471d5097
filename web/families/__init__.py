"""The page's views of positions by game family, and the list of games."""
