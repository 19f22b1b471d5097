"""`pente soak` disturbs the program with random faults and checks laws: what must always hold."""
