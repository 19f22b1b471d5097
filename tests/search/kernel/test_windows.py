"""A search does not look below a node whose soonest win or loss lies outside its window."""

from __future__ import annotations

import pytest

from games.five.rules import PRESETS
from search.five.native import open_search, set_position
from search.score import lost_in, win_in
from search.weights import Weights
from tests.strategies import random_position

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
