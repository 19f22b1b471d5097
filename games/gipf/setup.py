"""Checks of a position that is set up; each raises ValueError with the reason."""

from __future__ import annotations

from games.gipf.board import LINE_NAMES, SPOTS
from games.gipf.rows import CELLS, is_gipf, may_be_left, row_owner, rows_of
from games.gipf.rules import BASIC, TOURNAMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition


def check_cells(position: GipfPosition) -> None:
    """Raise ValueError unless each spot is empty or holds a piece of this game."""
    cells, rules = position.cells, position.rules
    if len(cells) != len(SPOTS) or any(cell not in CELLS for cell in cells):
        raise ValueError(f"a board of Gipf has {len(SPOTS)} cells, each 0 to {CELLS[-1]}")
    if rules.variant == BASIC and any(is_gipf(cell) for cell in cells):
        raise ValueError("the basic game has no GIPF-pieces")


def check_counts(position: GipfPosition) -> None:
    """Raise ValueError if a side has too many pieces or may not add GIPF-pieces as it says."""
    rules = position.rules
    for side in (0, 1):
        colour = rules.colour_of(side).capitalize()
        if position.reserves[side] < 0 or position.lost[side] < 0:
            raise ValueError(
                f"{colour} has {rules.pieces[side]} pieces, not {position.pieces_on_board(side)} "
                f"on the board and {position.reserves[side]} in reserve"
            )
        if position.adding[side] and rules.variant != TOURNAMENT:
            raise ValueError(f"{colour} cannot add GIPF-pieces: only the tournament game allows it")
        if position.adding[side] and 1 + side in position.cells:
            raise ValueError(f"{colour} has played single pieces and cannot add GIPF-pieces")


def check_rows(position: GipfPosition) -> None:
    """Raise ValueError for a row that nobody is about to remove, unless it may be left."""
    cells, rules = position.cells, position.rules
    for line in position.left:
        if position.placing or row_owner(cells, line) is None or not may_be_left(cells, line):
            raise ValueError(f"no row that was left in this turn stands on {LINE_NAMES[line]}")
    if position.outcome is not None:
        return
    if position.placing:
        standing = [line for side in (0, 1) for line in rows_of(cells, side)]
        for line in standing:
            if not may_be_left(cells, line):
                raise ValueError(
                    f"a row stands on {LINE_NAMES[line]}: say whose turn it is and who removes it"
                )
    elif position.owner_to_remove() != position.side:
        colour = rules.colour_of(position.side).capitalize()
        raise ValueError(f"{colour} is not the side that must remove a row")
