"""What the engine needs of Gipf: its compiled kernel and forced wins at the root."""
