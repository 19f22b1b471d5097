"""What the page shows of each game family: views, words, texts of moves."""
