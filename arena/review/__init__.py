"""Reviews of games: which moves are mistakes, how accurately a side played."""
