"""Timings and ratios, one command each: `python -m benchmarks.NAME`."""
