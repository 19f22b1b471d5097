"""The referee's view of a player, and the terminations of games that a fault ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from arena.game.clock import Allowance

# Terminations besides those of games.five.position, games.gipf.position and
# arena.game.adjudication; each loses the game.
TIME = "time"
CRASH = "crash"
NO_OUTPUT = "no output"
MALFORMED = "malformed output"
ILLEGAL = "illegal move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why an answer loses the game: a termination and a reason in words."""

    termination: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A player's answer and its cost.

    point   the point (Gipf: the first decision), or None with a fault; the referee checks legality
    more    in Gipf the same side's further decisions, until the other side decides
    fault   the Fault, or None
    cpu_s   user + system seconds of all its processes
    wall_s  seconds on the wall clock, including the start of its process
    depth, score, nodes   of its search, if known
    """

    point: int | None = None
    more: tuple[int, ...] = ()
    fault: Fault | None = None
    cpu_s: float = 0.0
    wall_s: float = 0.0
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None

    @property
    def moves(self) -> tuple[int, ...]:
        """All decisions in order; none with a fault."""
        return () if self.point is None else (self.point, *self.more)


class Player(Protocol):
    """A contestant. Plays many games, one at a time."""

    def new_game(self, seed: int) -> None:
        """Forget everything; all random choices of this game follow from the seed."""

    def choose(self, position: Any, allowance: Allowance) -> Answer:
        """The answer for the side to move; the player may change the position."""
        ...

    def close(self) -> None:
        """Release folders, memory and processes."""
