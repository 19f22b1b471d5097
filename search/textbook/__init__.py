"""Minimax and alpha-beta as the textbooks have them, and their comparison with the engine."""
