"""A game as an animated GIF: a picture for each move of the line to a node, made with Pillow."""

from __future__ import annotations

import io
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING

from arena.extras import how_to_install
from games.drawing.board import (
    BLACK_STONE,
    WHITE_STONE,
    Picture,
    draw,
)
from games.drawing.layout import INK, LAST, MARK, PAPER, WOOD
from web.errors import TooLarge, Unreadable

if TYPE_CHECKING:
    from PIL.Image import Image

    from games.family import AnyFamily, AnyPosition
    from web.sharing.raster import Raster

WIDTH = 520  # pixels
PLAIN = (WOOD, INK, PAPER, WHITE_STONE, BLACK_STONE, LAST, MARK)
LONGEST_TITLE = 48  # characters
CAPTION_LINES = 1.9
MOST_MOVES = 300
MS_LAST = 3_000  # of the final position
BOARD = "board"  # a name for the empty board, which is drawn once


def makes_gifs() -> bool:
    """Whether Pillow is there."""
    return find_spec("PIL") is not None


def animation(
    family: AnyFamily, start: AnyPosition, moves: list[int], title: str, ms: int
) -> bytes:
    """The GIF of a line of play; each move is shown for `ms` milliseconds.

    Raises TooLarge for a line that is too long, Unreadable if Pillow is missing.
    """
    if len(moves) > MOST_MOVES:
        raise TooLarge(f"a GIF of {len(moves)} moves: at most {MOST_MOVES}")
    try:
        from web.sharing.raster import Raster  # noqa: PLC0415 - Pillow is loaded when it is needed
    except ImportError as error:
        raise Unreadable(f"a GIF needs Pillow: {how_to_install('web')}") from error
    layout = family.layout()
    scale = WIDTH / layout.width
    height = round((layout.height + CAPTION_LINES * 0.05 * layout.width) * scale)
    empty = Raster(WIDTH, height, scale, PAPER)
    empty.draw(layout.empty_board())
    title = "".join(sign for sign in title if sign.isprintable())[:LONGEST_TITLE]
    position, frames = start.copy(), []
    frames.append(_frame(empty, family, position, None, title))
    for move in moves:
        before = position.copy()
        position.play(move)
        frames.append(_frame(empty, family, position, (before, move), title))
    return _gif(empty, frames, ms)


def _frame(
    empty: Raster,
    family: AnyFamily,
    position: AnyPosition,
    last: tuple[AnyPosition, int] | None,
    title: str,
) -> Image:
    outcome = position.outcome
    picture = Picture(
        family=family,
        position=position,
        stones=family.stones(position),
        last=() if last is None else (last[1],),
        row=() if outcome is None else tuple(map(family.place_name, outcome.line)),
        caption=_caption(family, position, last, title),
    )
    drawing = empty.copy()
    lines = draw(picture, BOARD).splitlines()
    drawing.draw(line for line in lines[3:-1] if not line.startswith("<use"))
    return drawing.pixels()


def _caption(
    family: AnyFamily, position: AnyPosition, last: tuple[AnyPosition, int] | None, title: str
) -> tuple[str, ...]:
    """The title, and below it the move or the result."""
    if last is None:
        return (title,)
    before, move = last
    outcome = position.outcome
    if outcome is not None:
        return (f"{title}. {family.result_in_words(outcome.winner, outcome.termination)}",)
    colour = family.colours[before.side].capitalize()
    text = family.format_move(before, move)
    return (f"{title}. {len(position.moves)}. {colour} {text}",)


def _gif(empty: Raster, frames: list[Image], ms: int) -> bytes:
    first, *rest = empty.reduced(frames, [part for colour in _colours() for part in colour])
    out = io.BytesIO()
    times = [ms] * len(rest) + [MS_LAST]
    first.save(out, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return out.getvalue()


def _colours() -> list[tuple[int, int, int]]:
    """The colours of the pictures, and three steps between any two of them for smooth edges."""
    plain = [_numbers(colour) for colour in PLAIN]
    colours = list(plain)
    for one, other in combinations(plain, 2):
        for step in (1, 2, 3):
            red, green, blue = (
                (a * step + b * (4 - step)) // 4 for a, b in zip(one, other, strict=True)
            )
            colours.append((red, green, blue))
    return colours


def _numbers(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue
