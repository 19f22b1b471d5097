"""Gipf in the engine: its compiled kernel and forced wins at the root."""
