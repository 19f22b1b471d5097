"""The solver of a game, by its family: the only module that lists the solvers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.rules import FIVE_FAMILY, GIPF_FAMILY
from search.errors import NoSolver
from search.solve.five_solver import Solver
from search.solve.gipf_solver import GipfSolver

if TYPE_CHECKING:
    from games.family import AnyRules
    from search.solve.solver import KernelSolver

_SOLVERS: dict[str, Any] = {FIVE_FAMILY: Solver, GIPF_FAMILY: GipfSolver}


def solver_of(rules: AnyRules) -> KernelSolver:
    """A solver for these rules. Raises NoSolver, KernelMissing."""
    if rules.family not in _SOLVERS:
        known = ", ".join(_SOLVERS)
        raise NoSolver(f"{rules.name} has no solver; the families {known} have one")
    solver: KernelSolver = _SOLVERS[rules.family](rules)
    return solver
