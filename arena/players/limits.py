"""What an engine of a match may spend on a decision, given the clock of its game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.clock import plan
from arena.game.clock import CPU, WALL, Allowance
from games.registry import family_of
from search.limits import Limits
from search.result import SearchResult
from search.weights import Weights

OVERHEAD_S = 0.003  # cost of a move besides its search, without a process start
MOVE_SHARE = 0.9  # of the time for one move; the rest covers the last clock check
INCREMENT_SHARE = 0.25  # of the time left: the most that a move spends of its increment
PANIC_NODES = 200
# For the games that the file harness does not know.
LONG_GAME = 50  # own turns: on average a basic game of Gipf has 45, a standard one 30
LEAST_TURNS = 12  # own turns that the time left for the whole game must last for
MOST_SHARE = 0.25  # share of that time for one decision


def limits_for(
    position: Any, allowance: Allowance, weights: Weights, searches: Sequence[SearchResult] = ()
) -> Limits:
    """An engine's limits for a decision after these searches of the same turn.

    The agent's plan divides a game clock in the games of the harness. In others the own turns that
    a long game still has divide it.
    """
    if allowance.seconds is None:
        return Limits(nodes=allowance.nodes)
    left_s = allowance.seconds - seconds_of(searches, allowance.counts)
    most_s, aim_s = MOVE_SHARE * left_s, None
    if allowance.whole_game and family_of(position.rules).harness:
        most_s, aim_s = _planned(position, allowance, weights, left_s)
    elif allowance.whole_game:
        turns = LONG_GAME - family_of(position.rules).turns(position) // 2
        aim_s = most_s / max(LEAST_TURNS, turns) + usable_increment_s(allowance, most_s)
        most_s = min(weights["limit_percent"] / 100 * aim_s, MOST_SHARE * most_s)
    most = {allowance.counts: most_s}
    if allowance.move_s is not None:
        used_s = seconds_of(searches, allowance.move_counts)
        move_s = MOVE_SHARE * (allowance.move_s - used_s)
        most[allowance.move_counts] = min(move_s, most.get(allowance.move_counts, move_s))
    if min(most.values()) <= 0:
        return Limits(nodes=PANIC_NODES)
    if aim_s is not None:
        aim_s = min(aim_s, *most.values())
    return Limits(cpu_s=most.get(CPU), wall_s=most.get(WALL), aim_s=aim_s)


def _planned(
    position: Any, allowance: Allowance, weights: Weights, left_s: float
) -> tuple[float, float]:
    """The most seconds of a move and those aimed at, by the agent's plan."""
    budget = plan(
        left_s,
        own_move=1 + position.stones_placed(position.side),
        empty_points=position.cells.count(0),
        spent_s=0.0,
        overhead_s=OVERHEAD_S,
        share_percent=weights["share_percent"],
        limit_percent=weights["limit_percent"],
    )
    gain_s = usable_increment_s(allowance, left_s)
    most_s = max(budget.maximum_s, MOVE_SHARE * left_s)
    return min(budget.maximum_s + gain_s, most_s), budget.target_s + gain_s


def usable_increment_s(allowance: Allowance, seconds: float) -> float:
    """How much of its increment a move may spend at once with these seconds left."""
    return min(MOVE_SHARE * allowance.increment_s, INCREMENT_SHARE * seconds)


def seconds_of(searches: Sequence[SearchResult], counts: str | None) -> float:
    """The seconds that these searches took, CPU or wall as `counts` says."""
    if counts == CPU:
        return sum(result.seconds_cpu for result in searches)
    return sum(result.seconds_wall for result in searches)
