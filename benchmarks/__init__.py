"""Speed measurements, one command each: `python -m benchmarks.NAME`."""
