"""Record formats of the five-in-a-row family."""
