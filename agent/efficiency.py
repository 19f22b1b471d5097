"""What more workers bring on this machine: time to a depth and its CPU, against one worker's.

Each position is searched by one worker and by crews of each size to the same depth, one that takes
a worker long enough; every search begins with an empty table, and forks are charged to it.
Single ratios spread widely, so what is judged is the mean of their logarithms, with its error.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from typing import NamedTuple

from agent.searcher import tuned_weights
from games.five.rules import Rules
from search.bench import bench_path, load_positions
from search.engine import MAX_DEPTH, Engine
from search.limits import MOST_WORKERS, Limits
from search.result import SearchResult
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from games.five.position import Position

SURE = 2.0  # standard errors that a difference must have to count
LEAST_GAIN = 1.02  # CPU that one worker must need more than a crew, for the crew to be chosen
QUOTA_FILE = "/sys/fs/cgroup/cpu.max"


class Effort(NamedTuple):
    """How many positions are searched, and the CPU seconds that one worker takes for each.

    No position is begun after `within_s` on the wall: some take many times what they should.
    """

    positions: int
    seconds: float
    within_s: float


class Efficiency(NamedTuple):
    """A crew's size and its means over the positions: ratios to one worker, errors of their logs.

    nodes_per_second  on the wall, of all workers together
    wall, cpu         time to depth and CPU seconds, over one worker's
    """

    workers: int
    positions: int
    nodes_per_second: float
    wall: float
    wall_error: float
    cpu: float
    cpu_error: float


def cores() -> int:
    """Processors that this process may use: by its affinity, and by the quota of its group."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        with open(QUOTA_FILE, encoding="ascii") as file:
            quota, period = file.read().split()
            if quota != "max":
                count = min(count or 1, max(1, int(quota) // int(period)))
    except (OSError, ValueError):
        pass  # no quota that can be read
    return min(count or 1, MOST_WORKERS)


def efficiencies(
    rules: Rules, most: int, effort: Effort, say: Callable[[str], None]
) -> list[Efficiency]:
    """The efficiency of 1, 2, ... `most` workers, those of one being 1 by definition.

    Fewer positions count where the time is over, or a search proves its result too soon; none
    leaves only what is known without measuring. Raises KernelMissing, OSError, BenchError.
    """
    weights = tuned_weights(rules.name, say)
    runs: dict[int, list[SearchResult]] = {workers: [] for workers in range(1, most + 1)}
    ends = time.monotonic() + effort.within_s
    for position in _positions(rules):
        if len(runs[1]) == effort.positions or time.monotonic() > ends:
            break
        depth = _depth_of(position, weights, effort.seconds)
        if depth is None:
            continue
        for workers, found in runs.items():
            found.append(_to_depth(position, weights, depth, workers))
    return [_efficiency(workers, found, runs[1]) for workers, found in runs.items() if found]


def for_cpu(found: list[Efficiency]) -> tuple[int, str]:
    """How many workers a CPU clock pays for, and why: one, unless a crew surely needs less CPU."""
    best = min(found, key=lambda crew: crew.cpu, default=None)
    if best is None or best.workers == 1:
        return 1, "no crew needs less CPU to the same depth"
    if best.cpu * math.exp(SURE * best.cpu_error) * LEAST_GAIN < 1:
        return best.workers, f"{best.workers} workers need {best.cpu:.2f} of the CPU of one"
    sure = f"{best.cpu:.2f} +- {best.cpu * best.cpu_error:.2f} of the CPU of one is not surely less"
    return 1, f"{best.workers} workers: {sure}"


def for_wall(found: list[Efficiency]) -> tuple[int, str]:
    """How many workers reach a depth first by the clock on the wall, and why."""
    best = min(found, key=lambda crew: crew.wall, default=None)
    if best is None or best.workers == 1:
        return 1, "no crew is faster to the same depth"
    if best.wall * math.exp(SURE * best.wall_error) < 1:
        return best.workers, f"{best.workers} workers are {1 / best.wall:.2f} times as fast as one"
    return 1, f"{best.workers} workers: {1 / best.wall:.2f} times as fast as one is not sure"


def _positions(rules: Rules) -> Iterator[Position]:
    entries = load_positions(bench_path())
    return (entry.position for entry in entries if entry.position.rules == rules)


def _depth_of(position: Position, weights: Weights, seconds: float) -> int | None:
    """The first depth that takes a twin so long; None if the position is decided before.

    The twin's order differs a little. Costs to a depth vary by chance, so a depth chosen by the
    search that is measured would be one that it happened to be slow to, and any crew would gain.
    """
    twin = Weights({**weights.as_dict(), "killer_bonus": weights["killer_bonus"] // 2})
    reached: list[SearchResult] = []

    def learn(result: SearchResult) -> None:
        reached.append(result)
        if result.seconds_cpu >= seconds:
            raise _EnoughError

    with Engine(position.rules, twin) as engine:
        try:
            engine.search(position, Limits(depth=MAX_DEPTH), listener=learn)
        except _EnoughError:
            return reached[-1].depth
    return None


class _EnoughError(Exception):
    """A search has taken long enough."""


def _to_depth(position: Position, weights: Weights, depth: int, workers: int) -> SearchResult:
    with Engine(position.rules, weights, workers=workers) as engine:
        return engine.search(position, Limits(depth=depth))


def _efficiency(workers: int, found: list[SearchResult], alone: list[SearchResult]) -> Efficiency:
    wall = [math.log(a.seconds_wall / b.seconds_wall) for a, b in zip(found, alone, strict=True)]
    cpu = [math.log(a.seconds_cpu / b.seconds_cpu) for a, b in zip(found, alone, strict=True)]
    seconds = sum(result.seconds_wall for result in found)
    return Efficiency(
        workers,
        len(found),
        sum(result.nodes for result in found) / seconds,
        math.exp(statistics.mean(wall)),
        _error(wall),
        math.exp(statistics.mean(cpu)),
        _error(cpu),
    )


def _error(logs: list[float]) -> float:
    """The standard error of the mean; large where one run says nothing of the spread."""
    return statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
