"""Commands for developers: they make data, fit numbers, run long trials."""
