"""Calibration: what a move without a search and a helper process cost on this machine.

It runs for a few seconds, once before any game, so it may import what a move may not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from agent.calibration import FIELDS, FILE, save_calibration
from agent.efficiency import Efficiency, Effort, cores, efficiencies, for_cpu
from agent.files import write_whole
from agent.scripts import HOMEWORK, script_path
from agent.searcher import open_engine, tuned_weights
from games.errors import in_words
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import Rules, rules_named
from search.engine import Engine
from search.errors import BenchError, NetError, WeightsError
from search.limits import MOST_WORKERS, Limits

TYPE_CHECKING = False
if TYPE_CHECKING:
    import resource

    from search.reference.engine import ReferenceEngine
    from search.weights import Weights

    Times = tuple[float, ...]  # of a position: CPU seconds to depth 1, 2, 3, ...

REPEATS = 5
CHILD_DEADLINE_S = 10.0  # wall time; a child needs about 0.02
SEARCH_S = 0.4  # CPU time for each of the positions
HELPER_SEARCH_S = 0.1
FIRST_S = 0.002  # CPU seconds within which every position must reach the first depth
# Starting at depth 4 played worse (data/results/experiments.jsonl); the file may set more.
MOST_FIRST = 1
QUICK, DEFAULT, THOROUGH = "quick", "default", "thorough"
EFFORTS = {
    QUICK: Effort(3, 0.1, 1.0),
    DEFAULT: Effort(8, 0.4, 9.0),
    THOROUGH: Effort(24, 2.0, 300.0),
}
POSITIONS = (
    "K10 L11 K7 J11 K13",
    "K10 L11 N10 M11 K13 K11 N13 J11 H11 L9 M8 J9 L13 M13",
)


class Measured(NamedTuple):
    """The result of a calibration.

    figures  the file's figures by name; `reasons` explains some of them
    crews    efficiency by number of workers
    depths   depth, and the CPU seconds until every position has reached it
    """

    figures: dict[str, float]
    crews: list[Efficiency]
    depths: list[tuple[int, float]]
    reasons: dict[str, str]


class MeasureError(RuntimeError):
    """A measured child process failed or took too long; the message says how."""


FAILURES = (OSError, MemoryError, MeasureError, BenchError, WeightsError, NetError)


def calibrate(folder: str = ".", level: str = DEFAULT) -> int:
    """Measure and write calibration.txt in the folder; return the exit code, 0 or 1."""
    try:
        found = measured(level)
        save_calibration(f"{folder}/{FILE}", found.figures)
    except FAILURES as error:
        _say(f"ERROR: no {FILE} is written: {in_words(error)}")
        return 1
    for name, value in found.figures.items():
        reason = f"  ({found.reasons[name]})" if name in found.reasons else ""
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
    # As a move opens it: where the net or the weights are unusable, it plays without them.
    engine = open_engine(rules, tuned_weights(rules.name, _say), 16, _say)
    found, helper_s = [], FIELDS["helper_seconds"][0]
    if isinstance(engine, Engine):  # no other engine has workers
        found = efficiencies(rules, engine.weights, cores(), EFFORTS[level])
        if MOST_WORKERS > 1:
            helper_s = helper_seconds(rules, engine.weights)
    times = depth_times(rules, engine)
    workers, why = for_cpu(found)
    figures = {
        "empty_move_seconds": empty_move_seconds(rules),
        "first_depth": first_depth(times),
        "helper_seconds": helper_s,
        "workers": workers,
    }
    depths = depths_by_time(times)
    deep = ", ".join(f"{depth} in {1000 * seconds:.3g} ms" for depth, seconds in depths)
    reasons = {"workers": why, "first_depth": f"depth {deep}"}
    return Measured(figures, found, depths, reasons)


def helper_seconds(rules: Rules, weights: Weights) -> float:
    """CPU seconds of one helper without its search: fork, end, wait; the largest of a few."""
    costs = []
    for _ in range(REPEATS):
        with Engine(rules, weights, workers=2) as engine:
            before = time.process_time()
            result = engine.search(_position(rules, POSITIONS[1]), Limits(cpu_s=HELPER_SEARCH_S))
            helpers_s = engine.dismiss()
            costs.append(time.process_time() - before + helpers_s - result.seconds_cpu)
    return max(0.0, *costs)


def empty_move_seconds(rules: Rules) -> float:
    """CPU seconds of a whole move that needs no search, the largest of a few."""
    script = script_path(HOMEWORK)
    board = ("." * rules.size + "\n") * rules.size
    with tempfile.TemporaryDirectory() as folder:
        write_whole(f"{folder}/input.txt", f"WHITE\n100.0\n0,0\n{board}".encode())
        return max(charge([sys.executable, script], folder) for _ in range(REPEATS))


def depth_times(rules: Rules, engine: Engine | ReferenceEngine | None) -> list[Times]:
    """The engine's times in a few fixed positions, then closes it; [] without an engine."""
    if engine is None:
        return []
    found = []
    for moves in POSITIONS:
        times: list[float] = []
        engine.new_game()
        engine.search(
            _position(rules, moves),
            Limits(cpu_s=SEARCH_S),
            listener=lambda so_far, times=times: times.append(so_far.seconds_cpu),  # type: ignore[misc]
        )
        found.append(tuple(times))
    engine.close()
    return found


