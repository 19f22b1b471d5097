"""The commands of the engine: analysis, proofs, counts, the bench, the Gomocup protocol."""
