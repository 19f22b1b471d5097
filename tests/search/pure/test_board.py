"""The board of the search in plain Python: rules, values and candidates, by the readable ones."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.position import CAPTURES, FivePosition
from games.five.rules import PRESETS
from games.rules import EMPTY
from search.pure.board import Board
from search.reference.static import evaluate, order_score
from search.weights import Weights
from tests.conditions import met, often
from tests.families import FIVE
from tests.strategies import (
    last_positions,
    lost_positions,
    positions,
    random_move,
)

GAMES = FIVE.rules
SEEDS = st.integers(0, 999)


def board_of(position: FivePosition, weights: Weights) -> Board:
    """A board set to a position."""
    board = Board(position.rules, weights)
    board.set_position(position)
    return board


@settings(max_examples=12)  # a value from scratch is slow
@given(positions(GAMES), FIVE.any_weights(), SEEDS)
def test_board_has_the_values_from_scratch(
    position: FivePosition, weights: Weights, seed: int
) -> None:
    """In any game the value, and the candidates by falling order score, then by rising point."""
    board, dice = board_of(position, weights), Random(seed)
    for _ in range(4):
        assert board.evaluate() == evaluate(position, weights)
        candidates = board.candidates()
        keys = [(-order_score(position, point, weights), point) for point, _ in candidates]
        assert keys == sorted({*keys}) == [(-order, point) for point, order in candidates]
        point = random_move(position, dice)
        board.play(point)
        position.play(point)
        if position.outcome is not None:
            break


@often(captures=1)
@settings(max_examples=15)  # each reads the windows of other rules and weights
@given(positions(GAMES), SEEDS)
def test_board_follows_a_game(position: FivePosition, seed: int) -> None:
    """Side, stones and captures are those of the rules.

    Taking all moves back restores the board, and a board that is set up afresh has the same key.
    """
    weights = FIVE.weights(Random(seed % 9))
    board, dice = board_of(position, weights), Random(seed)
    before, afresh = state(board), Board(position.rules, weights)
    played = 0
    while position.outcome is None and played < 6:
        assert (board.side, board.captured) == (position.side, position.captured_stones)
        assert board.empty == position.cells.count(EMPTY)
        afresh.set_position(position)
        assert state(board) == state(afresh)
        point = random_move(position, dice)
        taken = position.captures_of(point)
        if taken:
            met("captures")
        assert sorted(board.captures_of(point)) == sorted(taken)
        board.play(point)
        position.play(point)
        played += 1
    won = position.outcome is not None and position.outcome.termination == CAPTURES
    assert not won or board.has_lost()
    for _ in range(played):
        board.undo()
    assert state(board) == before


def state(board: Board) -> tuple[object, ...]:
    """What tells positions apart."""
    values = board.key, board.sums, board.side, board.empty, tuple(board.captured)
    return *values, *board.ranked([0] * board.rules.size**2)


@often(wins=3)
@settings(max_examples=20)
@given(lost_positions() | last_positions(back=2))
def test_what_answers_leave_out_loses_at_once(position: FivePosition) -> None:
    """Where the opponent would win at once, it still does after any move that is no answer."""
    board = board_of(position, Weights())
    side = position.side
    if board.can_win(side) or not board.can_win(1 - side):
        return
    met("wins")
    answers = board.answers()
    assert {*answers} <= {*position.legal_moves()}
    others = [point for point in position.legal_moves() if point not in answers]
    for point in Random(len(others)).sample(others, min(30, len(others))):
        position.play(point)
        board.play(point)
        assert position.outcome is None
        assert board.can_win(1 - side)
        board.undo()
        position.undo()


@settings(max_examples=15)
@given(positions(st.just(PRESETS["gomoku-9"])))
def test_threats_are_the_points_that_threaten_a_five(position: FivePosition) -> None:
    """After a stone on one of them, and on no other point, its side could win at once."""
    board, side = board_of(position, Weights()), position.side
    threats = board.threats()
    if not board.can_win(side):
        for point in position.legal_moves():
            board.play(point)
            assert board.can_win(side) == (point in threats)
            board.undo()
