"""A position as an SVG picture: the board, stones, marks, and a caption below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from games.drawing.layout import BETTER, INK, LAST, MARK, PAPER, STROKE, WOOD
from games.drawing.shapes import arrow, circle, stroke, words
from games.rules import WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from games.drawing.layout import Layout
    from games.family import AnyFamily, AnyPosition

    Places = tuple[str, ...]

CAPTION = 0.05  # height of a line of the caption, and its letters, as shares of the width
LETTERS = 0.028
# Of a picture of a part, in stones: the room beside the outermost ones, and the least width.
BESIDE, ACROSS = 1.5, 10.0
WHITE_STONE, BLACK_STONE = "#fbfaf5", "#1d1b19"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """What a picture shows.

    family     the game
    position   the position
    stones     colour by point: "white", "black", in Gipf also "white gipf", "black gipf"
    last       the decisions of the last move; () to mark none
    better     the decisions of a better move, to mark as such
    ahead      moves to show before they are played, each as its decisions
    row        the points of a winning row
    marks      label by point; "" draws a ring
    arrows     (from, to) pairs of points
    lines      sequences of points, each joined by a stroke
    caption    lines of text below the board
    title      the accessible name; without it the caption
    size       width in pixels
    near       show only the part of the board around the stones, if there is room to spare and no
               caption
    """

    family: AnyFamily
    position: AnyPosition
    stones: Mapping[str, str]
    last: tuple[int, ...] = ()
    better: tuple[int, ...] = ()
    ahead: Sequence[tuple[int, ...]] = ()
    row: Places = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    arrows: Sequence[tuple[str, str]] = ()
    lines: Sequence[Sequence[str]] = ()
    caption: Places = ()
    title: str = ""
    size: int = 480
    near: bool = False

    def marked_moves(self) -> list[tuple[int, str]]:
        """The decisions of the last move and of a better one, each with its colour."""
        return [(move, LAST) for move in self.last] + [(move, BETTER) for move in self.better]


def draw(picture: Picture, board: str | None = None) -> str:
    """The picture as one SVG element. Raises NotationError for a point that is not on the board.

    `board` is the id of a `board_symbol` on the same page, to which the picture then refers.
    """
    layout = picture.family.layout()
    left, top, width, height = _part(layout, picture)
    if picture.caption:
        height += CAPTION * width * (len(picture.caption) + 0.4)
    empty = [f'<use href="#{board}"/>'] if board else layout.empty_board()
    shapes = [
        (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
            f'viewBox="{left:g} {top:g} {width:g} {height:g}" '
            f'width="{picture.size}" height="{picture.size * height / width:.0f}">'
        ),
        f"<title>{escape(picture.title or '. '.join(picture.caption))}</title>",
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
        *empty,
        *_stones(layout, picture),
        *(stroke([*map(layout.at, line)], STROKE, 4, 0.8) for line in picture.lines),
        *_marks(layout, picture),
        *_caption(layout, picture.caption),
        "</svg>",
    ]
    return "\n".join(shapes)


def board_symbol(family: AnyFamily, name: str) -> str:
    """The empty board as a symbol with this id, for a page of many pictures."""
    layout = family.layout()
    return (
        f'<svg width="0" height="0" aria-hidden="true"><symbol id="{name}" '
        f'viewBox="0 0 {layout.width:g} {layout.height:g}" font-family="sans-serif">'
        f"{''.join(layout.empty_board())}</symbol></svg>"
    )


def _part(layout: Layout, picture: Picture) -> tuple[float, float, float, float]:
    """What is shown of the board: left, top, width and height."""
    whole = (0.0, 0.0, layout.width, layout.height)
    stones = [layout.at(point) for point in picture.stones]
    if not (picture.near and stones) or picture.caption:
        return whole
    stone = 2 * layout.radius
    ends = [(min(numbers), max(numbers)) for numbers in zip(*stones, strict=True)]
    spread = max(most - least for least, most in ends)
    side = max(ACROSS * stone, spread + (1 + 2 * BESIDE) * stone)
    if side >= min(layout.width, layout.height):
        return whole
    left, top = (
        min(max(0.0, (least + most - side) / 2), length - side)
        for (least, most), length in zip(ends, (layout.width, layout.height), strict=True)
    )
    return left, top, side, side


def labels(marks: str | Iterable[str] | Mapping[str, str]) -> Mapping[str, str]:
    """Marks as {point: label}; "" stands for a ring."""
    if isinstance(marks, Mapping):
        return marks
    points = marks.replace(",", " ").split() if isinstance(marks, str) else marks
    return dict.fromkeys(points, "")


def _stones(layout: Layout, picture: Picture) -> Iterator[str]:
    for point, kind in picture.stones.items():
        yield from _stone(layout, point, kind)
    if picture.family.lays_stones:
        yield from _moves(layout, picture)
    else:
        yield from picture.family.drawn_moves(layout, picture)


def _moves(layout: Layout, picture: Picture) -> Iterator[str]:
    family, position = picture.family, picture.position
    for move, colour in picture.marked_moves():
        place = family.place_of(position, move, played=colour == LAST)
        if place is not None:
            radius = (0.5 if colour == BETTER else 0.3) * layout.radius
            yield circle(layout.at(family.place_name(place)), radius, colour)
    if picture.row:
        yield stroke([layout.at(picture.row[0]), layout.at(picture.row[-1])], MARK, 4, 0.8)
    ahead = position.copy()
    for number, (move,) in enumerate(picture.ahead, 1):
        place, colour = family.place_of(ahead, move), position.rules.colour_of(ahead.side)
        if place is not None:
            yield from _numbered(layout, family.place_name(place), colour, number)
        ahead.play(move)


def _stone(layout: Layout, point: str, kind: str) -> Iterator[str]:
    fill, edge = _colours(kind)
    yield circle(layout.at(point), layout.radius, fill, INK, 1)
    if kind.endswith("gipf"):
        yield circle(layout.at(point), 0.6 * layout.radius, "none", edge, 2.5)


def _colours(kind: str) -> tuple[str, str]:
    if kind.startswith(WHITE):
        return WHITE_STONE, BLACK_STONE
    return BLACK_STONE, WHITE_STONE


def _numbered(layout: Layout, point: str, colour: str, number: int) -> Iterator[str]:
    fill, ink = _colours(colour)
    yield circle(layout.at(point), layout.radius, fill, STROKE, 2.5)
    yield words(layout.at(point), str(number), 0.95 * layout.radius, ink)


def _marks(layout: Layout, picture: Picture) -> Iterator[str]:
    for point, label in picture.marks.items():
        if not label:
            yield circle(layout.at(point), 0.62 * layout.radius, "none", MARK, 2.5)
            continue
        kind = picture.stones.get(layout.name(point))
        if kind is None:
            yield circle(layout.at(point), 0.8 * layout.radius, WOOD)
        ink = MARK if kind is None else _colours(kind)[1]
        share = (1.15, 0.95, 0.8, 0.62)[min(len(label), 4) - 1]  # long labels are smaller
        yield words(layout.at(point), label, share * layout.radius, ink)
    for start, end in picture.arrows:
        yield from arrow(layout.at(start), layout.at(end), STROKE, 0.4 * layout.radius)


def _caption(layout: Layout, caption: Places) -> Iterator[str]:
    step = CAPTION * layout.width
    for number, line in enumerate(caption):
        at = (step / 2, layout.height + (number + 0.7) * step)
        yield words(at, line, LETTERS * layout.width, INK, "start")
