"""homework.py with the workers of calibration.txt: used, charged, and ended with the move."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from agent import measure
from agent.calibration import Calibration, save_calibration
from agent.measure import (
    DEFAULT,
    QUICK,
    THOROUGH,
    Crew,
    Effort,
    compare_crews,
    for_cpu,
    level_of,
)
from agent.memory import load_memory
from agent.protocol import parse_request
from games.five.rules import rules_named
from search.cores import cores
from search.engine import Engine
from search.result import SearchResult
from search.weights.file import shipped_weights
from tests.agent.desk import ROOT, Desk, is_move_for, sample, with_clock
from web.settings import free_cores

MIDDLE = with_clock(sample("handout_black"), "10.0")
FORKED = "/proc/{pid}/task/{pid}/children"


@pytest.fixture
def two(desk: Desk) -> Desk:
    """A folder whose calibration sets two workers."""
    figures = {**Calibration().figures, "workers": 2}
    save_calibration(str(desk.folder / "calibration.txt"), figures)
    return desk


def start(desk: Desk) -> subprocess.Popen[bytes]:
    """Start a move; its helper process is running when this returns."""
    desk.put("input.txt", MIDDLE)
    child = subprocess.Popen(
        [sys.executable, ROOT / "homework.py"],
        cwd=desk.folder,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 20.0
    while not helpers(child.pid):
        assert child.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return child


def helpers(pid: int) -> list[int]:
    """Return the child processes of a process."""
    try:
        return [int(word) for word in Path(FORKED.format(pid=pid)).read_text().split()]
    except FileNotFoundError:
        return []


def test_workers_of_calibration_are_used_and_gone_afterwards(two: Desk) -> None:
    """With `workers 2` a move has one helper process, which ends with the move."""
    child = start(two)
    (helper,) = helpers(child.pid)
    assert child.wait(30.0) == 0
    assert is_move_for((two.folder / "output.txt").read_text(), MIDDLE)
    with pytest.raises(ProcessLookupError):
        os.kill(helper, 0)


def test_workers_killed_cost_no_move(two: Desk) -> None:
    """If a helper is killed during the search, the move is still written, with code 0."""
    child = start(two)
    os.kill(helpers(child.pid)[0], signal.SIGKILL)
    assert child.wait(30.0) == 0
    assert is_move_for((two.folder / "output.txt").read_text(), MIDDLE)


def test_workers_end_when_the_move_is_killed(two: Desk) -> None:
    """If the harness kills a move, its helpers end too."""
    child = start(two)
    (helper,) = helpers(child.pid)
    child.kill()
    child.wait(10.0)
    deadline = time.monotonic() + 10.0
    while Path(f"/proc/{helper}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_workers_are_in_the_ledger(two: Desk) -> None:
    """The CPU of a move in the memory includes its helper, as the harness's charge does."""
    done = two.ask(MIDDLE)
    assert done.code == 0
    rules = rules_named("pente")
    position = parse_request(MIDDLE, rules).position
    own_s = float((two.folder / "playdata.txt").read_bytes().split(b"\nclock ")[1].split()[2])
    assert own_s == pytest.approx(done.cpu_s, abs=0.03)
    assert load_memory(str(two.folder / "playdata.txt"), position, 5.0) is not None


def test_workers_are_not_forked_for_a_short_search(two: Desk) -> None:
    """With little time on the clock, one process makes the move, within the clock."""
    done = two.ask(with_clock(MIDDLE, "0.3"))
    assert done.code == 0
    assert done.cpu_s <= 0.3


def crew(workers: int, wall: float, cpu: float, error: float = 0.01) -> Crew:
    """Made-up figures of the workers' efficiency."""
    return Crew(workers, 8, 1e6, wall, error, cpu, error)


def test_workers_for_a_cpu_clock_are_one_unless_less_cpu_is_sure() -> None:
    """Several workers are chosen only if they surely need less CPU, and the reason says so."""
    one = crew(1, 1.0, 1.0, 0.0)
    assert for_cpu([one, crew(2, 0.55, 1.06)]) == (1, "no crew needs less CPU to the same depth")
    assert for_cpu([one, crew(2, 0.5, 0.97, error=0.02)])[0] == 1
    assert for_cpu([one, crew(2, 0.5, 0.90)])[0] == 2
    assert for_cpu([]) == (1, "no position could be measured")


def test_workers_are_compared_by_the_engine_that_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search of the comparison has the net of the given weights."""
    nets = []

    class Recorded(Engine):
        def search(self, *arguments: Any, **named: Any) -> SearchResult:
            nets.append(self.weights.net_digest)
            return super().search(*arguments, **named)

    monkeypatch.setattr(measure, "Engine", Recorded)
    rules = rules_named("pente")
    weights = shipped_weights(rules)
    found, times = compare_crews(rules, weights, 2, Effort(1, 0.01, 10.0))
    assert len(times) == 1
    assert [crew.positions for crew in found] == [1, 1]
    assert set(nets) == {weights.net_digest} != {""}


def test_workers_comparison_skips_a_position_that_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A depth that no search reaches ends by the clock, and its position does not count."""
    monkeypatch.setattr(measure, "_depth_of", lambda *_: 60)
    rules = rules_named("pente")
    assert compare_crews(rules, shipped_weights(rules), 2, Effort(1, 0.01, 0.1)) == ([], [])


def test_workers_are_no_more_than_the_cores() -> None:
    """The number of workers is at least one and at most the number of cores."""
    assert 1 <= cores() <= (os.cpu_count() or 1)


def test_cores_are_counted_where_the_system_knows_no_affinity(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without `sched_getaffinity`, as on macOS, all cores of the computer count."""
    monkeypatch.delattr(os, "sched_getaffinity")
    assert 1 <= cores() <= (os.cpu_count() or 1)
    assert free_cores() == max(1, cores() - 1)


def test_calibrate_takes_its_level_from_the_command_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The level is empty, --quick or --thorough; anything else is an error with exit code 2."""
    assert [level_of([]), level_of(["--quick"]), level_of(["--thorough"])] == [
        DEFAULT,
        QUICK,
        THOROUGH,
    ]
    with pytest.raises(SystemExit, match="2"):
        level_of(["--slow"])
    assert "--slow" in capsys.readouterr().err
