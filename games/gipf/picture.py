"""Gipf's board in a picture: where its spots and dots lie, and its moves as arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.drawing.layout import INK, MARK, PAPER, STROKE, WOOD
from games.drawing.shapes import arrow, circle, polygon, stroke, words
from games.errors import NotationError
from games.gipf.board import DOTS, ENTRY_DOTS, ENTRY_SPOTS, FILE_LETTERS, LINE_NAMES, SPOTS
from games.gipf.diagram import height
from games.gipf.moves import entry_of, is_removal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.drawing.board import Picture
    from games.drawing.layout import Layout
    from games.gipf.position import GipfPosition

FILE_STEP = 39.0  # between two files of Gipf's board
HALF_STEP = 22.5  # half of the step along a file
HEX_MARGIN = 36.0
LABEL_GAP = 17.0  # from a dot to its name


class HexLayout:
    """The board of Gipf."""

    radius = 17.0

    def __init__(self) -> None:
        self.width = 2 * HEX_MARGIN + 8 * FILE_STEP
        self.height = 2 * HEX_MARGIN + 16 * HALF_STEP
        self._places = {name: self._place(name) for name in (*DOTS, *SPOTS)}

    def _place(self, name: str) -> tuple[float, float]:
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
        (x, y), (cx, cy) = self.at(dot), middle
        length = ((x - cx) ** 2 + (y - cy) ** 2) ** 0.5
        return x + (x - cx) * LABEL_GAP / length, y + (y - cy) * LABEL_GAP / length


def pushes(layout: Layout, picture: Picture) -> Iterator[str]:
    """Gipf: the last turn, a better one and those ahead as arrows, removed pieces as crosses.

    The removals of the last turn are not shown: those pieces have left the board.
    """
    for decision, colour in picture.marked_moves():
        if not is_removal(decision):
            yield from _push(layout, decision, colour)
    ahead: GipfPosition = picture.position.copy()  # type: ignore[assignment]  # of Gipf
    for decisions in picture.ahead:
        for decision in decisions:
            if not is_removal(decision):
                yield from _push(layout, decision, STROKE)
            else:
                for spot in ahead.spots_removed(decision):
                    yield from _cross(layout, SPOTS[spot])
            ahead.play(decision)


def _push(layout: Layout, decision: int, colour: str) -> list[str]:
    entry = entry_of(decision)
    dot, spot = DOTS[ENTRY_DOTS[entry]], SPOTS[ENTRY_SPOTS[entry][0]]
    return arrow(layout.at(dot), layout.at(spot), colour, 0.3 * layout.radius)


def _cross(layout: Layout, point: str) -> Iterator[str]:
    (x, y), arm = layout.at(point), 0.5 * layout.radius
    yield stroke([(x - arm, y - arm), (x + arm, y + arm)], MARK, 3)
    yield stroke([(x - arm, y + arm), (x + arm, y - arm)], MARK, 3)
