"""Five in a row for the engine: its compiled kernel, and forced wins at the root."""
