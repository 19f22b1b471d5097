"""The minimax opponent and its line values."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.clock import Allowance
from arena.game.line_values import FIVES, FOURS, WORTH, LineValues, unpack
from arena.players.reference.candidates import adjacent_candidates, neighbours
from arena.players.reference.minimax import WON, LineBoard, MinimaxPlayer, depth_for
from games.five.diagram import parse_diagram
from games.five.points import format_point, parse_point
from games.five.position import FIVE, Position
from games.five.rules import Rules, rules_named
from games.rules import BLACK, WHITE
from search.levels import moves_near
from search.textbook.minimax import minimax
from tests.conditions import met, often
from tests.strategies import last_positions, positions, rules_records

PENTE = rules_named("pente")
GOMOKU_9 = rules_named("gomoku-9")
SMALL = Rules("small-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)


class Tree(LineBoard):
    """The same board as the textbook searcher of `search.textbook.minimax` asks for it."""

    def moves(self) -> list[int]:
        """The candidates."""
        return self.candidates()

    def is_over(self) -> bool:
        """Whether the last move won, or no point is left."""
        return bool(self._undo and self.is_won()) or 0 not in self.cells


def board_of(position: Position) -> LineBoard:
    """A line board at this position."""
    board = LineBoard(position.rules)
    board.set_up(position)
    return board


def choice(
    diagram: str, rules: Rules, colour: str, depth: int, taken: tuple[int, int] = (0, 0)
) -> str:
    """The point that minimax plays on this board."""
    player = MinimaxPlayer(rules, depth)
    player.new_game(1)
    answer = player.choose(parse_diagram(diagram, rules, colour, *taken), Allowance())
    assert answer.point is not None
    return format_point(answer.point, rules.size)


@often(won=5, captured=4, goes_on=80)
@given(
    positions(rules_records()) | last_positions(rules_records(), back=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=30)
def test_board_follows_the_rules(position: Position, rng: random.Random) -> None:
    """After play and undo a line board agrees with the rules: cells, captures, wins, candidates."""
    board = board_of(position)
    before = (list(board.cells), board.total, list(board.captured), list(board.neighbour_stones))
    touching = neighbours(position.rules.size)
    plies = 0
    while position.outcome is None and plies < 12:
        candidates = adjacent_candidates(position, touching)
        assert board.candidates() == candidates
        point = rng.choice(candidates)
        position.play(point)
        board.play(point)
        plies += 1
        assert board.cells == position.cells
        assert board.captured == position.captured_stones
        assert board.total == board.values.of_board(position.cells)
        outcome = position.outcome
        assert board.is_won() == (outcome is not None and outcome.winner == 1 - position.side)
        met("won" if board.is_won() else "goes_on")
    if board.captured != before[2]:
        met("captured")
    for _ in range(plies):
        board.undo()
    assert before == (board.cells, board.total, board.captured, board.neighbour_stones)


@given(positions(st.sampled_from((SMALL, rules_named("gomoku-9"))), max_turns=12))
@settings(max_examples=15)
def test_value_is_that_of_the_textbook(position: Position) -> None:
    """The value of a position is that of the textbook minimax in `search`, except for wins.

    There a quicker win is worth no more; so wins are compared by their sign.
    """
    tree = Tree(position.rules)
    tree.set_up(position)
    _, value = tree.best(tree.candidates(), 2)
    expected = minimax(tree, 2).value
    assert min(max(value, -WON), WON) == expected


@often(fives=10, others=400)
@given(positions(rules_records()) | last_positions(rules_records()))
@settings(max_examples=40)
def test_fives_are_those_of_the_rules(position: Position) -> None:
    """Line values count a five exactly where the rules see a winning row."""
    values = LineValues(position.rules)
    near = moves_near(position)
    for point in [point for point in position.legal_moves() if point in near][:80]:
        side = position.side
        position.play(point)
        outcome = position.outcome
        fives = unpack(values.of_board(position.cells), FIVES, side)
        assert bool(fives) == (outcome is not None and outcome.termination == FIVE)
        met("fives" if fives else "others")
        position.undo()


def test_open_rows_are_worth_more() -> None:
    """An open three is worth more than a closed one, a four holds as many fours as it has ends."""
    values = LineValues(PENTE)

    def total(*names: str, black: tuple[str, ...] = ()) -> int:
        cells = [0] * 361
        for name in names:
            cells[parse_point(name, 19)] = 1
        for name in black:
            cells[parse_point(name, 19)] = 2
        return values.of_board(cells)

    three, closed = ("J10", "K10", "L10"), ("H10",)
    assert unpack(total(*three), WORTH, 0) > unpack(total(*three, black=closed), WORTH, 0)
    assert unpack(total(*three, "M10"), FOURS, 0) == 2
    assert unpack(total(*three, "M10", black=closed), FOURS, 0) == 1


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


def test_minimax_completes_a_five() -> None:
    """It completes its own four before it blocks the opponent's."""
    fours = OPEN_THREE.replace("b b b . .", "b b b b .").replace(
        ". . w . . . . . .", ". w w w w . . . ."
    )
    for depth in (1, 2, 3):
        assert choice(fours, GOMOKU_9, BLACK, depth) in ("C6", "H6")
        assert choice(fours, GOMOKU_9, WHITE, depth) in ("A7", "F7")


def test_minimax_blocks() -> None:
    """An open three is stopped, by a stone at one of its ends."""
    for depth in (2, 3):
        assert choice(OPEN_THREE, GOMOKU_9, WHITE, depth) in ("C6", "G6", "H6", "B6")


def test_minimax_wins_by_captures() -> None:
    """With eight stones taken the last pair is taken."""
    assert choice(PAIRS, SMALL, WHITE, 2, (8, 0)) == "E6"


def test_minimax_looks_as_deep_as_the_handout_says() -> None:
    """Depth 3 above 50 s left, 1 below 3 s, else 2."""
    assert [depth_for(seconds) for seconds in (100, 50.1, 50, 3, 2.9)] == [3, 3, 2, 2, 1]


@given(st.integers(0, 5))
def test_same_seed_same_game(seed: int) -> None:
    """What is drawn among equal moves follows from the seed alone."""
    games = []
    for _ in range(2):
        player = MinimaxPlayer(SMALL, 1)
        player.new_game(seed)
        position = Position(SMALL)
        while position.outcome is None and len(position.moves) < 8:
            point = player.choose(position.copy(), Allowance()).point
            assert point is not None
            position.play(point)
        games.append(position.moves)
    assert games[0] == games[1]
