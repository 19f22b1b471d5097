"""A brain of the Gomocup protocol: our engine behind standard input and output."""
