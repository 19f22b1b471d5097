"""Contestants that are asked in this process: engines, the reference, the random opponent.

The engine of another tree is one of them: `arena.players.other_checkout` stands for it here.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Protocol

from agent.clock import plan
from arena.game.clock import CPU, WALL, Allowance
from arena.game.player import Answer
from arena.players.reference.candidates import adjacent_candidates, neighbours
from search.limits import Limits
from search.weights import Weights

if TYPE_CHECKING:
    from games.five.position import Position
    from games.five.rules import Rules
    from search.result import SearchResult

OVERHEAD_S = 0.003  # what a move costs beside its search where no process is started
MOVE_SHARE = 0.9  # of a clock for one move: what is left covers the last check of the clock
PANIC_NODES = 200


class Searcher(Protocol):
    """What our engine, the reference and `arena.players.other_checkout.TreeEngine` have in
    common.
    """

    def search(self, position: Any, limits: Limits, /) -> SearchResult:
        """What it found within the limits."""
        ...

    def new_game(self) -> None:
        """Forget what earlier searches have found."""

    def close(self) -> None:
        """Give back memory and processes."""


class EnginePlayer:
    """A searcher as a player; fixed limits, where there are any, stand instead of the clock."""

    def __init__(
        self, searcher: Searcher, fixed: Limits | None = None, weights: Weights | None = None
    ) -> None:
        self._searcher = searcher
        self._fixed = fixed
        self._weights = weights or Weights()  # of the clock plan, which is ours

    def new_game(self, seed: int) -> None:  # noqa: ARG002 - nothing in the search is random
        """Empty the table."""
        self._searcher.new_game()

    def choose(self, position: Position, allowance: Allowance) -> Answer:
        """The best point of a search within the allowance."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        limits = self._fixed or limits_for(position, allowance, self._weights)
        result = self._searcher.search(position, limits)
        return Answer(
            point=result.best,
            depth=result.depth,
            score=result.score,
            nodes=result.nodes,
            cpu_s=max(time.process_time() - cpu_s, result.seconds_cpu),
            wall_s=time.monotonic() - wall_s,
        )

    def close(self) -> None:
        """Close the engine."""
        self._searcher.close()


def limits_for(position: Position, allowance: Allowance, weights: Weights) -> Limits:
    """What an engine may spend on this position: a game clock is shared out by the agent's plan."""
    seconds = allowance.seconds
    if seconds is None:
        return Limits(nodes=allowance.nodes)
    if allowance.whole_game:
        budget = plan(
            seconds,
            own_move=1 + position.stones_placed(position.side),
            empty_points=position.cells.count(0),
            spent_s=0.0,
            overhead_s=OVERHEAD_S,
            share_percent=weights["share_percent"],
            limit_percent=weights["limit_percent"],
        )
        seconds, aim_s = budget.maximum_s, budget.target_s
    else:
        seconds, aim_s = MOVE_SHARE * seconds, None
    return limits_within(allowance, seconds, aim_s)


def limits_within(
    allowance: Allowance, seconds: float, aim_s: float | None, used_s: float = 0.0
) -> Limits:
    """Limits of so many seconds of the kind that is counted, and of what a move may take besides.

    `used_s` is what this move has taken of the latter.
    """
    most = {allowance.counts: seconds}
    if allowance.move_s is not None:
        move_s = MOVE_SHARE * (allowance.move_s - used_s)
        most[allowance.move_counts] = min(move_s, most.get(allowance.move_counts, move_s))
    if min(most.values()) <= 0:
        return Limits(nodes=PANIC_NODES)
    if aim_s is not None:
        aim_s = min(aim_s, *most.values())
    return Limits(cpu_s=most.get(CPU), wall_s=most.get(WALL), aim_s=aim_s)


class RandomPlayer:
    """The harness's first reference opponent: any point beside a stone, drawn from the seed."""

    def __init__(self, rules: Rules) -> None:
        self._touching = neighbours(rules.size)
        self._random = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Draw from this seed on."""
        self._random = random.Random(seed)

    def choose(self, position: Position, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """One of the candidates."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        point = self._random.choice(adjacent_candidates(position, self._touching))
        return Answer(
            point=point,
            cpu_s=time.process_time() - cpu_s,
            wall_s=time.monotonic() - wall_s,
        )

    def close(self) -> None:
        """Nothing to give back."""
