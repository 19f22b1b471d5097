"""Parallel search: several processes share one tree."""