def depths_by_time(found: list[Times]) -> list[tuple[int, float]]:
    """The largest CPU seconds to each depth, up to the last depth that all positions reached."""
    deepest = min(map(len, found), default=0)
    return [(depth + 1, max(times[depth] for times in found)) for depth in range(deepest)]


def first_depth(found: list[Times]) -> int:
    """The greatest depth that every position reaches within FIRST_S after its depth 1.

    The time before depth 1 goes into proofs at the root, in proportion to the search's limit.
    """
    after_first = [tuple(seconds - times[0] for seconds in times) for times in found]
    reached = [depth for depth, seconds in depths_by_time(after_first) if seconds <= FIRST_S]
    return min(max(reached, default=1), MOST_FIRST)


def _position(rules: Rules, moves: str) -> Position:
    position = Position(rules)
    for name in moves.split():
        position.play(parse_point(name, rules.size))
    return position


def charge(command: list[str], folder: str, environment: dict[str, str] | None = None) -> float:
    """User and system CPU seconds of a command run in the folder, as a referee counts them.

    Windows does not say, and gets the wall-clock seconds, which are more. Raises MeasureError if
    the command fails or exceeds CHILD_DEADLINE_S, when it is killed.
    """
    began_s = time.monotonic()
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as child:
        usage = None
        while child.returncode is None:
            if time.monotonic() > began_s + CHILD_DEADLINE_S:
                child.kill()
                raise MeasureError(f"{command} did not finish within {CHILD_DEADLINE_S} s")
            time.sleep(0.001)
            usage = _polled(child)
        wall_s = time.monotonic() - began_s
        if child.returncode:
            said = child.stderr.read().decode(errors="replace") if child.stderr else ""
            raise MeasureError(f"{command} ended with {child.returncode}: {said}")
    return wall_s if usage is None else usage.ru_utime + usage.ru_stime


def _polled(child: subprocess.Popen[bytes]) -> resource.struct_rusage | None:
    """Set the child's `returncode` if it has ended; what it used, where the system says."""
    if not hasattr(os, "wait4"):
        child.poll()
        return None
    pid, status, usage = os.wait4(child.pid, os.WNOHANG)
    if pid:
        killed = os.WIFSIGNALED(status)
        child.returncode = -os.WTERMSIG(status) if killed else os.WEXITSTATUS(status)
    return usage


def _say(text: str) -> None:
    sys.stderr.write(f"calibrate: {text}\n")
