"""Boards as SVG for the page of a review: the empty board is drawn once, each picture refers to it.

So a page of sixty positions stays small. A picture shows the stones, the last move, and optionally
a better move; the accessible name says what it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from games.families.choice import AnyPosition, AnyRules
from games.five.points import COLUMN_LETTERS
from games.gipf.board import DOTS, ENTRY_DOTS, ENTRY_SPOTS, FILE_LETTERS, LINE_NAMES, SPOTS
from games.gipf.diagram import height
from games.gipf.moves import entry_of, is_removal
from games.gipf.position import GipfPosition
from games.gipf.rows import OWNER, is_gipf
from games.gipf.rules import GipfRules
from games.rules import EMPTY, WHITE

CELL = 20  # units between two lines of a square board
FILE_STEP, HALF_STEP = 26, 15  # of Gipf: between two files, and half a step along a file
EMPTY_BOARD = "empty-board"
LAST, BETTER = "last", "better"  # classes of marks


def size_of(rules: AnyRules) -> tuple[int, int]:
    """Width and height of a picture."""
    if isinstance(rules, GipfRules):
        return FILE_STEP * 10, HALF_STEP * 18
    side = CELL * (rules.size + 1)
    return side, side


def empty_board(rules: AnyRules) -> str:
    """The empty board as a symbol that pictures refer to."""
    width, tall = size_of(rules)
    shapes = "".join(_hexagon() if isinstance(rules, GipfRules) else _square(rules.size))
    return (
        f'<svg width="0" height="0" aria-hidden="true"><symbol id="{EMPTY_BOARD}" '
        f'viewBox="0 0 {width} {tall}"><rect class="wood" width="{width}" height="{tall}"/>'
        f"{shapes}</symbol></svg>"
    )


def board(position: AnyPosition, *, last: int | None, better: int | None, name: str) -> str:
    """The picture of a position; `last` led to it, `better` could be played in it."""
    width, tall = size_of(position.rules)
    parts = [
        f'<svg class="board" viewBox="0 0 {width} {tall}" role="img" aria-label="{escape(name)}">',
        f'<use href="#{EMPTY_BOARD}"/>',
        *_stones(position),
    ]
    for move, kind in ((last, LAST), (better, BETTER)):
        if move is not None:
            parts += _mark(position, move, kind)
    return "".join([*parts, "</svg>"])


def _square(size: int) -> Iterator[str]:
    """The lines and coordinates of a square board."""
    first, end = CELL, CELL * size
    path = "".join(f"M{first} {at}H{end}M{at} {first}V{end}" for at in range(first, end + 1, CELL))
    yield f'<path class="line" d="{path}"/>'
    for number in range(size):
        at = CELL * (number + 1)
        yield _text(at, CELL * 0.3, COLUMN_LETTERS[number])
        yield _text(CELL * 0.32, at, str(size - number))


def _hexagon() -> Iterator[str]:
    """The lines and dots of Gipf's board."""
    path = ""
    for name in LINE_NAMES:
        (x, y), (to_x, to_y) = (_place(end) for end in name.split("-"))
        path += f"M{x} {y}L{to_x} {to_y}"
    yield f'<path class="line" d="{path}"/>'
    for dot in DOTS:
        x, y = _place(dot)
        yield f'<circle class="dot" cx="{x}" cy="{y}" r="8"/>'
        yield _text(x, y, dot)


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" dy=".35em">{words}</text>'


def _place(name: str) -> tuple[int, int]:
    """Where a spot or dot of Gipf lies."""
    file = FILE_LETTERS.index(name[0])
    return FILE_STEP * (file + 1), HALF_STEP * (9 - height(name))


def _point(point: int, size: int) -> tuple[int, int]:
    """Where a point of a square board lies."""
    row, column = divmod(point, size)
    return CELL * (column + 1), CELL * (row + 1)


def _stones(position: AnyPosition) -> Iterator[str]:
    """The stones or pieces."""
    for place, cell in enumerate(position.cells):
        if cell == EMPTY:
            continue
        if isinstance(position, GipfPosition):
            x, y = _place(SPOTS[place])
            owner = OWNER[cell]
            assert owner is not None, "the spot is not empty"
            colour = position.rules.colour_of(owner)
            yield _stone(x, y, colour)
            if is_gipf(cell):
                yield f'<circle class="ring {colour}" cx="{x}" cy="{y}" r="5"/>'
        else:
            x, y = _point(place, position.rules.size)
            yield _stone(x, y, position.rules.colour_of(cell - 1))


def _stone(x: int, y: int, colour: str) -> str:
    return f'<circle class="{"w" if colour == WHITE else "b"}" cx="{x}" cy="{y}" r="9"/>'


def _mark(position: AnyPosition, move: int, kind: str) -> Iterator[str]:
    """A move: a small disc on a square board, an arrow line or nothing (a removal) in Gipf."""
    if not isinstance(position, GipfPosition):
        x, y = _point(move, position.rules.size)
        yield f'<circle class="{kind}" cx="{x}" cy="{y}" r="5"/>'
        return
    if not is_removal(move):
        entry = entry_of(move)
        (x, y) = _place(DOTS[ENTRY_DOTS[entry]])
        (to_x, to_y) = _place(SPOTS[ENTRY_SPOTS[entry][0]])
        yield f'<path class="{kind} push" d="M{x} {y}L{to_x} {to_y}"/>'
        yield f'<circle class="{kind}" cx="{to_x}" cy="{to_y}" r="4"/>'
