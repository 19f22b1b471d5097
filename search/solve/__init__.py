"""Proofs of forced wins, each confirmed by the readable rules."""
