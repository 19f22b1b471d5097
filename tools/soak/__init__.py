"""Disturbs the program with random faults, and checks what must always hold."""
