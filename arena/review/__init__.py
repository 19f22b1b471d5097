"""Reviews of games: the engine's opinion of every move, mistakes, accuracy."""
