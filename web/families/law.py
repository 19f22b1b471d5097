"""The seam between a game's law and the page: what both families of games can be asked alike.

A board is a position of the law (`games.five.position.Position`,
`games.gipf.position.GipfPosition`): both play, undo and know their side and outcome. Everything
else that the server needs of a game, words and views, is a `Law` of its family
(`web.families.five`, `web.families.gipf`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from games.errors import UnknownRules
from games.five.rules import PRESETS, Rules
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.rules import Outcome
from web.contract import positions
from web.contract import schema as contract

REASONS = {
    "five": "five in a row",
    "captures": "captures",
    "board full": "the board is full",
    "empty reserve": "the enemy has no piece left to bring in",
    "no GIPF-piece": "the enemy has no GIPF-piece left",
    "game length": "the game has reached its limit of turns",
    "resignation": "resignation",
    "time": "time",
    "agreement": "agreement",
}


class Board(Protocol):
    """What the positions of both families have in common."""

    side: int
    outcome: Outcome | None
    moves: list[int]

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two positions from which the same games can follow."""

    def play(self, move: int, /) -> None:
        """Play a move. Raises IllegalMove."""

    def legal_moves(self) -> list[int]:
        """The moves that may be played."""


B = TypeVar("B", bound=Board)


class Law(ABC, Generic[B]):
    """One game's rules, as the server asks them: texts in, texts and views out."""

    family: str
    rules: Rules | GipfRules

    @property
    @abstractmethod
    def size(self) -> int:
        """Lines a side."""

    @abstractmethod
    def start(self) -> B:
        """The position at the start of a game."""

    @abstractmethod
    def format_position(self, board: B) -> str:
        """The position on one line."""

    @abstractmethod
    def parse_position(self, text: str) -> B:
        """The position of such a line. Raises NotationError."""

    @abstractmethod
    def undo(self, board: B) -> None:
        """Take the last move back."""

    @abstractmethod
    def parse_move(self, board: B, text: str) -> int:
        """The legal move that a text means here. Raises NotationError or IllegalMove."""

    @abstractmethod
    def format_move(self, board: B, move: int) -> str:
        """A legal move as `parse_move` takes it and lists spell it."""

    @abstractmethod
    def captured(self, board: B, move: int) -> int:
        """How many stones or pieces of the enemy a legal move takes."""

    @abstractmethod
    def place_of(self, board: B, move: int) -> int | str:
        """Where a legal move is drawn: a point, or the text of a decision."""

    @abstractmethod
    def passed(self, board: B) -> B | None:
        """The position as if the side to move passed; None where that makes no sense."""

    @abstractmethod
    def view(self, board: B) -> positions.PositionView:
        """The position as the page draws it."""

    @abstractmethod
    def title(self) -> str:
        """What the game is called."""

    @abstractmethod
    def in_words(self) -> list[str]:
        """The rules, a sentence a line."""

    def colours(self) -> tuple[str, str]:
        """The names of the colours of sides 0 and 1."""
        return self.rules.colour_of(0), self.rules.colour_of(1)

    def key_of(self, board: B) -> str:
        """A short name of the position, the same for positions of equal futures."""
        return blake2b(repr((self.rules.name, board.key)).encode(), digest_size=9).hexdigest()

    def result_of(self, board: B) -> positions.Result | None:
        """How the game has ended on the board, or None."""
        if board.outcome is None:
            return None
        return self.result(board.outcome.winner, board.outcome.termination)

    def result(self, winner: int | None, termination: str) -> positions.Result:
        """A result with its sentence."""
        reason = REASONS.get(termination, termination)
        text = f"Draw: {reason}."
        if winner is not None:
            text = f"{self.rules.colour_of(winner).capitalize()} wins by {reason}."
            if reason.startswith("the enemy"):
                text = f"{self.rules.colour_of(winner).capitalize()} wins: {reason}."
        side: contract.Side | None = None if winner is None else (1 if winner else 0)
        return positions.Result(winner=side, termination=termination, text=text)


def family_of(preset: str) -> str:
    """The family, "five" or "gipf", of a preset. Raises UnknownRules."""
    if preset in PRESETS:
        return "five"
    if preset in GIPF_PRESETS:
        return "gipf"
    raise UnknownRules(
        f"no game is called {preset!r}; there are {', '.join([*PRESETS, *GIPF_PRESETS])}"
    )
