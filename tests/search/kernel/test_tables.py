"""The generated tables of the kernels, and windows that no line can enter."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.five.rules import PRESETS
from search.five.native import open_search, set_position
from search.kernel import five_tables as tables
from search.kernel import gipf_tables
from search.score import lost_in, win_in
from search.weights import Weights
from tests.strategies import random_position


@pytest.fixture(scope="module")
def free() -> tuple[list[int], list[tables.Meaning]]:
    """All windows of nine cells, five or more winning."""
    return tables.meanings(4, exactly_five=False)


HEADERS = Path(tables.__file__).parent / "generated"


def test_tables_that_are_built_in_are_what_the_generator_makes(
    free: tuple[list[int], list[tables.Meaning]],
) -> None:
    """The generated headers are up to date; of the larger one only a part is made here."""
    assert (HEADERS / "gipf_tables.h").read_text("ascii") == gipf_tables.header()
    part = "\n".join(tables._rows("free_meaning_parts", free[1]))
    assert part in (HEADERS / "five_tables.h").read_text("ascii")


@pytest.mark.nightly
def test_the_whole_table_that_is_built_in_is_what_the_generator_makes() -> None:
    """The header of a million windows is up to date."""
    assert (HEADERS / "five_tables.h").read_text("ascii") == tables.header()


DEPTH = 6


@pytest.mark.parametrize("game", ["pente", "gomoku-15"])
@pytest.mark.parametrize(("alpha", "beta"), [(win_in(3), win_in(1)), (lost_in(2), lost_in(2) + 1)])
def test_window_that_no_line_can_enter_costs_a_node_for_each_move(
    game: str, alpha: int, beta: int
) -> None:
    """Nothing beats a win in three turns but a win at once, or is worse than the soonest loss."""
    rules, looked_at = PRESETS[game], 0
    for seed in range(20):
        search = open_search(rules, Weights())
        set_position(search, random_position(rules, seed=seed, turns=8 + seed))
        if search.wins_at_once() or search.must_answer():
            continue
        search.begin(selective=True)
        search.iterate(DEPTH, alpha, beta)
        assert search.nodes <= 1 + len(search.candidates())
        looked_at += 1
    assert looked_at > 5
