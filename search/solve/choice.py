"""The solver of a game, by its family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules import GIPF_FAMILY
from search.solve.five_solver import Solver
from search.solve.gipf_solver import GipfSolver

if TYPE_CHECKING:
    from games.family import AnyRules
    from search.solve.solver import KernelSolver


def solver_of(rules: AnyRules) -> KernelSolver:
    """A solver for these rules. Raises KernelMissing."""
    return GipfSolver(rules) if rules.family == GIPF_FAMILY else Solver(rules)  # type: ignore[arg-type]  # the family says the class
