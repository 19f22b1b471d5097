r"""Markup in SGF: `AR[jj:mg]CR[kk][ll]LB[jj:A]`; AR and LN name two points, LB a point and a text.

In a label, the colons are escaped, too.
"""

from __future__ import annotations

from collections.abc import Callable

from games.errors import NotationError
from games.family import AnyFamily
from games.markup import ARROWS, LABEL, SHAPES, Markup, checked_markup
from games.records.sgf import Properties


def format_markup(markup: Markup, spell: Callable[[str], str]) -> Properties:
    """The properties of a node; `spell` writes a place."""
    properties: Properties = {}
    for kind, place, *rest in markup:
        words = [spell(place), *(rest if kind == LABEL else map(spell, rest))]
        properties.setdefault(kind, []).append(":".join(words))
    return properties


def parse_markup(
    family: AnyFamily, node: Properties, read: Callable[[str], list[str]]
) -> tuple[Markup, list[str]]:
    """The markup of a node, and a note for each value that is left out.

    `read` gives the places of a value: one, or those of a rectangle. It raises NotationError.
    """
    markup: list[tuple[str, ...]] = []
    notes = []
    for kind in (*ARROWS, *SHAPES, LABEL):
        for value in node.get(kind, ()):
            try:
                marks = _marks(kind, value, read)
                checked_markup(family, marks)
                markup += marks
            except NotationError as error:
                notes.append(f"SGF: {kind}[{value[:20]}] is left out: {error}")
    return checked_markup(family, markup), notes


def _marks(kind: str, value: str, read: Callable[[str], list[str]]) -> list[tuple[str, ...]]:
    if kind in SHAPES:
        return [(kind, place) for place in read(value)]
    first, _, second = value.partition(":")
    rest = second if kind == LABEL else read(second)[0]
    return [(kind, read(first)[0], rest)]
