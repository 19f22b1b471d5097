"""Cells, and the rows of four on them.

A row is four or more adjacent pieces of one colour on one line. A removal takes the row and all
pieces of both colours that are connected to it along that line without a gap:

    e2 W  e3 K  e4 K  e5 K  e6 K  e7 .  e8 W      a row of Black's; e2 to e6 go, e8 stays

A line has seven spots at most, so it holds one row at most.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.gipf.board import LINES
from games.rules import EMPTY

# A spot holds EMPTY, 1 + side for a single piece, or 3 + side for a GIPF-piece.
CELLS = range(5)
GIPF = 3
OWNER = (None, 0, 1, 0, 1)  # the side whose piece a cell is
WORTH = (0, 1, 1, 2, 2)  # pieces per cell: a GIPF-piece is a stack of two
FOUR = 4
IN_EACH = 3  # a line has four to seven spots: each four of them in a row include the fourth one


def is_gipf(cell: int) -> bool:
    """Whether the cell is a GIPF-piece of either side."""
    return cell >= GIPF


def row_owner(cells: Sequence[int], line: int) -> int | None:
    """The side whose row stands on the line, or None."""
    spots = LINES[line]
    owner = OWNER[cells[spots[IN_EACH]]]
    if owner is None:
        return None
    first = last = IN_EACH
    while first > 0 and OWNER[cells[spots[first - 1]]] == owner:
        first -= 1
    while last + 1 < len(spots) and OWNER[cells[spots[last + 1]]] == owner:
        last += 1
    return owner if last - first >= FOUR - 1 else None


def rows_of(cells: Sequence[int], side: int) -> list[int]:
    """The lines on which rows of this side stand."""
    return [line for line in range(len(LINES)) if row_owner(cells, line) == side]


def segment(cells: Sequence[int], line: int) -> list[int]:
    """The spots of the longest stretch of pieces on the line; if a row stands there, it is in it.

    Seven spots have no room for a second stretch of four.
    """
    longest: list[int] = []
    stretch: list[int] = []
    for spot in LINES[line]:
        stretch = [] if cells[spot] == EMPTY else [*stretch, spot]
        longest = max(longest, stretch, key=len)
    return longest


def gipf_bits(cells: Sequence[int], line: int) -> int:
    """The GIPF-pieces in the segment of the line, as bits of the line's spots from its first."""
    inside = segment(cells, line)
    return sum(
        1 << place
        for place, spot in enumerate(LINES[line])
        if spot in inside and is_gipf(cells[spot])
    )


def may_be_left(cells: Sequence[int], line: int) -> bool:
    """Whether the owner may leave the row: its segment consists of GIPF-pieces only."""
    return all(is_gipf(cells[spot]) for spot in segment(cells, line))
