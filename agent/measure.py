"""Calibration: what moves, helper processes and crews of workers cost on this machine.

One worker, and crews of each size, search some positions to the same depth, each from an empty
table, with the cost of the forks. Single ratios of their times vary widely, so the mean of their
logarithms and its standard error choose the number of workers.

It runs for a few seconds, once before any game, so it may import what a move may not.
"""

from __future__ import annotations

import math
import statistics
import subprocess
import sys
import tempfile
import time
from threading import Timer
from typing import NamedTuple

from agent.calibration import FIELDS, FILE, save_calibration
from agent.files import write_whole
from agent.scripts import HOMEWORK, script_path
from agent.searcher import open_engine, tuned_weights
from games.errors import in_words
from games.five.rules import FiveRules, rules_named
from search.bench import positions_of
from search.cores import cores
from search.engine import MAX_DEPTH, Engine
from search.errors import BenchError, NetError, WeightsError
from search.limits import MOST_WORKERS, Limits
from search.result import STOP, SearchResult
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.five.position import FivePosition

REPEATS = 5
CHILD_DEADLINE_S = 10.0  # wall time; a child needs about 0.02
HELPER_SEARCH_S = 0.1
SURE = 2.0  # standard errors that a difference must reach to count
LEAST_GAIN = 1.02  # a crew must save this factor of one worker's CPU to be chosen
LONGEST = 20  # times the planned seconds, in wall time: a position is skipped that takes longer


class Effort(NamedTuple):
    """How many positions to search, and the CPU seconds of one worker for each.

    No position begins after `within_s` wall seconds: some take many times longer than planned.
    """

    positions: int
    seconds: float
    within_s: float


QUICK, DEFAULT, THOROUGH = "quick", "default", "thorough"
EFFORTS = {
    QUICK: Effort(3, 0.1, 1.0),
    DEFAULT: Effort(8, 0.4, 9.0),
    THOROUGH: Effort(24, 2.0, 300.0),
}


class Crew(NamedTuple):
    """A crew's mean ratios to one worker; errors are those of the ratios' logarithms.

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


class Measured(NamedTuple):
    """The result of a calibration: the file's figures, the crews, and the reasons of figures."""

    figures: dict[str, float]
    crews: list[Crew]
    reasons: dict[str, str]


class MeasureError(RuntimeError):
    """A measured child process failed or took too long; the message says how."""


FAILURES = (OSError, MemoryError, MeasureError, BenchError, WeightsError, NetError)


def calibrate(folder: str = ".", level: str = DEFAULT) -> int:
    """Measure and write calibration.txt in the folder; return the exit code, 0 or 1."""
    try:
        result = measured(level)
        save_calibration(f"{folder}/{FILE}", result.figures)
    except FAILURES as error:
        _say(f"ERROR: no {FILE} is written: {in_words(error)}")
        return 1
    for name, value in result.figures.items():
        reason = f"  ({result.reasons[name]})" if name in result.reasons else ""
        _say(f"{name} = {value:.6g}{reason}")
    return 0


def level_of(options: list[str]) -> str:
    """The level that the command line options select; exits with a message if they are wrong."""
    for level in EFFORTS:
        if options == [f"--{level}"]:
            return level
    if options:
        _say(f"ERROR: expected --quick, --thorough or nothing, got {' '.join(options)}")
        sys.exit(2)
    return DEFAULT


def measured(level: str) -> Measured:
    """Measure this machine. Raises one of FAILURES."""
    rules = rules_named("pente")
    figures = {name: default for name, (default, _, _) in FIELDS.items()}
    reasons = dict.fromkeys(("helper_seconds", "workers"), "no compiled search")
    reasons["first_depth"] = "not measured: deeper starts played worse"
    crews: list[Crew] = []
    # As a move opens it: where the net or the weights are unusable, it plays without them.
    engine = open_engine(rules, tuned_weights(rules.name, _say), 16, _say)
    if type(engine) is Engine:  # the search in plain Python has no workers
        weights = engine.weights
        crews = compare_crews(rules, weights, cores(), EFFORTS[level])
        figures["workers"], reasons["workers"] = for_cpu(crews)
        if MOST_WORKERS > 1:
            figures["helper_seconds"] = helper_seconds(rules, weights)
            del reasons["helper_seconds"]
    if engine is not None:
        engine.close()
    figures["empty_move_seconds"] = empty_move_seconds(rules)
    return Measured(figures, crews, reasons)


def compare_crews(rules: FiveRules, weights: Weights, most: int, effort: Effort) -> list[Crew]:
    """Crews of 1, 2, ... `most` workers.

    `weights` have the net of the engine that plays. Fewer positions count if time runs out, a
    search proves its result too early, or one takes LONGEST times as long as planned; if none
    counts, there are no crews. Raises OSError, BenchError.
    """
    runs: list[list[SearchResult]] = []
    ends = time.monotonic() + effort.within_s
    for position in _positions(rules):
        if len(runs) == effort.positions or time.monotonic() > ends:
            break
        depth = _depth_of(position, weights, effort.seconds)
        if depth is None:
            continue
        run = []
        longest_s = LONGEST * effort.seconds
        for workers in range(1, most + 1):
            run.append(_watched(position, weights, depth, longest_s, workers=workers)[0])
            if run[-1].stopped_by == STOP:
                break
        else:
            runs.append(run)
    return [_crew(workers, runs) for workers in range(1, most + 1)] if runs else []


