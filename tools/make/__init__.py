"""Commands that write files in `data/` and `docs/`."""
