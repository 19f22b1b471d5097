"""The Pente positions of `arena.compliance.check`."""

from __future__ import annotations

from games.five.diagram import parse_position
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.rules import EMPTY

PENTE = rules_named("pente")

_SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
_MIDDLE = "19/19/19/19/19/12w6/9b1b7/7b1wb8/7b1bw8/7b1b9/6wwwb9/9w1bw6/19/19/19/19/19/19/19 w 2,4"


def played(*names: str) -> FivePosition:
    """The position after moves on these points."""
    position = FivePosition(PENTE)
    for name in names:
        position.play(parse_point(name, PENTE.size))
    return position


def white_all_taken() -> FivePosition:
    """White has lost all four stones; Black occupies the centre."""
    position = FivePosition(PENTE, side=0, captured_stones=(0, 4))
    for name in ("K10", "N10", "J9", "F6"):
        position.cells[parse_point(name, PENTE.size)] = 2
    return position


def sample() -> FivePosition:
    """The sample position of the handout, Black to move."""
    return parse_position(_SAMPLE, PENTE)


def middle_game() -> FivePosition:
    """A middle game with captures by both sides, White to move."""
    return parse_position(_MIDDLE, PENTE)


def nearly_full(empty: int, side: int) -> FivePosition:
    """A board with 1 to 4 empty points and no row of more than two stones."""
    size = PENTE.size
    cells = [1 + (column // 2 + row) % 2 for row in range(size) for column in range(size)]
    for name in ("A1", "T19", "C7", "Q12")[:empty]:
        cells[parse_point(name, size)] = EMPTY
    return FivePosition(PENTE, cells, side, (4, 4))
