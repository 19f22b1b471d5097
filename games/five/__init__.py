"""The five-in-a-row family: rules, positions, points, diagrams, symmetries, perft."""
