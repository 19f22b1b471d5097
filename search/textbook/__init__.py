"""Textbook minimax and alpha-beta, and their comparison with the engine."""
