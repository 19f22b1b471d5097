"""Boards without captures on which few fives, or none, can still be made."""

from __future__ import annotations

import random

import pytest

from games.five.position import FivePosition
from games.five.rules import PRESETS
from games.rules import EMPTY
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.reference.net import ReadableNet
from search.reference.static import live_lines
from search.weights import Weights
from search.weights.file import shipped_weights
from tests.conformance.net_games import KERNELS
from tests.conformance.test_five_kernel import compare_plain_search
from tests.families import plain_search

GAMES = ("gomoku-15", "gomoku-19", "standard-15")


def woven(game: str, stones: int, seed: int) -> FivePosition:
    """A position with this many stones, equally many of each side, on places of a woven pattern.

    No two neighbours of a line are followed by a third of the same side:

        x x o o x x o o        Nobody makes five on the full board, in no direction. The fewer
        o o x x o o x x        places are filled, the more lines are live.
        x x o o x x o o
    """
    rules = PRESETS[game]
    points = [*range(rules.size**2)]
    random.Random(seed).shuffle(points)
    sides = [(2 * (point // rules.size) + point % rules.size) % 4 // 2 for point in points]
    cells = [EMPTY] * rules.size**2
    for side in (0, 1):
        own = [point for point, other in zip(points, sides, strict=True) if other == side]
        for point in own[: stones // 2]:
            cells[point] = 1 + side
    return FivePosition(rules, cells)


@pytest.mark.parametrize("game", GAMES)
def test_a_net_is_worth_less_the_fewer_lines_are_live(game: str) -> None:
    """Kernel and readable net agree; the value is none once the side ahead has no room."""
    weights = shipped_weights(PRESETS[game])
    assert weights.net is not None
    readable = ReadableNet(weights.net)
    values = []
    for module in KERNELS:
        kernel = open_search(PRESETS[game], weights, module)
        for free in (9, 60, 80, 100, 120, 150):
            position = woven(game, PRESETS[game].size ** 2 - free, free)
            set_position(kernel, position)
            value = kernel.evaluate()
            assert value == readable.evaluate(position)
            room = max(live_lines(position, side) for side in (0, 1)) - 60
            assert value == 0 or room > 0
            values.append(value)
    assert 0 in values
    assert len(set(values)) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_board_without_a_live_line_is_drawn(game: str) -> None:
    """Kernel and reference value each move at 0; the engine says so at any depth, and moves."""
    position = woven(game, PRESETS[game].size ** 2 - 7, 1)
    assert not live_lines(position, 0) + live_lines(position, 1)
    compare_plain_search(position, 2)
    assert plain_search(position, Weights(), 2).score == 0
    with Engine(position.rules) as engine:
        result = engine.search(position, Limits(nodes=3000))
    assert result.score == 0
    assert position.cells[result.best] == EMPTY
    assert result.nodes < 3000
