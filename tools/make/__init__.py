"""Commands that make files in `data/` and pictures in `docs/`."""
