"""The interface between the game families and the code that treats all games alike.

A position (`games.five.position`, `games.gipf.position`) plays and takes back moves and knows its
side and outcome. `Family` adds the rest: positions and moves as text, symmetries, wording.

A move is one decision. An answer is everything that a side decides before the other side decides
again. In the five-in-a-row family that is one point. In Gipf it has up to three parts: the side
removes rows that the opponent made, brings in a piece, and removes rows that it made itself.
So the sides answer in turn in every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from games.errors import IllegalMove
from games.five.rules import Rules
from games.gipf.rules import GipfRules
from games.rules import Outcome


class GamePosition(Protocol):
    """The interface common to the positions of all games."""

    outcome: Outcome | None
    moves: list[int]

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


P = TypeVar("P", bound=GamePosition)


class Family(ABC, Generic[P]):
    """One game: its rules, notation and wording. All its positions come from `start`.

    name    the family, "five" or "gipf"
    titles  the games' display names by preset name
    rules   the game's rules
    size    lines a side
    images  the number of symmetries that do not exchange the sides
    won_by  by termination, the reason of a win ("five in a row") or of a draw
    lost_by by termination, what the loser lacks: "has no piece left to bring in"
    """

    name: ClassVar[str]
    titles: ClassVar[Mapping[str, str]]
    images: ClassVar[int]
    won_by: ClassVar[Mapping[str, str]]
    lost_by: ClassVar[Mapping[str, str]] = {}
    rules: Rules | GipfRules
    size: int

    # Rules

    @property
    def title(self) -> str:
        """The game's display name."""
        return self.titles.get(self.rules.name, self.rules.name)

    @property
    def terms(self) -> dict[str, Any]:
        """What a record stores of the rules besides their name: arguments of `family_named`."""
        return {}

    @property
    def colours(self) -> tuple[str, str]:
        """The names of the colours of sides 0 and 1."""
        return self.rules.colour_of(0), self.rules.colour_of(1)

    @abstractmethod
    def rules_in_words(self) -> list[str]:
        """The rules, one sentence per line."""

    # Positions

    @abstractmethod
    def start(self) -> P:
        """The initial position."""

    def after(self, moves: Iterable[int]) -> P:
        """The position after these moves from the start. Raises IllegalMove."""
        position = self.start()
        play_all(position, moves)
        return position

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position of a line that `format_position` wrote. Raises NotationError."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position on one line."""

    @abstractmethod
    def board_lines(self, position: P, marked: int | None = None) -> list[str]:
        """The board as a drawing, line by line, and the captures.

        Square boards show the move `marked` in brackets, played or not.
        """

    @abstractmethod
    def captured(self, position: P, side: int) -> int:
        """The number of stones or pieces that a side has taken from the other."""

    # Moves

    @abstractmethod
    def parse_move(self, position: P, text: str) -> int:
        """The legal move that a text means here. Raises NotationError or IllegalMove."""

    @abstractmethod
    def format_move(self, position: P, move: int) -> str:
        """A legal move as players write it; `parse_move` reads it back."""

    @abstractmethod
    def format_line(self, position: P, moves: Sequence[int]) -> list[str]:
        """A variation from a position as players write it, answer by answer."""

    @abstractmethod
    def taken_by(self, position: P, move: int) -> int:
        """The number of the opponent's stones or pieces that a legal move takes."""

    # Answers

    def parse_answer(self, position: P, text: str) -> tuple[int, ...]:
        """The legal answer that a text means. Raises NotationError or IllegalMove."""
        moves = self._read_answer(position, text)
        reason = self.why_illegal(position, moves)
        if reason is not None:
            raise IllegalMove(reason)
        return moves

    @abstractmethod
    def _read_answer(self, position: P, text: str) -> tuple[int, ...]:
        """The moves that a text names; they need not be a legal answer."""

    @abstractmethod
    def format_answer(self, position: P, moves: Sequence[int]) -> str:
        """An answer as players write it; for an illegal one, the part that can be written."""

    @abstractmethod
    def why_illegal(self, position: P, moves: Sequence[int]) -> str | None:
        """The reason in words why these moves are no answer, or None; leaves the position as is."""

    # Openings

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The moves of an opening grouped into answers."""
        return tuple(self.format_line(self.start(), moves))

    @abstractmethod
    def canonical(self, opening: Sequence[int]) -> bytes:
        """A key that is equal for all openings that lead to the same board up to symmetry."""

    @abstractmethod
    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """The image of an opening under one of the `images` symmetries."""

    # Ends

    @abstractmethod
    def why_over(self, position: P, outcome: Outcome) -> str:
        """What ended the game on the board, in detail, for records."""

    def result_in_words(self, winner: int | None, termination: str) -> str:
        """Who has won and how, in a sentence; other terminations are printed as they are."""
        by = self.won_by.get(termination, termination)
        if winner is None:
            return f"Draw: {by}."
        colour, other = (self.colours[side].capitalize() for side in (winner, 1 - winner))
        if termination in self.lost_by:
            return f"{colour} wins: {other} {self.lost_by[termination]}."
        return f"{colour} wins by {by}."


AnyFamily = Family[Any]


def play_all(position: GamePosition, moves: Iterable[int]) -> None:
    """Play moves, one after the other. Raises IllegalMove."""
    for move in moves:
        position.play(move)
