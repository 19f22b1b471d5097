"""SharpMoku: its shapes, its three steps and its defects."""

from __future__ import annotations

import pytest

from arena.game.clock import Allowance
from arena.players.reference.candidates import neighbours
from arena.players.reference.sharpmoku import (
    SharpMokuPlayer,
    ValuedBoard,
    wrapped,
)
from arena.players.reference.sharpmoku_shapes import (
    BLOCKED_FOUR,
    BLOCKED_THREE,
    BLOCKED_TWO,
    BORDER,
    FIVE,
    NOTHING,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    REACH,
    ShapeBook,
    value_of,
)
from games.five.diagram import parse_diagram
from games.five.points import format_point
from games.five.position import FIVE as BY_FIVE
from games.five.position import Position
from games.five.rules import Rules, rules_named
from games.rules import BLACK, WHITE

GOMOKU_9 = rules_named("gomoku-9")
GOMOKU_15 = rules_named("gomoku-15")
SMALL = Rules("small-6", 6)
TOUCHING = neighbours(6)
KINDS = (FIVE, OPEN_FOUR, BLOCKED_FOUR, OPEN_THREE, BLOCKED_THREE, OPEN_TWO, BLOCKED_TWO)
CELLS = {".": 0, "x": 1, "o": 2, "#": BORDER}


def kind(drawn: str) -> int:
    """The class of nine drawn cells with the stone in the middle."""
    cells = tuple(CELLS[sign] for sign in drawn)
    return ShapeBook().kind(cells[:REACH] + cells[REACH + 1 :], 0)


def choice(diagram: str, colour: str = BLACK, depth: int = 2) -> str:
    """The point that is played on this board of nine lines."""
    player = SharpMokuPlayer(GOMOKU_9, depth)
    player.new_game(1)
    answer = player.choose(parse_diagram(diagram, GOMOKU_9, colour), Allowance())
    assert answer.point is not None
    return format_point(answer.point, 9)


@pytest.mark.parametrize(
    ("drawn", "expected"),
    [
        ("..xxxxx..", FIVE),
        ("xxxxxx...", FIVE),
        (".xxxx....", OPEN_FOUR),
        ("oxxxx....", BLOCKED_FOUR),
        ("..oxxx.xo", BLOCKED_FOUR),
        ("...xxx...", OPEN_THREE),
        ("...xx.x..", OPEN_THREE),
        ("..oxxx...", BLOCKED_THREE),
        ("....xx...", OPEN_TWO),
        ("...oxx...", BLOCKED_TWO),
        ("...ox....", NOTHING),
        ("..oxxxo..", NOTHING),
    ],
)
def test_shapes_are_classed_alike_from_both_ends(drawn: str, expected: int) -> None:
    """A row has the class of its length and its ends, read from either end."""
    assert kind(drawn) == kind(drawn[::-1]) == expected


@pytest.mark.parametrize(
    ("drawn", "seen"),
    [
        ("#xxxx....", NOTHING),
        ("..#xxx...", NOTHING),
        ("..xx.xx..", OPEN_TWO),
        (".x.xxx...", OPEN_THREE),
    ],
)
def test_edge_and_broken_fours_are_misjudged(drawn: str, seen: int) -> None:
    """The program misjudges rows at the edge and broken fours."""
    drawn = drawn if drawn[4] == "x" else drawn[1:] + "."
    assert kind(drawn) == seen


def test_values_stand_in_the_described_order() -> None:
    """Values fall in order: five, open four, two fours, four and three, two threes, three, four,
    and so on.
    """
    falling = (
        *(2 * FIVE, FIVE + OPEN_THREE, OPEN_FOUR, 2 * BLOCKED_FOUR, BLOCKED_FOUR + OPEN_THREE),
        *(2 * OPEN_THREE, OPEN_THREE + 3 * OPEN_TWO, OPEN_THREE + 2 * OPEN_TWO),
        *(OPEN_THREE + OPEN_TWO, BLOCKED_FOUR + OPEN_TWO, BLOCKED_FOUR, OPEN_THREE),
        *(BLOCKED_THREE, OPEN_TWO, BLOCKED_TWO, NOTHING),
    )
    values = [value_of(kinds) for kinds in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)
    assert values[:6] == [2 * 10**9, 10**9, 10**8, 10**7, 10**6, 10**5]
    assert values[6:9] + values[11:12] == [40_000, 38_000, 35_000, 3_450]


FOURS = """
    . . . . . . . . .
    . . b b b b . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . w w w w . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . w w w . . .
    . . . b . . . . .
    . . . . b . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
CROSSED_FOURS = """
    . . . . b . . . .
    . . . . b . . . .
    . . . . b . . . .
    . . . . b . . . .
    b b b b . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_steps_come_in_order() -> None:
    """It completes its own five first, then blocks: an open three at its first end in
    board order.
    """
    assert choice(FOURS, BLACK) in ("B8", "G8")
    assert choice(FOURS, WHITE) in ("A4", "F4")
    assert choice(THREE, BLACK) == "C6"


def test_two_fives_overflow() -> None:
    """A point that makes two fives has a negative value."""
    assert value_at(CROSSED_FOURS, "E5") < 0
    assert wrapped(2**31) == -(2**31)


def value_at(diagram: str, name: str) -> int:
    """What a point is worth in step 1."""
    position = parse_diagram(diagram, GOMOKU_9, BLACK)
    board = ValuedBoard(GOMOKU_9)
    board.set_up(position)
    names = [format_point(point, 9) for point in range(81)]
    return board.point_value(names.index(name), position.side)


@pytest.mark.parametrize("depth", [1, 2])
def test_game_follows_from_the_seed(depth: int) -> None:
    """A whole game is legal, ends, and follows from its seed."""
    games = []
    for seed in (1, 1, 2):
        player = SharpMokuPlayer(GOMOKU_9, depth)
        player.new_game(seed)
        position = Position(GOMOKU_9)
        while position.outcome is None:
            point = player.choose(position.copy(), Allowance()).point
            assert point is not None
            position.play(point)
        assert position.outcome.termination == BY_FIVE or 0 not in position.cells
        games.append(position.moves)
    assert games[0] == games[1]
    assert games[0][0] != games[2][0]
