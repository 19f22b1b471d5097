"""Contestants: the engine, its levels, simple players, other checkouts."""
