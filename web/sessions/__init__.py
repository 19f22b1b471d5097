"""Open games: tree, clocks, saved form, store."""
