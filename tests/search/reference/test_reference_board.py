"""The incremental board of the reference, checked against docs/evaluation.md."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_diagram, parse_position
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.rules import EMPTY, WHITE
from search.reference.board import ReferenceBoard
from search.reference.static import captured_worth, combine, evaluate
from search.score import EVALUATION_LIMIT, win_in
from search.weights import Weights
from search.weights.five import TUNABLES
from tests.conditions import met, often
from tests.strategies import (
    last_positions,
    positions,
    presets,
    random_move,
    rules_records,
)

DEFAULTS = Weights()
GAMES = st.one_of(presets(), rules_records(max_size=9))
BOUND = st.sampled_from([rules for rules in PRESETS.values() if rules.opening_distance])
PENTE_7 = Rules("pente-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)


@st.composite
def any_weights(draw: st.DrawFn) -> Weights:
    """Weights anywhere in their ranges, so that the parts of a value differ."""
    seed = draw(st.integers(0, 1000))
    dice = Random(seed)
    return Weights({t.name: dice.randint(t.low, t.high) for t in TUNABLES})


def state_of(board: ReferenceBoard) -> list[object]:
    """Everything that a board holds, except table and history."""
    return [getattr(board, slot) for slot in ReferenceBoard.__slots__ if slot not in PASSING] + [
        [line.text for line in board._lines]
    ]


PASSING = ("_captured_worth", "_geometry", "_lines", "_table", "captured_stones")


@settings(max_examples=40)  # a value from scratch is slow
@given(positions(GAMES), any_weights(), st.integers(0, 999))
def test_reference_board_keeps_the_value_from_scratch(
    position: Position, weights: Weights, seed: int
) -> None:
    """In any game the incremental value equals the value computed from the whole board."""
    board = ReferenceBoard(position, weights)
    dice = Random(seed)
    for _ in range(6):
        assert board.evaluate() == evaluate(position, weights)
        assert board.captured_stones == position.captured_stones
        assert (board.side, board.empty) == (position.side, position.cells.count(EMPTY))
        point = random_move(position, dice)
        assert sorted(board.captures_of(point)) == sorted(position.captures_of(point))
        board.play(point)
        position.play(point)
        if position.outcome is not None:
            break


@given(positions(GAMES), st.integers(0, 999), st.integers(1, 12))
def test_reference_board_undo_returns_the_exact_earlier_states(
    position: Position, seed: int, turns: int
) -> None:
    """Undoing moves passes through the same states as playing them."""
    board = ReferenceBoard(position, DEFAULTS)
    dice = Random(seed)
    states, points = [], []
    for _ in range(turns):
        points.append(random_move(position, dice))
        states.append((state_of(board), list(board.captured_stones)))
        board.play(points[-1])
        position.play(points[-1])
        if position.outcome is not None:
            break
    while points:
        assert board.undo() == points.pop()
        assert (state_of(board), list(board.captured_stones)) == states.pop()


@often(unbound=10)
@given(positions(GAMES))
def test_reference_board_candidates_are_legal_and_near(position: Position) -> None:
    """Candidates are legal; without the opening rule they are the points within two of a stone."""
    board = ReferenceBoard(position, DEFAULTS)
    candidates = board.candidates()
    legal = position.legal_moves()
    assert candidates
    assert set(candidates) <= set(legal)
    if not board.opening_binds() and position.cells.count(EMPTY) < len(position.cells):
        met("unbound")
        assert set(candidates) == {point for point in legal if near_a_stone(position, point, 2)}


def near_a_stone(position: Position, point: int, distance: int) -> bool:
    """Whether a stone lies within this many intersections of a point."""
    size = position.rules.size
    row, column = divmod(point, size)
    return any(
        cell != EMPTY and max(abs(row - n // size), abs(column - n % size)) <= distance
        for n, cell in enumerate(position.cells)
    )


def test_reference_board_candidates_of_the_opening() -> None:
    """The centre comes first; under the opening rule, the legal points within four of a stone."""
    position = Position(PRESETS["pente"])
    board = ReferenceBoard(position, DEFAULTS)
    assert board.candidates() == [180]
    for point in (180, 0):
        position.play(point)
        board.play(point)
    expected = {p for p in position.legal_moves() if near_a_stone(position, p, 4)}
    assert set(board.candidates()) == expected
    assert len(expected) == 81 - 25 + 25 - 1
    assert ReferenceBoard(Position(PRESETS["gomoku-20"]), DEFAULTS).candidates() == [210]


@often(won=6, quiet=8, bound=3)
@given(positions(GAMES) | positions(BOUND, max_turns=3) | last_positions(GAMES))
def test_reference_board_wins_at_once_agrees_with_the_rules(position: Position) -> None:
    """`wins_at_once` is true on exactly the points where the rules give the mover a win."""
    board = ReferenceBoard(position, DEFAULTS)
    winning = []
    for point in position.legal_moves():
        position.play(point)
        if position.outcome is not None and position.outcome.winner is not None:
            winning.append(point)
        position.undo()
    if not board.opening_binds():
        met("won" if winning else "quiet")
        assert board.winning_points() == winning
        assert board.wins_at_once() == bool(winning)
    else:
        met("bound")
        assert not board.wins_at_once()


@given(positions(GAMES))
def test_reference_board_without_tempo_one_sides_gain_is_the_others_loss(
    position: Position,
) -> None:
    """Without a tempo bonus, the value changes its sign with the side."""
    still = Weights({"tempo_percent": 0})
    other = Position(position.rules, position.cells, 1 - position.side, position.captured_stones)
    assert evaluate(position, still) == -evaluate(other, still)


def test_reference_board_captured_worth_is_floored_where_it_falls() -> None:
    """If a later fifth is worth less than an earlier one, the division floors too."""
    falling = Weights({"captured_1": 10, "captured_2": 3})
    assert captured_worth(3, PRESETS["pente"], falling) == 10 + (-7 * 5) // 10


def test_reference_board_value_is_clamped() -> None:
    """No estimate reaches the scores of proven wins."""
    limits = [combine([n, 0], [0, 0], 0, PRESETS["pente"], DEFAULTS) for n in (10**7, -(10**7))]
    assert limits == [EVALUATION_LIMIT, -EVALUATION_LIMIT]


def test_reference_board_value_by_hand() -> None:
    """One stone on a 5 x 5 board: the sums written out."""
    ones = {"one": 1, "two": 10, "tempo_percent": 50}
    others = dict.fromkeys(("open_one", "open_two", "three", "four"), 0)
    weights = Weights({**ones, **others})
    position = parse_position("5/5/2w2/5/5 b 0,0", Rules("tiny", 5, first_colour=WHITE))
    # White: a two on the 4 points of its row, column and both diagonals: 16 x 10. Ones on the other
    # lines of five: 4 rows and 4 columns of 5 points. Black: ones on those 8 lines alone.
    white, black = 16 * 10 + 8 * 5, 8 * 5
    assert evaluate(position, weights) == black * 150 // 100 - white


def test_reference_board_is_a_game() -> None:
    """As a game the board is over if the mover wins at once, scored as a win in one turn."""
    position = parse_diagram("wwww...\n" + 6 * ".......\n", PENTE_7, WHITE)
    board = ReferenceBoard(position, DEFAULTS)
    assert board.is_over()
    assert board.score() == win_in(1)
    quiet = ReferenceBoard(Position(PENTE_7), DEFAULTS)
    assert not quiet.is_over()
    assert quiet.score() == quiet.evaluate()
