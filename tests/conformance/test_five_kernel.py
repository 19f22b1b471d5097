"""The compiled five in a row beyond every family's laws: wins, keys, order, deeper searches."""

from __future__ import annotations

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import format_position
from games.five.position import CAPTURES, FIVE, FivePosition
from games.five.rules import PRESETS
from search.five.native import open_search
from search.pure.game import PlainGame
from search.weights import Weights
from tests.conditions import met, often
from tests.families import five_kernel as kernel_at
from tests.families import plain_search
from tests.strategies import (
    last_positions,
    positions,
    presets,
    random_position,
    rules_records,
)

ANY_RULES = st.one_of(presets(), rules_records())
BOUND = st.sampled_from([rules for rules in PRESETS.values() if rules.opening_distance])


@often(bound=6, won=3, quiet=7, by_captures=3)
@given(
    position=positions(ANY_RULES) | positions(BOUND, max_turns=3) | last_positions(ANY_RULES),
    near=st.booleans(),
)
def test_win_at_once_is_a_move_that_ends_the_game(position: FivePosition, near: bool) -> None:  # noqa: FBT001
    """The kernel returns exactly the points that win by the rules.

    It returns wins by captures only if two rays together may win; the search finds the others. So
    does the board in Python.
    """
    captured, lengths = position.captured_stones, position.rules.capture_lengths
    if near and lengths:  # a single capture wins
        fewest = position.rules.captured_stones_to_win - min(lengths)
        captured[position.side] = max(captured[position.side], fewest)
    search, board = kernel_at(position), PlainGame(position, Weights())
    winning, by_two_rays = [], 2 * max(position.rules.capture_lengths, default=0)
    needed = position.rules.captured_stones_to_win - position.captured_stones[position.side]
    for point in position.legal_moves():
        position.play(point)
        outcome = position.outcome
        if outcome is not None and outcome.winner is not None:
            winning += [point] if outcome.termination == FIVE or needed <= by_two_rays else []
            if outcome.termination == CAPTURES:
                met("by_captures")
        position.undo()
    assert board.can_win(board.side) == search.wins_at_once()
    bound = position.rules.opening_distance and position.side == 0
    if bound and position.stones_placed(0) < 2:
        met("bound")
        assert not search.wins_at_once()
        assert not board.winning_points(0)
    else:
        met("won" if winning else "quiet")
        assert search.wins_at_once() == bool(winning)
        assert not winning or search.winning_points() == winning
        assert board.winning_points(board.side) == winning


def test_wrong_input_is_refused() -> None:
    """Impossible cells, sides, captured stones and points raise ValueError."""
    search = kernel_at(FivePosition(PRESETS["pente"]))
    for named, cells, side, captured in (
        ("expected 361", bytes(360), 0, 0),
        ("side 2", bytes(361), 2, 0),
        ("captured stones", bytes(361), 0, 41),
    ):
        with pytest.raises(ValueError, match=named):
            search.set_position(cells, side, captured, 0)
    search.play(180)
    for point in (180, 361):
        with pytest.raises(ValueError, match=f"point {point}"):
            search.play(point)
    search.undo()
    with pytest.raises(ValueError, match="nothing"):
        search.undo()
    with pytest.raises(ValueError, match="no move"):
        search.exclude([400])
    with pytest.raises(ValueError, match="depth 128"):
        search.iterate(128)
    rules = copy(PRESETS["pente"])
    object.__setattr__(rules, "captured_stones_to_win", 41)
    with pytest.raises(ValueError, match="41 stones"):
        open_search(rules, Weights())


def compare_plain_search(position: FivePosition, depth: int) -> None:
    """Assert equal value, best move and node count of a plain search to a depth."""
    expected = plain_search(position, Weights(), depth)
    search = kernel_at(position)
    search.begin()
    found = (search.iterate(depth), search.nodes, search.pv()[:1])
    wanted = (expected.score, expected.nodes, expected.pv[:1])
    assert found == wanted, f"depth {depth}: {format_position(position)}"


@pytest.mark.parametrize("name", ["pente", "keryo", "gomoku-9", "gomoku-20", "standard-15"])
def test_plain_search_agrees_node_by_node(name: str) -> None:
    """With the default weights value, best move and node count are equal, once at depth 3."""
    compare_plain_search(random_position(PRESETS[name], seed=3, turns=30), 2)
    compare_plain_search(random_position(PRESETS[name], seed=7, turns=10), 3)
