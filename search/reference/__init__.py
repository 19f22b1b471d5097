"""The reference search: plain Python that the compiled kernel must agree with."""
