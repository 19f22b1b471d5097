"""Developer commands: make data files, fit constants, run long trials."""
