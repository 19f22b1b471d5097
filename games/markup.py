"""Markup of a position: arrows, lines, shapes and labels on the board, by SGF's names.

    ("AR", "K10", "N13")  an arrow, LN a line
    ("CR", "K10")         a circle, TR a triangle, SQ a square, MA a cross
    ("LB", "K10", "A")    a label

Places have the names that the family gives them.
"""

from __future__ import annotations

from typing import Any

from games.errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.family import AnyFamily

ARROWS, SHAPES, LABEL = ("AR", "LN"), ("CR", "TR", "SQ", "MA"), "LB"
KINDS = (*ARROWS, *SHAPES, LABEL)
MOST = 1_000  # in a position
LONGEST_LABEL = 40  # characters
Markup = tuple[tuple[str, ...], ...]


def checked_markup(family: AnyFamily, told: Any) -> Markup:
    """The markup that lists of texts tell, sorted. Raises NotationError.

    A place has one shape and one label: the last ones count.
    """
    if not isinstance(told, list | tuple) or len(told) > MOST:
        raise NotationError(f"markup: expected a list of at most {MOST} marks")
    by_place: dict[tuple[str, ...], tuple[str, ...]] = {}
    for entry in told:
        if not isinstance(entry, list | tuple) or not all(isinstance(word, str) for word in entry):
            raise NotationError(f"markup, {str(entry)[:40]}: expected a list of texts")
        mark = _checked(family, tuple(entry))
        kind, place = mark[:2]
        by_place[mark if kind in ARROWS else (place, str(kind == LABEL))] = mark
    return tuple(sorted(by_place.values()))


def _checked(family: AnyFamily, mark: tuple[str, ...]) -> tuple[str, ...]:
    """A mark with its places as the family writes them. Raises NotationError."""
    shown = f"markup, {' '.join(mark)[:40]}"
    kind, *words = mark or ("",)
    if kind not in KINDS:
        raise NotationError(f"{shown}: expected one of {', '.join(KINDS)}")
    if len(words) != (1 if kind in SHAPES else 2):
        raise NotationError(f"{shown}: expected {'one place' if kind in SHAPES else 'two texts'}")
    if kind == LABEL:
        label = " ".join(words[1].split())
        if not 0 < len(label) <= LONGEST_LABEL:
            raise NotationError(f"{shown}: expected a label of 1 to {LONGEST_LABEL} characters")
        return kind, family.marked_place(words[0]), label
    places = [family.marked_place(word) for word in words]
    if len(set(places)) < len(places):
        raise NotationError(f"{shown}: expected two places")
    return kind, *(sorted(places) if kind == "LN" else places)
