"""The rules and positions of any game: open protocols, which a family implements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.rules import Outcome


class AnyRules(Protocol):
    """The rules of any game: immutable, compared by value."""

    @property
    def family(self) -> str:
        """The name of the family that the game belongs to."""

    @property
    def name(self) -> str:
        """The preset's name, as the command line spells it."""

    def colour_of(self, side: int, /) -> str:
        """The colour of side 0 (moves first) or side 1: "white" or "black"."""

    def side_of(self, colour: str, /) -> int:
        """The side, 0 or 1, that plays this colour."""


class AnyPosition(Protocol):
    """A position of any game.

    cells    what lies on each place: EMPTY, or a number that the family gives to a piece
    outcome  how the game ended on the board, or None while it goes on
    moves    the moves played since the position was set up
    """

    outcome: Outcome | None
    moves: list[int]

    @property
    def rules(self) -> AnyRules:
        """The game's rules."""

    @property
    def cells(self) -> list[int]:
        """The contents of the board."""

    @property
    def side(self) -> int:
        """The side that decides now, 0 or 1."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two positions from which the same games can follow."""

    def copy(self) -> Self:
        """An independent position of the same state, without the moves that led to it."""

    def legal_moves(self) -> list[int]:
        """The moves that may be played."""

    def why_illegal(self, move: int, /) -> str | None:
        """The reason in words why a move may not be played, or None."""

    def play(self, move: int, /) -> None:
        """Play a move. Raises IllegalMove."""

    def undo(self) -> int:
        """Take back the last move and return it."""


def wins_among(position: AnyPosition, moves: Iterable[int]) -> list[int]:
    """Those of the legal moves that win at once for the side to move."""
    side, winning = position.side, []
    for move in moves:
        position.play(move)
        if position.outcome is not None and position.outcome.winner == side:
            winning.append(move)
        position.undo()
    return winning
