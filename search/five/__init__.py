"""The five-in-a-row family in the engine: its compiled kernel and forced wins at the root."""
