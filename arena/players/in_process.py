"""Players in this process: engines, the reference, the random opponent.

The engine of another tree plays here through `arena.players.other_checkout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agent.clock import plan
from arena.game.clock import CPU, WALL, Allowance
from arena.players.base import Choice, InProcessPlayer
from arena.players.reference.candidates import adjacent_candidates, neighbours
from search.limits import Limits
from search.weights import Weights

if TYPE_CHECKING:
    from arena.players.base import Searcher

OVERHEAD_S = 0.003  # cost of a move besides its search, without a process start
MOVE_SHARE = 0.9  # of the time for one move; the rest covers the last clock check
INCREMENT_SHARE = 0.25  # of the time left: the most that a move spends of its increment
PANIC_NODES = 200


class EnginePlayer(InProcessPlayer):
    """A searcher as a player; fixed limits, if any, replace the clock."""

    def __init__(
        self, searcher: Searcher, fixed: Limits | None = None, weights: Weights | None = None
    ) -> None:
        super().__init__(searcher)
        self._searcher = searcher
        self._fixed = fixed
        self._weights = weights or Weights()  # for our clock plan

    def choice(self, position: Any, allowance: Allowance) -> Choice:
        """Return the best point of a search within the allowance."""
        limits = self._fixed or limits_for(position, allowance, self._weights)
        result = self._searcher.search(position, limits)
        return Choice(
            point=result.best,
            depth=result.depth,
            score=result.score,
            nodes=result.nodes,
            searched_s=result.seconds_cpu,
        )


def limits_for(position: Any, allowance: Allowance, weights: Weights) -> Limits:
    """Return an engine's limits for this position; the agent's plan divides a game clock."""
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
        gain_s = usable_increment_s(allowance, seconds)
        most_s = max(budget.maximum_s, MOVE_SHARE * seconds)
        seconds, aim_s = min(budget.maximum_s + gain_s, most_s), budget.target_s + gain_s
    else:
        seconds, aim_s = MOVE_SHARE * seconds, None
    return limits_within(allowance, seconds, aim_s)


def usable_increment_s(allowance: Allowance, seconds: float) -> float:
    """Return how much of its increment a move may spend at once with these seconds left."""
    return min(MOVE_SHARE * allowance.increment_s, INCREMENT_SHARE * seconds)


def limits_within(
    allowance: Allowance, seconds: float, aim_s: float | None, used_s: float = 0.0
) -> Limits:
    """Return limits of `seconds` on the counted clock, and of the time that one move may take.

    This move has already used `used_s` of the latter.
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


class RandomPlayer(InProcessPlayer):
    """The harness's first reference opponent: a random point next to a stone."""

    def __init__(self, rules: Any) -> None:
        super().__init__()
        self._touching = neighbours(rules.size)

    def choice(self, position: Any, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return a random candidate."""
        return Choice(point=self.dice.choice(adjacent_candidates(position, self._touching)))
