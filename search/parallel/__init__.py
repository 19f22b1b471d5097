"""Several processes that search one tree."""
