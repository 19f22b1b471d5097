"""The first seed program: its shapes, its three steps, its defects and the mended version."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.clock import Allowance
from arena.players.reference.candidates import adjacent_candidates, neighbours
from arena.players.reference.sharpmoku import (
    INFINITY,
    KEPT,
    MENDED,
    Faults,
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
    FIVE_VALUE,
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
from tests.conditions import met, often
from tests.strategies import positions

GOMOKU_9 = rules_named("gomoku-9")
GOMOKU_15 = rules_named("gomoku-15")
SMALL = Rules("small-6", 6)
TOUCHING = neighbours(6)
KINDS = (FIVE, OPEN_FOUR, BLOCKED_FOUR, OPEN_THREE, BLOCKED_THREE, OPEN_TWO, BLOCKED_TWO)
CELLS = {".": 0, "x": 1, "o": 2, "#": BORDER}


def kind(drawn: str, *, mended: bool = False) -> int:
    """The class of nine drawn cells, the stone in the middle."""
    cells = tuple(CELLS[sign] for sign in drawn)
    return ShapeBook(mended=mended).kind(cells[:REACH] + cells[REACH + 1 :], 0)


def choice(diagram: str, colour: str = BLACK, depth: int = 2, faults: Faults = KEPT) -> str:
    """The point that is played on this board of nine lines."""
    player = SharpMokuPlayer(GOMOKU_9, depth, faults)
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
    """A row is of the class that its length and its ends make it, whichever way it is read."""
    for mended in (False, True):
        assert kind(drawn, mended=mended) == kind(drawn[::-1], mended=mended) == expected


@pytest.mark.parametrize(
    ("drawn", "seen", "truly"),
    [
        ("#xxxx....", NOTHING, BLOCKED_FOUR),
        ("..#xxx...", NOTHING, BLOCKED_THREE),
        ("..xx.xx..", OPEN_TWO, BLOCKED_FOUR),
        (".x.xxx...", OPEN_THREE, BLOCKED_FOUR),
    ],
)
def test_edge_and_broken_fours_are_misjudged(drawn: str, seen: int, truly: int) -> None:
    """Only the mended program blocks at the edge and counts a broken four with free ends."""
    drawn = drawn if drawn[4] == "x" else drawn[1:] + "."
    assert (kind(drawn), kind(drawn, mended=True)) == (seen, truly)


def test_values_stand_in_the_described_order() -> None:
    """Five, open four, two fours, four and three, two threes, a three, a four, and so on down."""
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


@pytest.mark.parametrize("faults", [KEPT, MENDED])
def test_steps_come_in_order(faults: Faults) -> None:
    """Its own five first, then a block: of an open three the end that is first in board order."""
    assert choice(FOURS, BLACK, faults=faults) in ("B8", "G8")
    assert choice(FOURS, WHITE, faults=faults) in ("A4", "F4")
    assert choice(THREE, BLACK, faults=faults) == "C6"


def test_two_fives_overflow() -> None:
    """A point that makes two fives has a negative value, except for the mended program."""
    values = [value_at(CROSSED_FOURS, "E5", faults=faults) for faults in (KEPT, MENDED)]
    assert values[0] < 0 < values[1]
    assert wrapped(2**31) == -(2**31)


def value_at(diagram: str, name: str, faults: Faults) -> int:
    """What a point is worth in step 1."""
    position = parse_diagram(diagram, GOMOKU_9, BLACK)
    board = ValuedBoard(GOMOKU_9, faults)
    board.set_up(position)
    names = [format_point(point, 9) for point in range(81)]
    return board.point_value(names.index(name), position.side)


def textbook(position: Position, depth: int, judge: ValuedBoard, side: int) -> dict[int, int]:
    """Every candidate with its value by plain minimax, a leaf judged as the program judges it."""
    judge.set_up(position)
    values = {}
    for point in adjacent_candidates(position, TOUCHING):
        judge.set_up(position)
        value = judge.stone_value(point, position.side)
        if depth > 1 and value < FIVE_VALUE:
            position.play(point)
            replies = textbook(position, depth - 1, judge, side).values()
            value = (max if position.side == side else min)(replies, default=0)
            position.undo()
        elif position.side != side:
            value = -value
        values[point] = value
    return values


@often(found=3)
@given(positions(st.just(SMALL), max_turns=14), st.integers(1, 3))
@settings(max_examples=20)
def test_mended_searches_as_the_textbook(position: Position, depth: int) -> None:
    """With the cut-off the right way round the first best move of plain minimax is played."""
    if not any(position.cells):
        return
    board = ValuedBoard(SMALL, MENDED)
    board.set_up(position)
    values = textbook(position, depth, ValuedBoard(SMALL, MENDED), position.side)
    found = board.searched(depth)
    if found in values:  # the root looks at radius two
        met("found")
        assert values[found] == max(values.values())


def test_inverted_cut_is_noise() -> None:
    """With only its cut-off inverted it usually plays moves that are worse by minimax."""
    worse = 0
    for seed in range(10):
        position = crowded(seed)
        mended, board = (
            ValuedBoard(GOMOKU_15, faults)
            for faults in (MENDED, replace(MENDED, inverted_cut=True))
        )
        mended.set_up(position)
        board.set_up(position)
        found, best = (
            mended._after(point, position.side, 2, -INFINITY, INFINITY)
            for point in (board.searched(2), mended.searched(2))
        )
        worse += found < best
    assert worse >= 5


def crowded(seed: int) -> Position:
    """Return so many stones in the middle that step 3 uses only neighbours."""
    dice = random.Random(seed)
    position = Position(GOMOKU_15)
    while len(position.moves) < 10:
        point = 15 * dice.randint(3, 11) + dice.randint(3, 11)
        if not position.cells[point]:
            position.play(point)
    return position.copy()


@pytest.mark.parametrize("faults", [KEPT, MENDED])
@pytest.mark.parametrize("depth", [1, 2])
def test_game_follows_from_the_seed(faults: Faults, depth: int) -> None:
    """A whole game is legal and ends, and the same seed plays the same one."""
    games = []
    for seed in (1, 1, 2):
        player = SharpMokuPlayer(GOMOKU_9, depth, faults)
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
