"""The search in plain Python that plays where no compiled kernel was built."""
