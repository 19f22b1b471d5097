"""Record formats of Gipf."""
