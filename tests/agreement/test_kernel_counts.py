"""Perft by the kernel on every line of `data/perft`, of any depth."""

from __future__ import annotations

import pytest

from games.five.perft import PerftCount
from games.five.position import Position
from games.five.rules import rules_named
from search.five.native import open_search, set_position
from search.weights import Weights
from tests.games.five.make_perft import PRESETS as FILES
from tests.games.five.make_perft import Case, load_cases, load_pente_cases

CASES = [*load_pente_cases(), *(case for name in FILES for case in load_cases(name))]


def kernel_perft(position: Position, depth: int) -> PerftCount:
    """Return the kernel's counts."""
    search = open_search(position.rules, Weights())
    set_position(search, position)
    return PerftCount(*search.perft(depth))


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_kernel_counts_what_the_files_give(case: Case) -> None:
    """The kernel counts every line of the files, up to 42.9 million leaves."""
    assert kernel_perft(case.position, case.depth) == case.count


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 1), (2, 360), (3, 120_624)])
def test_kernel_counts_the_empty_pente_board(depth: int, leaves: int) -> None:
    """White has only the centre, then Black any other point, then White keeps the distance."""
    assert kernel_perft(Position(rules_named("pente")), depth) == PerftCount(leaves)
