"""homework.py with the two workers of calibration.txt: charged, and ended with the move."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from agent.calibration import Calibration, save_calibration
from arena.processes.process_tree import processes
from tests.agent.desk import ROOT, Desk, is_move_for, sample, with_clock
from tests.arena.waiting import running, wait_for

MIDDLE = with_clock(sample("handout_black"), "10.0")

pytestmark = pytest.mark.nightly


@contextmanager
def started(desk: Desk) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A move with two workers, and the id of its helper process, which is running."""
    save_calibration(str(desk.folder / "calibration.txt"), {**Calibration().figures, "workers": 2})
    desk.put("input.txt", MIDDLE)
    with subprocess.Popen([sys.executable, ROOT / "homework.py"], cwd=desk.folder) as child:
        yield child, wait_for(lambda: children(child.pid))[0]


def children(pid: int) -> list[int]:
    """The child processes of a process."""
    return [child for child, process in processes().items() if process.parent == pid]


@pytest.mark.parametrize("kills", [False, True])
def test_workers_are_gone_after_the_move(desk: Desk, *, kills: bool) -> None:
    """A helper ends with its move, is in the ledger, and may be killed: the move is written."""
    with started(desk) as (child, helper):
        if kills:
            os.kill(helper, signal.SIGKILL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    assert is_move_for(desk.output(), MIDDLE)
    with pytest.raises(ProcessLookupError):
        os.kill(helper, 0)
    ledger = (desk.folder / "playdata.txt").read_bytes().split(b"\nclock ")[1].split()
    assert float(ledger[2]) == pytest.approx(usage.ru_utime + usage.ru_stime, abs=0.1)


def test_workers_end_when_the_move_is_killed(desk: Desk) -> None:
    """If the harness kills a move, its helpers end too."""
    with started(desk) as (child, helper):
        child.kill()
    wait_for(lambda: not running(helper))
