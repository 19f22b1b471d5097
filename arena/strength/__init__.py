"""Statistics of matches: scores, pairs, Elo, sequential tests."""
