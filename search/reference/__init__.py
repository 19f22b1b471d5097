"""Values in plain Python, computed from scratch: the compiled kernel must agree with them."""
