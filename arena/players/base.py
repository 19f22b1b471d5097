"""The base class of players that choose their moves in this process."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from arena.game.clock import Allowance
from arena.game.player import Answer
from games.family import AnyPosition
from search.limits import Limits
from search.result import SearchResult


class Searcher(Protocol):
    """The common interface of our engine, the reference and `other_checkout.TreeEngine`."""

    def search(self, position: Any, limits: Limits, /) -> SearchResult:
        """What the search found within the limits."""
        ...

    def new_game(self) -> None:
        """Forget what earlier searches have found."""

    def close(self) -> None:
        """Release memory and processes."""


class InProcessPlayer:
    """A player whose answers are timed; a subclass chooses the moves.

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
        """The answer of `answer` with the time it took."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        answer = self.answer(position, allowance)
        return replace(
            answer,
            cpu_s=max(time.process_time() - cpu_s, answer.cpu_s),
            wall_s=time.monotonic() - wall_s,
        )

    def answer(self, position: Any, allowance: Allowance, /) -> Answer:
        """The answer of the side to move; the player may change the position.

        Its `cpu_s` are those of searches, other processes included.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the searcher."""
        if self._owned is not None:
            self._owned.close()


def own_decisions(
    position: AnyPosition, decide: Callable[[AnyPosition, list[int]], int]
) -> tuple[int, ...]:
    """The side's decisions until the other side decides; plays them on the position.

    `decide` gets the legal moves for each decision. An illegal decision is the last one.
    """
    side, moves = position.side, []
    while position.outcome is None and position.side == side:
        legal = position.legal_moves()
        moves.append(decide(position, legal))
        if moves[-1] not in legal:
            break
        position.play(moves[-1])
    return tuple(moves)
