"""Which of the three games of Gipf a text belongs to that does not name its game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from games.errors import GameError
from games.gipf.notation import plain_decision

T = TypeVar("T")

BASIC, STANDARD, TOURNAMENT = "gipf-basic", "gipf", "gipf-tournament"
AMBIGUOUS = f"the text names no game: read as {BASIC}; -g {STANDARD} is legal as well"


def recognised(words: Sequence[str], read: Callable[[str], T]) -> tuple[T, list[str]]:
    """What `read` makes of the game that these turns belong to, and what was assumed.

    A GIPF-piece that is brought in means the tournament game. Of the basic and the standard game
    it is the one in which all turns are legal; if both are, the basic game. Raises GameError if
    they fit none.
    """
    if _brings_gipf_pieces(words):
        return read(TOURNAMENT), []
    readings, refusal = [], GameError("no turns")
    for name in (STANDARD, BASIC):
        try:
            readings.append(read(name))
        except GameError as error:
            refusal = type(error)(f"read as {name}: {error}")
    if not readings:
        raise refusal
    return readings[-1], [AMBIGUOUS] if len(readings) > 1 else []


def _brings_gipf_pieces(words: Sequence[str]) -> bool:
    """Whether a turn brings in a GIPF-piece, which only the tournament game allows."""
    parts = (part for word in words for part in re.split("[;:]", word))
    return any(plain_decision(part)[1].startswith("G") for part in parts)
