"""The efficiency of parallel search on this machine: wall and CPU time to a depth, against one
worker.

One worker, and crews of each size, search each position to the same depth. Every search begins with
an empty table and includes the cost of its forks. Single ratios vary widely, so the decision uses
the mean of their logarithms and its standard error.
"""

from __future__ import annotations

import math
import os
import statistics
import time
from contextlib import contextmanager
from threading import Timer
from typing import NamedTuple

from games.five.rules import Rules
from search.bench import bench_path, load_positions
from search.engine import MAX_DEPTH, Engine
from search.limits import MOST_WORKERS, Limits
from search.result import STOP, SearchResult
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.five.position import Position

SURE = 2.0  # standard errors that a difference must reach to count
LEAST_GAIN = 1.02  # a crew must save this factor of one worker's CPU to be chosen
LONGEST = 20  # times the planned seconds, in wall time: a position is skipped that takes longer
QUOTA_FILE = "/sys/fs/cgroup/cpu.max"


class Effort(NamedTuple):
    """How many positions to search, and the CPU seconds of one worker for each.

    No position begins after `within_s` wall seconds: some take many times longer than planned.
    """

    positions: int
    seconds: float
    within_s: float


class Efficiency(NamedTuple):
    """A crew's size and its mean ratios to one worker; errors are those of the ratios' logarithms.

    nodes_per_second  of all workers together, per second of wall time
    wall, cpu         wall and CPU seconds to a depth, divided by one worker's
    """

    workers: int
    positions: int
    nodes_per_second: float
    wall: float
    wall_error: float
    cpu: float
    cpu_error: float


def cores() -> int:
    """The number of processors this process may use, by its affinity and its cgroup's quota."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    try:
        with open(QUOTA_FILE, encoding="ascii") as file:
            quota, period = file.read().split()
            if quota != "max":
                count = min(count or 1, max(1, int(quota) // int(period)))
    except (OSError, ValueError):
        pass  # no readable quota
    return min(count or 1, MOST_WORKERS)


def efficiencies(rules: Rules, weights: Weights, most: int, effort: Effort) -> list[Efficiency]:
    """The efficiency of 1, 2, ... `most` workers; the ratios of one worker are 1 by definition.

    `weights` have the net of the engine that plays. Fewer positions count if time runs out, a
    search proves its result too early, or one takes LONGEST times as long as planned. The list is
    empty if none counts. Raises KernelMissing, OSError, BenchError.
    """
    runs: dict[int, list[SearchResult]] = {workers: [] for workers in range(1, most + 1)}
    ends = time.monotonic() + effort.within_s
    for position in _positions(rules):
        if len(runs[1]) == effort.positions or time.monotonic() > ends:
            break
        depth = _depth_of(position, weights, effort.seconds)
        if depth is None:
            continue
        results = _to_depth(position, weights, depth, most, LONGEST * effort.seconds)
        if results is not None:
            for found, result in zip(runs.values(), results):
                found.append(result)
    return [_efficiency(workers, found, runs[1]) for workers, found in runs.items() if found]


def for_cpu(found: list[Efficiency]) -> tuple[int, str]:
    """The number of workers for a CPU clock, and why: one, unless a crew surely needs less CPU."""
    best = min(found, key=lambda crew: crew.cpu, default=None)
    if best is None:
        return 1, "no position could be measured"
    if best.workers == 1:
        return 1, "no crew needs less CPU to the same depth"
    if best.cpu * math.exp(SURE * best.cpu_error) * LEAST_GAIN < 1:
        return best.workers, f"{best.workers} workers need {best.cpu:.2f} of the CPU of one"
    sure = f"{best.cpu:.2f} +- {best.cpu * best.cpu_error:.2f} of the CPU of one is not surely less"
    return 1, f"{best.workers} workers: {sure}"


def _positions(rules: Rules) -> Iterator[Position]:
    entries = load_positions(bench_path())
    return (entry.position for entry in entries if entry.position.rules == rules)


def _depth_of(position: Position, weights: Weights, seconds: float) -> int | None:
    """The first depth that takes this long; None if it takes far longer or decides the position.

    The search for the depth uses slightly different move ordering. Costs to a depth vary by chance.
    If the measured search also chose the depth, it would choose one where it happens to be slow,
    and any crew would seem to gain.
    """
    changed = {**weights.as_dict(), "killer_bonus": weights["killer_bonus"] // 2}
    variant = Weights(changed).with_net(weights.net)
    reached: list[SearchResult] = []

    def learn(result: SearchResult) -> None:
        reached.append(result)
        if result.seconds_cpu >= seconds:
            raise _EnoughError

    engine = Engine(position.rules, variant)
    with engine, _stopped_after(LONGEST * seconds, engine):
        try:
            engine.search(position, Limits(depth=MAX_DEPTH), listener=learn)
        except _EnoughError:
            return reached[-1].depth
    return None


class _EnoughError(Exception):
    """A search has taken long enough."""


def _to_depth(
    position: Position, weights: Weights, depth: int, most: int, longest_s: float
) -> list[SearchResult] | None:
    """The searches of 1, 2, ... `most` workers to this depth; None if one takes `longest_s`."""
    found = []
    for workers in range(1, most + 1):
        engine = Engine(position.rules, weights, workers=workers)
        with engine, _stopped_after(longest_s, engine):
            found.append(engine.search(position, Limits(depth=depth)))
        if found[-1].stopped_by == STOP:
            return None
    return found


@contextmanager
def _stopped_after(wall_s: float, engine: Engine) -> Iterator[None]:
    """End a search after so many wall seconds.

    A limit of the search itself would also decide how long it looks for forced wins at the root.
    """
    timer = Timer(wall_s, engine.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _efficiency(workers: int, found: list[SearchResult], alone: list[SearchResult]) -> Efficiency:
    pairs = list(zip(found, alone))
    wall = [math.log(a.seconds_wall / b.seconds_wall) for a, b in pairs]
    cpu = [math.log(a.seconds_cpu / b.seconds_cpu) for a, b in pairs]
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
    """The standard error of the mean; infinite for a single run."""
    return statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf
