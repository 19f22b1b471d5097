"""What all players have in common that are asked in this process, where no process is started."""

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
    """What our engine, the reference and `arena.players.other_checkout.TreeEngine` can do."""

    def search(self, position: Any, limits: Limits, /) -> SearchResult:
        """What it found within the limits."""
        ...

    def new_game(self) -> None:
        """Forget what earlier searches have found."""

    def close(self) -> None:
        """Give back memory and processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a player decides; fields as in `arena.game.player.Answer`.

    searched_s  CPU seconds that its searches count, those of other processes included
    """

    point: int
    more: tuple[int, ...] = ()
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None
    searched_s: float = 0.0


class InProcessPlayer:
    """A player whose answers are timed; a subclass says what it chooses.

    `dice` are seeded for each game. The searcher, if there is one, forgets and is closed with it.
    """

    def __init__(self, searcher: Searcher | None = None) -> None:
        self.dice = random.Random(0)
        self._owned = searcher

    def new_game(self, seed: int) -> None:
        """Draw from this seed on, with an empty table."""
        self.dice = random.Random(seed)
        if self._owned is not None:
            self._owned.new_game()

    def choose(self, position: Any, allowance: Allowance) -> Answer:
        """What `choice` decides, and what that cost."""
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
        """What the side to move decides; the position is the player's to change."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the searcher."""
        if self._owned is not None:
            self._owned.close()
