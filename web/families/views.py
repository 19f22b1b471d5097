"""The base class of the page's views of a game's positions.

`games.family` provides notation, rules and words. `web.families.five` and `web.families.gipf` have
the views of these families, `web.families.grid` those of all others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b
from typing import Any, ClassVar, Generic

from games.family import Family, P
from web.contract import positions, schema


class Views(ABC, Generic[P]):
    """The views of one game.

    offers  "threat" where a side can be thought to pass; the family declares the rest
    """

    offers: ClassVar[tuple[str, ...]] = ()

    def __init__(self, family: Family[P]) -> None:
        self.family = family

    @abstractmethod
    def view(self, board: P) -> positions.PositionView:
        """The position as the page draws it."""

    @abstractmethod
    def place_of(self, board: P, move: int) -> int | str:
        """Where the page draws a legal move: a point, a place, or the text of a decision."""

    def text_of(self, board: P, move: int) -> str:
        """The text that plays exactly this legal move."""
        return self.family.format_move(board, move)

    def passed(self, board: P) -> P | None:
        """The position after a pass; None if there is none."""
        del board
        return None

    def told(self, board: P) -> dict[str, Any]:
        """The fields of a view that every game has."""
        return {
            "key": self.key_of(board),
            "ply": len(board.moves),
            "side": typed_side(board.side),
            "colours": self.family.colours,
            "outcome": self.result_of(board),
        }

    def fault(self, board: P) -> str:
        """Why a position that a person set up cannot arise, in words, or ""."""
        del board
        return ""

    def key_of(self, board: P) -> str:
        """A short key, equal for positions with the same continuations."""
        name = self.family.rules.name
        return blake2b(repr((name, board.key)).encode(), digest_size=9).hexdigest()

    def result_of(self, board: P) -> positions.Result | None:
        """The result on the board, or None."""
        if board.outcome is None:
            return None
        return self.result(board.outcome.winner, board.outcome.termination)

    def result(self, winner: int | None, termination: str) -> positions.Result:
        """A result with its text."""
        return positions.Result(
            winner=None if winner is None else typed_side(winner),
            termination=termination,
            text=self.family.result_in_words(winner, termination),
        )


AnyViews = Views[Any]


def typed_side(side: int) -> schema.Side:
    """The side in the type of the messages."""
    return 1 if side else 0
