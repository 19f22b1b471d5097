"""Engine processes, and their tasks: moves, analyses, reviews."""
