"""The board of Gipf as a drawing: dots by their names, pieces as `W`, `K`, `GW`, `GK`.

`G` marks a GIPF-piece, `.` an empty spot. The start of the standard game:

                e9
             d8    f8
          c7    GK    g7
       b6    .     .     h6
    a5    .     .     .     i5
       GW    .     .     GW
    a4    .     .     .     i4
       .     .     .     .
    a3    .     .     .     i3
       .     .     .     .
    a2    .     .     .     i2
       GK    .     .     GK
    a1    .     .     .     i1
       b1    .     .     h1
          c1    GW    g1
             d1    f1
                e1
"""

from __future__ import annotations

from collections.abc import Sequence

from games.gipf.board import DOT_NAMED, DOTS, FILE_LENGTHS, FILE_LETTERS, SPOT_NAMED, SPOTS
from games.gipf.rows import GIPF

PIECES = {"W": 1, "K": 2, "GW": GIPF, "GK": GIPF + 1}
PIECE_NAMES = {cell: name for name, cell in PIECES.items()}
EMPTY_SIGN = "."
FILE_WIDTH = 3  # characters from one file to the next


def height(name: str) -> int:
    """Height above the centre in half steps of the drawing: 8 for e9, -8 for e1."""
    return 2 * int(name[1:]) - 1 - FILE_LENGTHS[FILE_LETTERS.index(name[0])]


# The points of each line of the drawing, from the top, each from the left.
DRAWN_ROWS = tuple(
    sorted(name for name in (*DOTS, *SPOTS) if height(name) == half_steps)
    for half_steps in range(8, -9, -1)
)


def format_diagram(cells: Sequence[int]) -> str:
    """The drawing of a board, 17 lines, each ended by LF."""
    return "".join(_format_row(row, cells) + "\n" for row in DRAWN_ROWS)


def _format_row(row: list[str], cells: Sequence[int]) -> str:
    line = ""
    for name in row:
        line = line.ljust(FILE_WIDTH * FILE_LETTERS.index(name[0])) + _sign(name, cells)
    return line


def _sign(name: str, cells: Sequence[int]) -> str:
    if name in DOT_NAMED:
        return name
    return PIECE_NAMES.get(cells[SPOT_NAMED[name]], EMPTY_SIGN)
