"""Whether an agent keeps the file harness's rules."""
