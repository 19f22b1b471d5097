"""Moves as text: what the sides play in turn, whatever the game.

In the five-in-a-row family a move is a point. In Gipf it is a turn as players write it, with the
removals of rows before and after the piece; it may also be a part of a turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pente.errors import public_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from games.family import AnyFamily, AnyPosition

Decisions = tuple[int, ...]  # one move of this package, as the packages below count moves
MOVE_NUMBER = re.compile(r"(?<!\S)\d+\.+")


def words_of(family: AnyFamily, moves: Iterable[str | Iterable[str]]) -> list[str]:
    """Split texts into moves; numbers such as `1.` are dropped.

    Each element is one text or a sequence of texts. Raises TypeError for anything else.
    """
    words: list[str] = []
    for element in moves:
        if isinstance(element, str):
            text = MOVE_NUMBER.sub(" ", element)
            words += filter(None, family.between_moves.split(text))
        elif isinstance(element, int):
            raise TypeError(f"moves are texts such as 'K10', not numbers: {element!r}")
        else:
            words += words_of(family, element)
    return words


def read_moves(
    family: AnyFamily, start: AnyPosition, words: Iterable[str], first: int = 1
) -> list[Decisions]:
    """The moves that words mean, one after the other; `first` is the number of the first.

    Raises IllegalMove or NotationError of this package, which name the move.
    """
    position, moves = start.copy(), []
    for number, word in enumerate(words, first):
        with public_errors(f"move {number}, {word}"):
            moves.append(family.parse_part(position, word))
        for decision in moves[-1]:
            position.play(decision)
    return moves


def legal_moves(position: AnyPosition) -> Iterator[Decisions]:
    """Every move of the side that decides: a point, or in Gipf a whole turn."""
    side, ahead = position.side, position.copy()

    def following(begun: Decisions) -> Iterator[Decisions]:
        for move in ahead.legal_moves():
            ahead.play(move)
            if ahead.side == side and ahead.outcome is None:
                yield from following((*begun, move))
            else:
                yield (*begun, move)
            ahead.undo()

    yield from following(())
