"""The interface between the game families and everything that treats all games alike.

A position (`games.five.position`, `games.gipf.position`) plays and takes back moves and knows its
side and outcome. `Family` has the rest of what the packages above ask of a game: positions and
moves as text, symmetries, words.

A move is one decision. An answer is all that a side decides in one go: one point, or in Gipf what
it takes of the rows that the opponent has made for it, the piece that comes in, and what it takes
of its own rows. So the sides answer in turn in every game.
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
    """What the positions of all games have in common."""

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
    """One game: its rules, and what they mean in text and words. Positions are those of `start`.

    name    the family, "five" or "gipf"
    titles  what people call the games, by the name of the preset
    rules   the game's rules
    size    lines a side
    images  how many symmetries leave the sides where they are
    won_by  by termination what a side wins by: "five in a row"; of a draw, why it is one
    lost_by by termination what has become of the loser: "has no piece left to bring in"
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
        """What people call the game."""
        return self.titles.get(self.rules.name, self.rules.name)

    @property
    def terms(self) -> dict[str, Any]:
        """What a record says of the rules besides their name; `family_named` takes it back."""
        return {}

    @property
    def colours(self) -> tuple[str, str]:
        """The names of the colours of sides 0 and 1."""
        return self.rules.colour_of(0), self.rules.colour_of(1)

    @abstractmethod
    def rules_in_words(self) -> list[str]:
        """The rules, a sentence a line."""

    # Positions

    @abstractmethod
    def start(self) -> P:
        """The position that a game begins with."""

    def after(self, moves: Iterable[int]) -> P:
        """The position that these moves lead to from the start. Raises IllegalMove."""
        position = self.start()
        play_all(position, moves)
        return position

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position that a line of `format_position` gives. Raises NotationError."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position on one line."""

    @abstractmethod
    def board_lines(self, position: P, marked: int | None = None) -> list[str]:
        """The board as people draw it, line by line, and the captures.

        `marked` is a move that square boards show in brackets, played or not.
        """

    @abstractmethod
    def captured(self, position: P, side: int) -> int:
        """How many stones or pieces a side has taken from the other."""

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
        """How many of the opponent's stones or pieces a legal move takes."""

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
        """The moves that a text names, which may not be a legal answer."""

    @abstractmethod
    def format_answer(self, position: P, moves: Sequence[int]) -> str:
        """An answer as players write it; of an illegal one, as much as can be written."""

    @abstractmethod
    def why_illegal(self, position: P, moves: Sequence[int]) -> str | None:
        """The reason in words why these moves are no answer, or None; the position stays."""

    # Openings

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The moves of an opening as the answers that they make up."""
        return tuple(self.format_line(self.start(), moves))

    @abstractmethod
    def canonical(self, opening: Sequence[int]) -> bytes:
        """The same for all openings that lead to one board, as any symmetry shows it."""

    @abstractmethod
    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """An opening as one of the `images` shows it."""

    # Ends

    @abstractmethod
    def why_over(self, position: P, outcome: Outcome) -> str:
        """What on the board has ended the game, with its details: for records."""

    def result_in_words(self, winner: int | None, termination: str) -> str:
        """Who has won and by what, in a sentence; a termination off the board is its own word."""
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
