"""What an answer does, as codes that the page and the commands put into words."""

from __future__ import annotations

from typing import Literal, NamedTuple

Shape = Literal["five", "open four", "four", "open three", "row"]
# What a side could do next: the same shapes, win by captures, or take so many stones or pieces.
Chance = Literal["five", "captures", "open four", "take", "row"]


class Threat(NamedTuple):
    """Something that a side could do with its next answer.

    what   what it would do
    at     the move that does it, as players write it
    takes  the stones or pieces that it takes
    """

    what: Chance
    at: str
    takes: int = 0


class Deeds(NamedTuple):
    """What the first answer of a line does for the side that gives it.

    makes      the shapes, the strongest first
    captures   the stones or pieces that it takes
    threatens  what the side could do if it moved again at once, and could not before
    stops      what the opponent could have done instead, and can no longer do
    """

    makes: tuple[Shape, ...] = ()
    captures: int = 0
    threatens: tuple[Threat, ...] = ()
    stops: tuple[Threat, ...] = ()
