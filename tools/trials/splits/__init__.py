"""A model of the split points of the parallel search, and its exhaustive check."""
