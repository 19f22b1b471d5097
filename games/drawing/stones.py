"""What lies on a board, by the names of its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.five.points import format_point
from games.gipf.board import SPOTS
from games.gipf.position import GipfPosition
from games.gipf.rows import OWNER, is_gipf
from games.rules import EMPTY

if TYPE_CHECKING:
    from games.families.choice import AnyPosition


def stones_of(position: AnyPosition) -> dict[str, str]:
    """The colour on each occupied point: {"K10": "white"}.

    A GIPF-piece is "white gipf" or "black gipf".
    """
    if isinstance(position, GipfPosition):
        return {
            SPOTS[spot]: _piece(position, cell)
            for spot, cell in enumerate(position.cells)
            if cell != EMPTY
        }
    rules = position.rules
    return {
        format_point(point, rules.size): rules.colour_of(cell - 1)
        for point, cell in enumerate(position.cells)
        if cell != EMPTY
    }


def _piece(position: GipfPosition, cell: int) -> str:
    """A piece of Gipf in words."""
    owner = OWNER[cell]
    assert owner is not None, "the spot is not empty"
    return position.rules.colour_of(owner) + (" gipf" if is_gipf(cell) else "")
