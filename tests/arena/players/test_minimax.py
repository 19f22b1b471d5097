"""The minimax opponent and its line values."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.clock import Allowance
from arena.players.reference.boards import adjacent_candidates
from arena.players.reference.minimax import MinimaxBoard, MinimaxPlayer, depth_for
from games.five.diagram import parse_diagram
from games.five.line_values import FIVES, unpack
from games.five.points import format_point
from games.five.position import FIVE, Position
from games.five.rules import Rules
from games.rules import BLACK, WHITE
from tests.arena.building import NINE
from tests.conditions import met, often
from tests.strategies import last_positions, positions, rules_records

SMALL = Rules("small-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)


def choice(
    diagram: str, rules: Rules, colour: str, depth: int, taken: tuple[int, int] = (0, 0)
) -> str:
    """The point that minimax plays on this board."""
    player = MinimaxPlayer(rules, depth)
    player.new_game(1)
    answer = player.choose(parse_diagram(diagram, rules, colour, *taken), Allowance())
    assert answer.point is not None
    return format_point(answer.point, rules.size)


@often(won=2, captured=2, goes_on=30, fives=2)
@given(
    positions(rules_records(max_size=9)) | last_positions(rules_records(max_size=9), back=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=20)
def test_board_follows_the_rules(position: Position, rng: random.Random) -> None:
    """A line board, after play and undo, has the cells, captures, wins and candidates of the
    rules; line values count a five exactly where the rules find a winning row.
    """
    board = MinimaxBoard(position.rules)
    board.set_up(position)
    before = (list(board.cells), board.total, list(board.captured), list(board.neighbour_stones))
    plies = 0
    while position.outcome is None and plies < 12:
        candidates = adjacent_candidates(position, position.legal_moves())
        assert board.candidates() == candidates
        point = rng.choice(candidates)
        side = position.side
        position.play(point)
        board.play(point)
        plies += 1
        assert board.cells == position.cells
        assert board.captured == position.captured_stones
        assert board.total == board.values.of_board(position.cells)
        outcome = position.outcome
        assert board.is_won() == (outcome is not None and outcome.winner == side)
        met("won" if board.is_won() else "goes_on")
        five = bool(unpack(board.total, FIVES, side))
        assert five == (outcome is not None and outcome.termination == FIVE)
        if five:
            met("fives")
    if board.captured != before[2]:
        met("captured")
    for _ in range(plies):
        board.undo()
    assert before == (board.cells, board.total, board.captured, board.neighbour_stones)


OPEN_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . w . . . . . .
    . . . b b b . . .
    . . . . w . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
PAIRS = """
    . . . . . . .
    . w b b . . .
    . . . . . . .
    . . . . . . .
    . . . . b . .
    . . . w . . .
    . . . . . . .
"""


def test_minimax_wins_before_it_blocks() -> None:
    """It completes its own four, else stops a three at one of its ends; with eight stones taken it
    takes the last pair.
    """
    fours = OPEN_THREE.replace("b b b . .", "b b b b .").replace(
        ". . w . . . . . .", ". w w w w . . . ."
    )
    for depth in (1, 2, 3):
        assert choice(fours, NINE, BLACK, depth) in ("C6", "H6")
        assert choice(fours, NINE, WHITE, depth) in ("A7", "F7")
    assert choice(OPEN_THREE, NINE, WHITE, 2) in ("C6", "G6", "H6", "B6")
    assert choice(PAIRS, SMALL, WHITE, 2, (8, 0)) == "E6"


def test_minimax_looks_as_deep_as_the_handout_says() -> None:
    """The depth is 3 with over 50 s left, 1 with less than 3 s, else 2."""
    assert [depth_for(seconds) for seconds in (100, 50.1, 50, 3, 2.9)] == [3, 3, 2, 2, 1]
