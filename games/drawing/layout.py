"""Where the points of a board lie in a picture, and what the empty board looks like.

Lengths are in user units of the picture: two neighbouring points of a grid are CELL apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from games.drawing.shapes import circle, stroke, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from games.grid import Grid

CELL = 30.0
MARGIN = 1.3 * CELL  # from the edge to the first line: a stone, and the coordinates
WOOD, INK, PAPER = "#e3c07f", "#4b3a22", "#f6e7c8"
MARK, LAST, BETTER, STROKE = "#c0392b", "#d35400", "#1f8a4c", "#1f6fb2"


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


class GridLayout:
    """A square or rectangular board, with some marked places: crossings of lines, or squares."""

    radius = 0.47 * CELL

    def __init__(self, grid: Grid[Any], stars: Sequence[int] = ()) -> None:
        self._grid = grid
        self._stars = stars
        self.width = 2 * MARGIN + CELL * (grid.size - 1)
        self.height = 2 * MARGIN + CELL * (grid.rows - 1)

    def at(self, point: str) -> tuple[float, float]:
        """Where `K10` lies. Raises NotationError."""
        row, column = divmod(self._grid.place_named(point), self._grid.size)
        return MARGIN + CELL * column, MARGIN + CELL * row

    def name(self, point: str) -> str:
        """`K10` for `10k`. Raises NotationError."""
        return self._grid.place_name(self._grid.place_named(point))

    def empty_board(self) -> Iterator[str]:
        """The wood, the lines, the star points and the coordinates."""
        width, height = self.width, self.height
        yield f'<rect width="{width:g}" height="{height:g}" fill="{WOOD}"/>'
        columns = [MARGIN + CELL * number for number in range(self._grid.size)]
        rows = [MARGIN + CELL * number for number in range(self._grid.rows)]
        half = CELL / 2 if self._grid.in_squares else 0.0
        for at in _lines(rows, half):
            yield stroke([(MARGIN - half, at), (width - MARGIN + half, at)], INK, 1)
        for at in _lines(columns, half):
            yield stroke([(at, MARGIN - half), (at, height - MARGIN + half)], INK, 1)
        for place in self._stars:
            yield circle(self.at(self._grid.place_name(place)), 3, INK)
        for number, at in enumerate(columns):
            for side in (0.4 * CELL, height - 0.4 * CELL):
                yield words((at, side), self._grid.letters[number], 11, INK)
        for number, at in enumerate(rows):
            for side in (0.4 * CELL, width - 0.4 * CELL):
                yield words((side, at), str(len(rows) - number), 11, INK)


def _lines(places: list[float], half: float) -> list[float]:
    """The lines through a row of places, or at a distance on either side of each."""
    return [at - half for at in places] + [places[-1] + half] * bool(half)
