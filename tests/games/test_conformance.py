"""What every game of the family keeps, whatever its rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.diagram import format_position, parse_position
from games.errors import IllegalMove
from games.position import EMPTY, Position
from games.rules import PRESETS, Rules
from tests.strategies import positions, presets, random_game, rules_records


def whole_state(position: Position) -> tuple[object, ...]:
    """All that a position shows, the way that led to it included."""
    return (
        tuple(position.cells),
        position.side,
        tuple(position.captured_stones),
        position.outcome,
        tuple(position.moves),
    )


GAMES = st.one_of(presets(), rules_records(max_size=9))
SEEDS = st.integers(0, 10_000)


@given(GAMES, SEEDS)
def test_conformance_undo_returns_the_exact_earlier_states(rules: Rules, seed: int) -> None:
    """Taking a whole game back passes through exactly the states that playing it passed through."""
    position = Position(rules)
    states = []
    for point in random_game(rules, seed):
        states.append(whole_state(position))
        position.play(point)
    while position.moves:
        last = position.moves[-1]
        assert position.undo() == last
        assert whole_state(position) == states.pop()
    assert whole_state(position) == whole_state(Position(rules))


@given(GAMES, SEEDS)
def test_conformance_a_finished_game_has_no_moves(rules: Rules, seed: int) -> None:
    """After the end nothing is legal, and playing is refused with the way the game ended."""
    position = Position(rules)
    for point in random_game(rules, seed):
        position.play(point)
    assert position.outcome is not None
    assert position.legal_moves() == []
    with pytest.raises(IllegalMove, match=f"over \\({position.outcome.termination}\\)"):
        position.play(0)


@settings(max_examples=30)  # each asks 400 points twice
@given(positions(GAMES))
def test_conformance_legal_moves_are_those_without_a_reason(position: Position) -> None:
    """Legal moves stand in board order, are empty points, and are just those not refused."""
    legal = position.legal_moves()
    points = range(len(position.cells))
    assert legal == [point for point in points if position.why_illegal(point) is None]
    assert all(position.cells[point] == EMPTY for point in legal)
    assert legal


@given(positions(GAMES), st.data())
def test_conformance_a_refused_move_changes_nothing(
    position: Position, data: st.DataObject
) -> None:
    """An illegal move raises and leaves the position as it was."""
    point = data.draw(st.integers(-2, len(position.cells) + 1))
    if position.why_illegal(point) is not None:
        before = whole_state(position)
        with pytest.raises(IllegalMove):
            position.play(point)
        assert whole_state(position) == before


@given(presets(), SEEDS, st.integers(0, 80))
def test_conformance_text_round_trips_through_a_game(rules: Rules, seed: int, turns: int) -> None:
    """The state after any move of a game, its last one included, reads back from its text."""
    position = Position(rules)
    for point in random_game(rules, seed, turns):
        position.play(point)
    again = parse_position(format_position(position), rules)
    assert whole_state(again)[:3] == whole_state(position)[:3]
    assert (again.outcome is None) == (position.outcome is None)
    if again.outcome is not None and position.outcome is not None:
        assert again.outcome.winner == position.outcome.winner
        assert again.outcome.termination == position.outcome.termination


@given(GAMES, SEEDS)
def test_conformance_stones_are_conserved(rules: Rules, seed: int) -> None:
    """A side's stones are those on the board and those taken: one more each time that it plays."""
    position = Position(rules)
    placed = [0, 0]
    for point in random_game(rules, seed):
        placed[position.side] += 1
        position.play(point)
        assert [position.stones_placed(side) for side in (0, 1)] == placed
    if not rules.capture_lengths:
        assert position.captured_stones == [0, 0]


@given(GAMES, SEEDS)
def test_conformance_the_winner_made_the_last_move(rules: Rules, seed: int) -> None:
    """Who wins has just moved; a winning row goes through his stone and is of his stones alone."""
    position = Position(rules)
    for point in random_game(rules, seed):
        position.play(point)
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        assert EMPTY not in position.cells
        return
    assert outcome.winner == 1 - position.side
    if outcome.line:
        assert position.moves[-1] in outcome.line
        assert {position.cells[point] for point in outcome.line} == {1 + outcome.winner}
        assert len(outcome.line) >= 5
    else:
        assert position.captured_stones[outcome.winner] >= rules.captured_stones_to_win


@pytest.mark.parametrize("name", PRESETS)
def test_conformance_the_empty_board(name: str) -> None:
    """A game begins with side 0, who may play anywhere or, where bound, on the centre alone."""
    rules = PRESETS[name]
    position = Position(rules)
    assert position.side == 0
    legal = position.legal_moves()
    assert legal == ([rules.centre] if rules.opening_distance else list(range(rules.size**2)))


def test_conformance_positions_refuse_what_is_no_board() -> None:
    """Too few cells, or cells that hold something else, are refused."""
    rules = PRESETS["gomoku-9"]
    for cells in ([0] * 80, [0] * 80 + [3]):
        with pytest.raises(ValueError, match="81 cells, each 0, 1 or 2"):
            Position(rules, cells)
