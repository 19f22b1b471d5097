"""What a side of Gipf could capture with its next piece, by trying every push.

The kernel finds it on bitboards (`search/kernel/gipf_game/captures_next.pxi`).
"""

from __future__ import annotations

from collections.abc import Sequence

from games.gipf.board import ENTRIES, ENTRY_SPOTS, LINES, SPOTS
from games.gipf.rows import OWNER, WORTH, row_owner, rows_of, segment
from games.rules import EMPTY

LINES_THROUGH = [
    [line for line, spots in enumerate(LINES) if spot in spots] for spot in range(len(SPOTS))
]


def captured_next(cells: Sequence[int], side: int) -> int:
    """The most opposing pieces that a row captures which one more single piece makes.

    Assumes that the side has such a piece and is to move. A GIPF-piece counts two. Returns 0 where
    a row of the side stands already.
    """
    if rows_of(cells, side):
        return 0
    captures = [
        sum(WORTH[board[spot]] for spot in segment(board, line) if OWNER[board[spot]] == 1 - side)
        for board in (cells_after(cells, side, entry) for entry in ENTRIES)
        for line in new_rows(cells, board, side)
    ]
    return max(captures, default=0)


def new_rows(before: Sequence[int], after: Sequence[int], side: int) -> set[int]:
    """The lines with a row of the side through a spot that it did not have before."""
    won = [
        spot
        for spot, cell in enumerate(after)
        if OWNER[cell] == side and OWNER[before[spot]] != side
    ]
    lines = {line for spot in won for line in LINES_THROUGH[spot]}
    return {line for line in lines if row_owner(after, line) == side}


def cells_after(cells: Sequence[int], side: int, entry: int) -> list[int]:
    """The board after a push of a single piece; unchanged if the line is full."""
    board = list(cells)
    if all(cells[spot] != EMPTY for spot in ENTRY_SPOTS[entry]):
        return board
    carried = 1 + side
    for spot in ENTRY_SPOTS[entry]:
        carried, board[spot] = board[spot], carried
        if carried == EMPTY:
            break
    return board
