"""The base class of players that choose their moves in this process."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from arena.game.player import Answer

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from search.limits import Limits
    from search.result import SearchResult


class Searcher(Protocol):
    """The common interface of our engine, the reference and `other_checkout.TreeEngine`."""

    def search(self, position: Any, limits: Limits, /) -> SearchResult:
        """Return what the search found within the limits."""
        ...

    def new_game(self) -> None:
        """Forget what earlier searches have found."""

    def close(self) -> None:
        """Release memory and processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A player's decision; fields as in `arena.game.player.Answer`.

    searched_s  CPU seconds of its searches, other processes included
    """

    point: int
    more: tuple[int, ...] = ()
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    searched_s: float = 0.0


class InProcessPlayer:
    """A player whose answers are timed; a subclass chooses the move.

    Each game seeds `dice`. A new game clears the searcher, if any; `close` closes it.
    """

    def __init__(self, searcher: Searcher | None = None) -> None:
        self.dice = random.Random(0)
        self._owned = searcher

    def new_game(self, seed: int) -> None:
        """Seed the random choices and clear the searcher's table."""
        self.dice = random.Random(seed)
        if self._owned is not None:
            self._owned.new_game()

    def choose(self, position: Any, allowance: Allowance) -> Answer:
        """Return the decision of `choice` with the time it took."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        choice = self.choice(position, allowance)
        return Answer(
            point=choice.point,
            more=choice.more,
            depth=choice.depth,
            score=choice.score,
            nodes=choice.nodes,
            cpu_s=max(time.process_time() - cpu_s, choice.searched_s),
            wall_s=time.monotonic() - wall_s,
        )

    def choice(self, position: Any, allowance: Allowance, /) -> Choice:
        """Return the decision of the side to move; the player may change the position."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the searcher."""
        if self._owned is not None:
            self._owned.close()
