"""Starts that help the weaker side, as codes that the page puts into words."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Handicap(NamedTuple):
    """A start that helps one side.

    kind    "moves": the side that begins moves so many times before the other side does.
            "captured": the side begins with so many captured stones
    side    the side that it helps
    amount  the number of moves, or of stones
    """

    kind: Literal["moves", "captured"]
    side: int
    amount: int
