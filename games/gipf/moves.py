"""Moves as numbers. A move is one decision: to bring in a piece, or what to take of a row.

       0 ..   41   a single piece through entry `move`
      42 ..   83   a GIPF-piece through entry `move - 42`
      84 .. 2771   a row is removed: 84 + 128 * line + taken, where bit i of `taken` says that the
                   GIPF-piece on the line's i-th spot is taken; GIPF-pieces without a bit are left

Single pieces connected to the row are always taken, so they have no bits. A player may take nothing
from a row of GIPF-pieces only and leave it standing; that is also a move.
"""

from games.gipf.board import ENTRIES, LINES

FIRST_GIPF_ENTRY = len(ENTRIES)
FIRST_REMOVAL = 2 * FIRST_GIPF_ENTRY
TAKEN_SETS = 1 << max(len(line) for line in LINES)
MOVES = range(FIRST_REMOVAL + len(LINES) * TAKEN_SETS)


def placement(entry: int, *, gipf: bool = False) -> int:
    """The move that brings in a piece, single or GIPF, through an entry."""
    return entry + gipf * FIRST_GIPF_ENTRY


def removal(line: int, taken: int = 0) -> int:
    """The move that removes the row on a line, and those of its GIPF-pieces that have a bit."""
    return FIRST_REMOVAL + line * TAKEN_SETS + taken


def is_removal(move: int) -> bool:
    """Whether the move removes or leaves a row; else it brings in a piece."""
    return move >= FIRST_REMOVAL


def entry_of(move: int) -> int:
    """The entry of a move that brings in a piece."""
    return move % FIRST_GIPF_ENTRY


def brings_gipf(move: int) -> bool:
    """Whether the move brings in a GIPF-piece."""
    return FIRST_GIPF_ENTRY <= move < FIRST_REMOVAL


def line_of(move: int) -> int:
    """The line whose row the move removes."""
    return (move - FIRST_REMOVAL) // TAKEN_SETS


def taken_of(move: int) -> int:
    """The bits of the GIPF-pieces that the removal takes."""
    return (move - FIRST_REMOVAL) % TAKEN_SETS
