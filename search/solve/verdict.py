"""What a solver can say of a forced win, in every family of games."""

PROVED = "proved"
REFUTED = "refuted"  # no such win exists within what the solver was asked to look at
UNDECIDED = "undecided"  # a limit was reached
