"""The verdicts of a solver on a forced win, for every family of games."""

PROVED = "proved"
REFUTED = "refuted"  # no such win exists within the length searched
UNDECIDED = "undecided"  # a limit was reached
