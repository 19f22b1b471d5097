"""One pool for every kind of work: each task is answered once, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.processes.pool import (
    AHEAD,
    Processes,
    TaskError,
    WorkerLostError,
    answers,
)
from tests.arena.processes.obeying_worker import INTERRUPTED, work
from tests.arena.waiting import DEADLINE_S, pids_in, running, wait_for

ROOT = Path(__file__).parents[3]


class Counting:
    """A pool that answers a task with itself, the latest first, and counts what is queued."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.queued: list[int] = []
        self.most = 0

    def submit(self, task: int) -> None:
        """Queue it."""
        self.queued.append(task)
        self.most = max(self.most, len(self.queued))

    def next(self) -> int:
        """The latest task."""
        return self.queued.pop()

    def close(self) -> None:
        """Nothing to release."""


@given(st.integers(0, 30), st.integers(0, 4))
def test_each_task_is_answered_once(tasks: int, workers: int) -> None:
    """No more are queued than keep the workers busy, and a pool without workers gets some."""
    pool = Counting(workers)
    assert sorted(answers(range(tasks), pool)) == list(range(tasks))
    assert pool.most <= AHEAD * max(1, workers)


def test_task_of_a_dead_worker_is_given_again(tmp_path: Path) -> None:
    """If a task may cost two workers, another worker answers it after the first one dies."""
    tasks = ["answer 1", f"die-once {tmp_path}/note", "answer 2"]
    with closing(Processes(work(most_losses=2), 2)) as pool:
        assert sorted(answers(tasks, pool)) == [f"{tmp_path}/note", "1", "2"]
        assert pool._lost.total() == 1


def test_worker_that_is_killed_is_replaced() -> None:
    """A task that kills all its workers is raised with the exit code; the pool can be used on. If
    an idle worker is killed, the next worker gets its task.
    """
    with closing(Processes(work(most_losses=2), 1)) as pool:
        pool.submit("die now")
        with pytest.raises(WorkerLostError, match="exit code -9: die now"):
            pool.next()
        assert pool._lost.total() == 2
        assert list(answers(["answer 1"], pool)) == ["1"]
        os.kill(pool._workers[0].process.pid, signal.SIGKILL)
        pool._workers[0].process.wait(DEADLINE_S)
        assert list(answers(["answer 1"], pool)) == ["1"]


def test_tasks_that_hang_or_fail_are_raised(tmp_path: Path) -> None:
    """A worker is killed at its deadline. A task that fails once is answered at the second try."""
    with closing(Processes(work(deadline_s=0.5), 1)) as pool:
        pool.submit(f"sleep {tmp_path}/note 600")
        with pytest.raises(WorkerLostError, match=r"no answer in 0\.5 s"):
            pool.next()
    with closing(Processes(work(tries=2), 1)) as pool:
        assert list(answers([f"fail-once {tmp_path}/once"], pool)) == [f"{tmp_path}/once"]
        pool.submit("fail always")
        with pytest.raises(TaskError, match="it cannot be done: fail always"):
            pool.next()


@pytest.mark.parametrize("grace_s", [0.0, 2 * DEADLINE_S])
def test_closed_pool_ends_its_workers(tmp_path: Path, grace_s: float) -> None:
    """With a grace period workers end by their own `finally`; without one they are killed."""
    note = tmp_path / "note"
    with closing(Processes(work(grace_s=grace_s), 1)) as pool:
        pool.submit(f"sleep {note} 600")
        wait_for(lambda: bool(pids_in(note)))
        began = time.monotonic()
    assert time.monotonic() - began < DEADLINE_S
    assert (tmp_path / "note.ended").exists() == bool(grace_s)


OWNER = """
import signal
from contextlib import closing
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits "ignore"
from arena.processes.pool import Processes
from tests.arena.processes.obeying_worker import work
with closing(Processes(work(grace_s=100.0), 2)) as workers:
    for _ in range(2):
        workers.submit("sleep {note} 600")
    print(workers.next(), workers.next(), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_owner(tmp_path: Path, number: signal.Signals) -> None:
    """If their owner is killed or gets Ctrl-C, workers run `finally`, end and print nothing."""
    note = tmp_path / "note"
    with owner(note) as process:
        wait_for(lambda: len(pids_in(note)) == 2)
        os.killpg(process.pid, number) if number == signal.SIGINT else process.kill()
        wait_for(lambda: not running(*pids_in(note)))
        said = process.communicate(timeout=DEADLINE_S)[1].decode()
    assert len(pids_in(tmp_path / "note.ended")) == 2
    assert said.count("Traceback") == (number == signal.SIGINT)  # the owner's traceback


def test_interrupt_of_a_worker_is_no_end(tmp_path: Path) -> None:
    """A worker ignores Ctrl-C, which the terminal sends to it too; its owner ends it."""
    note = tmp_path / "note"
    with owner(note) as process:
        wait_for(lambda: len(pids_in(note)) == 2)
        for pid in pids_in(note):
            os.kill(pid, signal.SIGINT)
        (tmp_path / "note.enough").touch()
        assert str(note) in process.communicate(timeout=DEADLINE_S)[0].decode()


def test_interrupt_of_a_worker_that_is_loaded_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C waits until the worker ignores it; its own child processes can be interrupted."""
    monkeypatch.setenv(INTERRUPTED, "1")
    with closing(Processes(work(), 1)) as pool:
        assert list(answers(["answer 1"], pool)) == ["1"]
        status = Path(f"/proc/{pool._workers[0].process.pid}/status").read_text()
    (blocked,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigBlk")]
    assert int(blocked, 16) == 0


@contextmanager
def owner(note: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process, in its own process group, with a pool whose workers sleep; killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER.format(note=note)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
