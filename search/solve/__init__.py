"""Proofs of forced wins, each checked by the readable rules."""
