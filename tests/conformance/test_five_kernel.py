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
from search.kernel import five_tables as tables
from search.pure.game import PlainGame
from search.reference.static import rank_of_window
from search.weights import Weights
from tests.conditions import met, often
from tests.families import FIVE as FIVE_GAMES
from tests.families import five_kernel as kernel_at
from tests.families import plain_search
from tests.strategies import (
    last_positions,
    positions,
    presets,
    random_game,
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


def test_key_is_recomputed_from_its_definition() -> None:
    """The key is the exclusive or of SplitMix64 numbers for stones, captured stones and side."""
    state, numbers = 19, []
    for _ in range(2 * 400 + 2 * 64 + 1):
        state = state + 0x9E3779B97F4A7C15 & (1 << 64) - 1
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        numbers.append(mixed ^ mixed >> 31)
    position = FivePosition(PRESETS["pente"])
    search = kernel_at(position)
    for point in random_game(PRESETS["pente"], seed=4):
        position.play(point)
        search.play(point)
        key = numbers[-1] if position.side else 0
        for place, cell in enumerate(position.cells):
            key ^= numbers[400 * (cell - 1) + place] if cell else 0
        key ^= numbers[800 + position.captured_stones[0]]
        key ^= numbers[864 + position.captured_stones[1]]
        assert search.key == key
    assert sum(position.captured_stones) > 0, "a game without captures tests too little"


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


@given(position=positions(presets()), weights=FIVE_GAMES.any_weights())
def test_candidates_come_in_the_same_order(position: FivePosition, weights: Weights) -> None:
    """Candidates, and the order in which plain mode tries them, are the Python board's."""
    found = kernel_at(position, weights).candidates()
    assert [point for point, _ in found] == PlainGame(position, weights).moves()


def compare_plain_search(position: FivePosition, depth: int) -> None:
    """Assert equal value, best move and node count of a plain search to a depth."""
    expected = plain_search(position, Weights(), depth)
    search = kernel_at(position)
    search.begin()
    found = (search.iterate(depth), search.nodes, search.pv()[:1])
    wanted = (expected.score, expected.nodes, expected.pv[:1])
    assert found == wanted, f"depth {depth}: {format_position(position)}"


@pytest.mark.parametrize("name", ["keryo", "gomoku-9", "standard-15"])
def test_plain_search_agrees_node_by_node(name: str) -> None:
    """With the default weights value, best move and node count are equal, once at depth 3."""
    compare_plain_search(random_position(PRESETS[name], seed=3, turns=30), 2)
    compare_plain_search(random_position(PRESETS[name], seed=7, turns=10), 3)


@given(st.data(), st.booleans())
def test_ranks_of_the_tables_are_those_of_the_reference(data: st.DataObject, exact: bool) -> None:  # noqa: FBT001
    """The recursion that fills the tables and the reference's own find the same rank."""
    size = 11 if exact else 9
    cells = data.draw(st.lists(st.sampled_from(".x#"), min_size=size, max_size=size))
    cells[size // 2] = "x"
    line = sum(".x#".index(cell) * 3**place for place, cell in enumerate(cells))
    expected = rank_of_window("".join(cells), exactly_five=exact)
    assert tables.rank_of_line(line, size, exactly_five=exact, memo={}) == expected
