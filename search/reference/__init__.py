"""The readable searcher: plain Python that the compiled kernel must agree with."""
