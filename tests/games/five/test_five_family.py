"""Rules of the five-in-a-row games beyond those that all games share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.rules import EMPTY
from tests.conditions import met, often
from tests.strategies import presets, random_game, rules_records

GAMES = st.one_of(presets(), rules_records(max_size=9))
SEEDS = st.integers(0, 10_000)


@often(taken=8, without_captures=6)
@given(GAMES, SEEDS)
def test_five_stones_are_conserved(rules: Rules, seed: int) -> None:
    """The stones of a side on the board and captured are as many as it has played."""
    position = Position(rules)
    placed = [0, 0]
    for point in random_game(rules, seed):
        placed[position.side] += 1
        position.play(point)
        assert [position.stones_placed(side) for side in (0, 1)] == placed
    if any(position.captured_stones):
        met("taken")
    if not rules.capture_lengths:
        met("without_captures")
        assert position.captured_stones == [0, 0]


@often(draws=1, rows=9, captures=2)
@given(GAMES, SEEDS)
def test_five_the_winner_made_the_last_move(rules: Rules, seed: int) -> None:
    """The winner has just moved; a winning row has only the winner's stones, the last
    one included.
    """
    position = Position(rules)
    for point in random_game(rules, seed):
        position.play(point)
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        met("draws")
        assert EMPTY not in position.cells
        return
    assert outcome.winner == 1 - position.side
    if outcome.line:
        met("rows")
        assert position.moves[-1] in outcome.line
        assert {position.cells[point] for point in outcome.line} == {1 + outcome.winner}
        assert len(outcome.line) >= 5
    else:
        met("captures")
        assert position.captured_stones[outcome.winner] >= rules.captured_stones_to_win


@pytest.mark.parametrize("name", PRESETS)
def test_five_the_empty_board(name: str) -> None:
    """A game begins with side 0, on any point or, under the opening rule, on the centre."""
    rules = PRESETS[name]
    position = Position(rules)
    assert position.side == 0
    legal = position.legal_moves()
    assert legal == ([rules.centre] if rules.opening_distance else list(range(rules.size**2)))


def test_five_positions_refuse_what_is_no_board() -> None:
    """Too few cells, or cells with other content, are refused."""
    rules = PRESETS["gomoku-9"]
    for cells in ([0] * 80, [0] * 80 + [3]):
        with pytest.raises(ValueError, match="81 cells, each 0, 1 or 2"):
            Position(rules, cells)
