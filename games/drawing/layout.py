"""Where the points of a board lie in a picture, and what the empty board looks like.

Lengths are in user units of the picture: two neighbouring points of a square board are CELL apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from games.drawing.shapes import circle, polygon, stroke, words
from games.errors import NotationError
from games.five.points import COLUMN_LETTERS, format_point, parse_point
from games.gipf.board import DOTS, FILE_LETTERS, LINE_NAMES, SPOTS
from games.gipf.diagram import height

if TYPE_CHECKING:
    from collections.abc import Iterator

CELL = 30.0
MARGIN = 1.3 * CELL  # from the edge to the first line: a stone, and the coordinates
WOOD, INK, PAPER = "#e3c07f", "#4b3a22", "#f6e7c8"
FILE_STEP = 39.0  # between two files of Gipf's board
HALF_STEP = 22.5  # half of the step along a file
HEX_MARGIN = 36.0
LABEL_GAP = 17.0  # from a dot to its name
STAR_DISTANCE = {9: 2, 15: 4, 19: 6}  # of the eight outer star points from the centre


class Layout(Protocol):
    """The geometry of one board."""

    width: float
    height: float
    radius: float

    def at(self, point: str) -> tuple[float, float]:
        """Where a point lies. Raises NotationError."""

    def name(self, point: str) -> str:
        """The point's usual name: `K10` for `10k`. Raises NotationError."""

    def empty_board(self) -> Iterator[str]:
        """The shapes of the board without stones."""


class SquareLayout:
    """A board of `size` lines a side."""

    radius = 0.47 * CELL

    def __init__(self, size: int) -> None:
        self._size = size
        self.width = self.height = 2 * MARGIN + CELL * (size - 1)

    def at(self, point: str) -> tuple[float, float]:
        """Where `K10` lies. Raises NotationError."""
        row, column = divmod(parse_point(point, self._size), self._size)
        return MARGIN + CELL * column, MARGIN + CELL * row

    def name(self, point: str) -> str:
        """`K10` for `10k`. Raises NotationError."""
        return format_point(parse_point(point, self._size), self._size)

    def empty_board(self) -> Iterator[str]:
        """The wood, the lines, the star points and the coordinates."""
        size, first, last = self._size, MARGIN, self.width - MARGIN
        yield f'<rect width="{self.width:g}" height="{self.height:g}" fill="{WOOD}"/>'
        places = [MARGIN + CELL * number for number in range(size)]
        for at in places:
            yield stroke([(first, at), (last, at)], INK, 1)
            yield stroke([(at, first), (at, last)], INK, 1)
        for point in self._star_points():
            yield circle(self.at(point), 3, INK)
        for number, at in enumerate(places):
            for side in (0.4 * CELL, self.width - 0.4 * CELL):
                yield words((at, side), COLUMN_LETTERS[number], 11, INK)
                yield words((side, at), str(size - number), 11, INK)

    def _star_points(self) -> list[str]:
        """The marked points: the centre, and eight around it."""
        middle, away = self._size // 2, STAR_DISTANCE.get(self._size)
        if away is None:
            return []
        steps = (middle - away, middle, middle + away)
        return [format_point(row * self._size + col, self._size) for row in steps for col in steps]


class HexLayout:
    """The board of Gipf."""

    radius = 17.0

    def __init__(self) -> None:
        self.width = 2 * HEX_MARGIN + 8 * FILE_STEP
        self.height = 2 * HEX_MARGIN + 16 * HALF_STEP
        self._places = {name: self._place(name) for name in (*DOTS, *SPOTS)}

    def _place(self, name: str) -> tuple[float, float]:
        """Where a spot or a dot lies."""
        file = FILE_LETTERS.index(name[0])
        return HEX_MARGIN + file * FILE_STEP, self.height / 2 - height(name) * HALF_STEP

    def at(self, point: str) -> tuple[float, float]:
        """Where `e5` lies. Raises NotationError."""
        if point not in self._places:
            raise NotationError(f"{point!r} names no point: expected a spot or dot, a1 to i5")
        return self._places[point]

    def name(self, point: str) -> str:
        """The point itself. Raises NotationError."""
        self.at(point)
        return point

    def empty_board(self) -> Iterator[str]:
        """The wood, the lines from dot to dot, and the names of the dots."""
        corners = [self.at(name) for name in ("a1", "a5", "e9", "i5", "i1", "e1")]
        yield f'<rect width="{self.width:g}" height="{self.height:g}" fill="{PAPER}"/>'
        yield polygon(corners, WOOD)
        for name in LINE_NAMES:
            first, last = name.split("-")
            yield stroke([self.at(first), self.at(last)], INK, 1.2)
        middle = self.width / 2, self.height / 2
        for dot in DOTS:
            yield circle(self.at(dot), 4, INK)
            yield words(self._beyond(dot, middle), dot, 12, INK)

    def _beyond(self, dot: str, middle: tuple[float, float]) -> tuple[float, float]:
        """Where the name of a dot stands: further out."""
        (x, y), (cx, cy) = self.at(dot), middle
        length = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
        return x + (x - cx) * LABEL_GAP / length, y + (y - cy) * LABEL_GAP / length
