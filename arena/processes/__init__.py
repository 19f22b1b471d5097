"""Starts, limits, measures and ends programs with all their child processes."""
