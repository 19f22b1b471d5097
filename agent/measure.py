"""Calibration: what this machine charges for a start, for a move without a search, and per node.

It takes a few seconds, once before any game, so it may import what a move may not.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from agent.calibration import FILE, save_calibration
from agent.files import write_whole
from agent.searcher import open_engine
from games.points import parse_point
from games.position import Position
from games.rules import Rules, rules_named
from search.limits import Limits

REPEATS = 5
CHILD_DEADLINE_S = 10.0  # on the wall; a child needs some 0.02
SEARCH_S = 0.4  # of CPU for each of the positions
POSITIONS = (
    "K10 L11 K7 J11 K13",
    "K10 L11 N10 M11 K13 K11 N13 J11 H11 L9 M8 J9 L13 M13",
)


class MeasureError(RuntimeError):
    """A child that was started to be measured failed or took too long; the message says how."""


def calibrate(folder: str = ".") -> int:
    """Measure, and write calibration.txt in the folder; the exit code, 0 or 1."""
    rules = rules_named("pente")
    try:
        figures = {
            "start_seconds": statistics.median(
                charge([sys.executable, "-c", ""], folder) for _ in range(REPEATS)
            ),
            "empty_move_seconds": empty_move_seconds(rules),
            "nodes_per_second": nodes_per_second(rules),
        }
        save_calibration(f"{folder}/{FILE}", figures)
    except (OSError, MeasureError) as error:
        _say(f"ERROR: no {FILE} is written: {error}")
        return 1
    for name, value in figures.items():
        _say(f"{name} = {value:.6g}")
    return 0


def empty_move_seconds(rules: Rules) -> float:
    """CPU seconds of a whole move that needs no search, the dearest of a few."""
    door = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "homework.py")
    board = ("." * rules.size + "\n") * rules.size
    with tempfile.TemporaryDirectory() as folder:
        write_whole(f"{folder}/input.txt", f"WHITE\n100.0\n0,0\n{board}".encode())
        return max(charge([sys.executable, door], folder) for _ in range(REPEATS))


def nodes_per_second(rules: Rules) -> float:
    """Nodes that the search enters in a CPU second, over a few fixed positions; 0 without one."""
    engine = open_engine(rules, None, 16, _say)
    if engine is None:
        return 0.0
    nodes, seconds = 0, 0.0
    for moves in POSITIONS:
        position = Position(rules)
        for name in moves.split():
            position.play(parse_point(name, rules.size))
        engine.new_game()
        before = time.process_time()
        nodes += engine.search(position, Limits(cpu_s=SEARCH_S)).nodes
        seconds += time.process_time() - before
    engine.close()
    return nodes / seconds


def charge(command: list[str], folder: str, environment: dict[str, str] | None = None) -> float:
    """User and system CPU seconds of a command run in the folder, as a referee counts them.

    Raises MeasureError if it fails or is not done by CHILD_DEADLINE_S; then it has been killed.
    """
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as child:
        deadline = time.monotonic() + CHILD_DEADLINE_S
        pid, status, usage = 0, 0, None
        while not pid:
            if time.monotonic() > deadline:
                child.kill()
                raise MeasureError(f"{command} was not done after {CHILD_DEADLINE_S} s")
            time.sleep(0.001)
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            said = child.stderr.read().decode(errors="replace") if child.stderr else ""
            raise MeasureError(f"{command} ended with {child.returncode}: {said}")
    assert usage is not None  # wait4 gives it with the pid
    return usage.ru_utime + usage.ru_stime


def _say(text: str) -> None:
    sys.stderr.write(f"calibrate: {text}\n")
