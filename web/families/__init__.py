"""What the page shows of each game family: views of positions, and the list of games."""
