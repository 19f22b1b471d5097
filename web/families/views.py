"""What the page is shown of one game's positions, besides what every game can be asked.

Texts, rules and words are those of `games.families`; the views of each family are in
`web.families.five` and `web.families.gipf`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b
from typing import Any, Generic

from games.families.family import Family, P
from web.contract import positions, schema


class Views(ABC, Generic[P]):
    """The views of one game."""

    def __init__(self, family: Family[P]) -> None:
        self.family = family

    @abstractmethod
    def view(self, board: P) -> positions.PositionView:
        """The position as the page draws it."""

    @abstractmethod
    def place_of(self, board: P, move: int) -> int | str:
        """Where a legal move is drawn: a point, or the text of a decision."""

    @abstractmethod
    def passed(self, board: P) -> P | None:
        """The position as if the side to move passed; None where that makes no sense."""

    def key_of(self, board: P) -> str:
        """A short name of the position, the same for positions of equal futures."""
        name = self.family.rules.name
        return blake2b(repr((name, board.key)).encode(), digest_size=9).hexdigest()

    def result_of(self, board: P) -> positions.Result | None:
        """How the game has ended on the board, or None."""
        if board.outcome is None:
            return None
        return self.result(board.outcome.winner, board.outcome.termination)

    def result(self, winner: int | None, termination: str) -> positions.Result:
        """A result with its sentence."""
        return positions.Result(
            winner=None if winner is None else typed_side(winner),
            termination=termination,
            text=self.family.result_in_words(winner, termination),
        )


AnyViews = Views[Any]


def typed_side(side: int) -> schema.Side:
    """The side as the messages type it."""
    return 1 if side else 0
