"""SharpMoku: its shapes, its three steps and its defects."""

from __future__ import annotations

from arena.game.clock import Allowance
from arena.players.reference.sharpmoku import (
    SharpMokuPlayer,
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
    kind_of,
    value_of,
)
from games.five.diagram import parse_diagram
from games.five.points import format_point
from games.five.position import FIVE as BY_FIVE
from games.five.position import Position
from games.rules import BLACK, WHITE
from tests.arena.building import NINE, after

CELLS = {".": 0, "x": 1, "o": 2, "#": BORDER}


def kind(drawn: str) -> int:
    """The class of nine drawn cells with the stone in the middle."""
    cells = tuple(CELLS[sign] for sign in drawn)
    return kind_of(cells[:REACH] + cells[REACH + 1 :], 0)


def choice(diagram: str, colour: str = BLACK, depth: int = 2) -> str:
    """The point that is played on this board of nine lines."""
    player = SharpMokuPlayer(NINE, depth)
    player.new_game(1)
    answer = player.choose(parse_diagram(diagram, NINE, colour), Allowance())
    assert answer.point is not None
    return format_point(answer.point, 9)


def test_shapes_are_classed_by_length_and_ends() -> None:
    """A row has the same class from either end; rows at the edge and broken fours are misjudged."""
    for drawn, expected in (
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
    ):
        assert kind(drawn) == kind(drawn[::-1]) == expected, drawn
    for drawn, seen in (
        ("#xxxx....", NOTHING),
        ("..#xxx...", NOTHING),
        (".xx.xx...", OPEN_TWO),
        (".x.xxx...", OPEN_THREE),
    ):
        assert kind(drawn) == seen, drawn


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


def test_steps_come_in_order() -> None:
    """It completes its own five first, then blocks: an open three at its first end in
    board order.
    """
    assert choice(FOURS, BLACK) in ("B8", "G8")
    assert choice(FOURS, WHITE) in ("A4", "F4")
    assert choice(THREE, BLACK) == "C6"
    quiet = after("E5 D4", NINE)
    assert SharpMokuPlayer(NINE, 3).choose(quiet, Allowance()).point in quiet.legal_moves()


def test_game_follows_from_the_seed() -> None:
    """A whole game is legal, ends, and follows from its seed."""
    games = []
    for seed, depth in ((1, 2), (1, 2), (2, 1)):
        player = SharpMokuPlayer(NINE, depth)
        player.new_game(seed)
        position = Position(NINE)
        while position.outcome is None:
            point = player.choose(position.copy(), Allowance()).point
            assert point is not None
            position.play(point)
        assert position.outcome.termination == BY_FIVE or 0 not in position.cells
        games.append(position.moves)
    assert games[0] == games[1]
    assert games[0][0] != games[2][0]
