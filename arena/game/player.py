"""What every contestant is to the referee: somebody who answers a position with a move.

Also the words for how a game ends when it does not end on the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from arena.game.clock import Allowance

# Terminations beside those of games.five.position and games.gipf.position: each loses the game.
TIME = "time"
CRASH = "crash"
NO_OUTPUT = "no output"
MALFORMED = "malformed output"
ILLEGAL = "illegal move"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why an answer loses the game: its termination, and the reason in words."""

    termination: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a player answered, and what that cost.

    point   the point, or None where there is a fault; that it is legal is the referee's to judge.
            In Gipf the first decision
    more    in Gipf what the same side decides after that, up to the first decision of the other's
    fault   the Fault, or None
    cpu_s   user + system seconds of all its processes together
    wall_s  seconds by the clock on the wall, the start of its process included
    depth, score, nodes   of its search, where they are known
    """

    point: int | None = None
    more: tuple[int, ...] = ()
    fault: Fault | None = None
    cpu_s: float
    wall_s: float
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None

    @property
    def moves(self) -> tuple[int, ...]:
        """All that is decided, in order; nothing where there is a fault."""
        return () if self.point is None else (self.point, *self.more)


class Player(Protocol):
    """One contestant, for many games, one at a time; its positions are those of its game."""

    def new_game(self, seed: int) -> None:
        """Forget everything; whatever is random in this game follows from the seed."""

    def choose(self, position: Any, allowance: Allowance) -> Answer:
        """The answer for the side to move; the position is the player's to change."""
        ...

    def close(self) -> None:
        """Give back folders, memory and processes."""
