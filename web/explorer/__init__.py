"""The opening explorer: what was played in each position of saved and of imported games."""
