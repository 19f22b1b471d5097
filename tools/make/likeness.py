"""Keys of positions that are equal under the symmetries of the board and an exchange of colours."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from games.five.symmetry import mapped_point
from games.gipf.symmetry import SPOT_IMAGES
from games.rules import FIVE_FAMILY, GIPF_FAMILY

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyPosition
    from games.five.position import Position
    from games.gipf.position import GipfPosition

    Likeness = tuple[bytes, tuple[int, ...]]

EXCHANGED = (0, 2, 1, 4, 3)  # the cells of Gipf, and of square boards, after an exchange of colours


def likeness(position: AnyPosition) -> Likeness:
    """A key that is equal for positions that differ only by symmetry or exchanged colours."""
    return KEYS[position.rules.family](position)


def five_likeness(position: Position) -> Likeness:
    """The key of a position on a square board: the board as the side to move sees it, captures."""
    side = position.side
    cells = position.cells if side == 0 else [EXCHANGED[cell] for cell in position.cells]
    boards = (bytes(map(cells.__getitem__, turned)) for turned in _turns(position.rules.size))
    return min(boards), (position.captured_stones[side], position.captured_stones[1 - side])


def gipf_likeness(position: GipfPosition) -> Likeness:
    """The key of a position of Gipf: the board as the side to decide sees it, and the pieces."""
    side = position.side
    cells = position.cells if side == 0 else [EXCHANGED[cell] for cell in position.cells]
    boards = (bytes(map(cells.__getitem__, turned)) for turned in SPOT_IMAGES)
    own_first = slice(None, None, 1 if side == 0 else -1)
    pieces = (*position.reserves[own_first], *map(int, position.adding[own_first]))
    return min(boards), (*pieces, int(position.placing), int(position.turn == side))


KEYS: dict[str, Callable[[Any], Likeness]] = {
    FIVE_FAMILY: five_likeness,
    GIPF_FAMILY: gipf_likeness,
}


@cache
def _turns(size: int) -> tuple[tuple[int, ...], ...]:
    """The points of a square board in the order of each of its eight images."""
    points = range(size * size)
    return tuple(
        tuple(mapped_point(point, size, symmetry) for point in points) for symmetry in range(8)
    )