def for_cpu(crews: list[Crew]) -> tuple[int, str]:
    """The number of workers for a CPU clock, and why: one, unless a crew surely needs less CPU."""
    best = min(crews, key=lambda crew: crew.cpu, default=None)
    if best is None:
        return 1, "no position could be measured"
    if best.workers == 1:
        return 1, "no crew needs less CPU to the same depth"
    if best.cpu * math.exp(SURE * best.cpu_error) * LEAST_GAIN < 1:
        return best.workers, f"{best.workers} workers need {best.cpu:.2f} of the CPU of one"
    sure = f"{best.cpu:.2f} +- {best.cpu * best.cpu_error:.2f} of the CPU of one is not surely less"
    return 1, f"{best.workers} workers: {sure}"


def helper_seconds(rules: FiveRules, weights: Weights) -> float:
    """The CPU seconds of one helper without its search: fork, end, wait; the largest of a few."""
    position = next(_positions(rules))
    costs = []
    for _ in range(REPEATS):
        with Engine(rules, weights, workers=2) as engine:
            before = time.process_time()
            result = engine.search(position, Limits(cpu_s=HELPER_SEARCH_S))
            helpers_s = engine.dismiss()
            costs.append(time.process_time() - before + helpers_s - result.seconds_cpu)
    return max(0.0, *costs)


def empty_move_seconds(rules: FiveRules) -> float:
    """The CPU seconds of a whole move that needs no search, the largest of a few."""
    script = script_path(HOMEWORK)
    board = ("." * rules.size + "\n") * rules.size
    with tempfile.TemporaryDirectory() as folder:
        write_whole(f"{folder}/input.txt", f"WHITE\n100.0\n0,0\n{board}".encode())
        return max(charge([sys.executable, script], folder)[0] for _ in range(REPEATS))


def charge(
    command: list[str],
    folder: str,
    environment: dict[str, str] | None = None,
    deadline_s: float = CHILD_DEADLINE_S,
) -> tuple[float, str]:
    """The CPU seconds of a command run in the folder, as a referee counts them, and its stderr.

    User and system time count. Windows does not say, and gets the wall-clock seconds, which are
    more. Raises MeasureError if the command fails or exceeds the deadline, when it is killed.
    """
    began_s, before_s = time.monotonic(), _children_s()
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=deadline_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise MeasureError(f"{command} did not finish within {deadline_s} s") from error
    wall_s = time.monotonic() - began_s
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode:
        raise MeasureError(f"{command} ended with {done.returncode}: {said}")
    return (wall_s if before_s is None else (_children_s() or 0.0) - before_s), said


def _children_s() -> float | None:
    """The CPU seconds of all children that have ended and were waited for; None on Windows."""
    try:
        import resource  # noqa: PLC0415  # Windows has none
    except ImportError:
        return None
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _positions(rules: FiveRules) -> Iterator[FivePosition]:
    return (entry.position for entry in positions_of() if entry.position.rules == rules)


def _depth_of(position: FivePosition, weights: Weights, seconds: float) -> int | None:
    """The first depth that takes this long; None if it takes far longer or decides the position.

    The search for the depth uses slightly different move ordering. Costs to a depth vary by chance.
    If the measured search also chose the depth, it would choose one where it happens to be slow,
    and any crew would seem to gain.
    """
    changed = {**weights.as_dict(), "killer_bonus": weights["killer_bonus"] // 2}
    weights = Weights(changed).with_net(weights.net)
    _, course = _watched(position, weights, MAX_DEPTH, LONGEST * seconds, until_s=seconds)
    return next((so_far.depth for so_far in course if so_far.seconds_cpu >= seconds), None)


def _watched(
    position: FivePosition,
    weights: Weights,
    depth: int,
    longest_s: float,
    *,
    workers: int = 1,
    until_s: float = math.inf,
) -> tuple[SearchResult, list[SearchResult]]:
    """The result of a search and that of each iteration.

    It is stopped after `longest_s` wall seconds, and after an iteration at `until_s` CPU seconds: a
    limit of the search itself would also decide how long it looks for forced wins at the root.
    """
    course: list[SearchResult] = []
    with Engine(position.rules, weights, workers=workers) as engine:

        def note(so_far: SearchResult) -> None:
            course.append(so_far)
            if so_far.seconds_cpu >= until_s:
                engine.stop()

        timer = Timer(longest_s, engine.stop)
        timer.daemon = True
        timer.start()
        try:
            return engine.search(position, Limits(depth=depth), listener=note), course
        finally:
            timer.cancel()


def _crew(workers: int, runs: list[list[SearchResult]]) -> Crew:
    pairs = [(run[workers - 1], run[0]) for run in runs]
    wall = [math.log(a.seconds_wall / b.seconds_wall) for a, b in pairs]
    cpu = [math.log(a.seconds_cpu / b.seconds_cpu) for a, b in pairs]
    return Crew(
        workers,
        len(pairs),
        sum(a.nodes for a, _ in pairs) / sum(a.seconds_wall for a, _ in pairs),
        math.exp(statistics.mean(wall)),
        _error(wall),
        math.exp(statistics.mean(cpu)),
        _error(cpu),
    )


def _error(logs: list[float]) -> float:
    """The standard error of the mean; infinite for a single run."""
    return statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else math.inf


def _say(text: str) -> None:
    sys.stderr.write(f"calibrate: {text}\n")
