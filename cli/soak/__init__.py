"""`pente soak`: random faults over the parts of the program, and laws that have to hold."""
