"""The pool of workers: every task is answered once, and no process is left."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.processes.process_tree import children
from arena.processes.worker_pool import TaskFailedError, WorkerLostError, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MODULE = "tests.arena.processes.obeying_worker"
ROOT = Path(__file__).parents[3]
DEADLINE_S = 30.0


def pool(workers: int = 1, **settings: Any) -> WorkerPool:
    """A pool of workers that do what their tasks say."""
    return WorkerPool(MODULE, workers, **{"deadline_s": 60.0, **settings})


def answers(workers: WorkerPool) -> list[str]:
    """The answers to all submitted tasks, in alphabetical order."""
    return sorted(workers.next().strip() for _ in range(workers.waiting))


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """No test leaves a process behind."""
    before = children()
    yield
    assert children() == before


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail after a while."""
    deadline = time.monotonic() + DEADLINE_S
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def pids_in(path: Path) -> list[int]:
    """Return the processes that a file names."""
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def is_running(pid: int) -> bool:
    """Whether such a process exists, zombies aside."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def test_each_task_is_answered_once_with_the_workers_arguments() -> None:
    """With more tasks than workers, each task is answered once, by workers with the pool's
    arguments.
    """
    with pool(2, arguments=["for", "all"]) as workers:
        for number in range(7):
            workers.submit(f"answer {number}")
        assert answers(workers) == [f"{number} for all" for number in range(7)]
        assert (workers.waiting, workers.losses) == (0, 0)


def test_task_of_a_dead_worker_is_given_again(tmp_path: Path) -> None:
    """If a task may cost two workers, another worker answers it after the first one dies."""
    with pool(2, most_losses=2) as workers:
        for task in ("answer 1", f"die-once {tmp_path}/note", "answer 2"):
            workers.submit(task)
        assert answers(workers) == [f"{tmp_path}/note", "1", "2"]
        assert workers.losses == 1


def test_worker_that_is_killed_is_replaced() -> None:
    """A task that kills all its workers is raised with the exit code; the pool can be used on. If
    an idle worker is killed, the next worker gets its task.
    """
    with pool(most_losses=2) as workers:
        workers.submit("die now")
        with pytest.raises(WorkerLostError, match="exit code -9: die now"):
            workers.next()
        assert workers.losses == 2
        workers.submit("answer 1")
        assert answers(workers) == ["1"]
        os.kill(workers._workers[0].process.pid, signal.SIGKILL)
        workers._workers[0].process.wait(DEADLINE_S)
        workers.submit("answer 1")
        assert answers(workers) == ["1"]


def test_worker_that_takes_too_long_is_lost(tmp_path: Path) -> None:
    """A worker is killed at its deadline, and its task is raised."""
    with pool(deadline_s=0.5) as workers:
        workers.submit(f"sleep {tmp_path}/note 600")
        with pytest.raises(WorkerLostError, match=r"no answer in 0\.5 s"):
            workers.next()


def test_failure_is_raised_after_as_many_tries(tmp_path: Path) -> None:
    """A task that fails once is answered at the second try; one that always fails is raised."""
    with pool(tries=2) as workers:
        workers.submit(f"fail-once {tmp_path}/note")
        assert answers(workers) == [f"{tmp_path}/note"]
        workers.submit("fail always")
        with pytest.raises(TaskFailedError, match="it cannot be done: fail always"):
            workers.next()


@pytest.mark.parametrize("grace_s", [0.0, 20.0])
def test_closed_pool_ends_its_workers(tmp_path: Path, grace_s: float) -> None:
    """With a grace period workers end by their own `finally`; without one they are killed."""
    note = tmp_path / "note"
    with pool(grace_s=grace_s) as workers:
        workers.submit(f"sleep {note} 600")
        wait_for(lambda: bool(pids_in(note)))
        began = time.monotonic()
    assert time.monotonic() - began < 10
    assert (tmp_path / "note.ended").exists() == bool(grace_s)


OWNER = f"""
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job inherits "ignore"
from arena.processes.worker_pool import WorkerPool
with WorkerPool({MODULE!r}, 2, deadline_s=60.0, grace_s=10.0) as workers:
    for _ in range(2):
        workers.submit("sleep {{note}} {{seconds}}")
    print(workers.next() + workers.next(), flush=True)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_workers_end_with_their_owner(tmp_path: Path, number: signal.Signals) -> None:
    """If their owner is killed or gets Ctrl-C, workers run `finally`, end and print nothing."""
    note = tmp_path / "note"
    with owner(note, seconds=600) as process:
        wait_for(lambda: len(pids_in(note)) == 2)
        os.killpg(process.pid, number) if number == signal.SIGINT else process.kill()
        wait_for(lambda: not any(map(is_running, pids_in(note))))
        said = process.communicate(timeout=DEADLINE_S)[1].decode()
    assert len(pids_in(tmp_path / "note.ended")) == 2
    assert said.count("Traceback") == (number == signal.SIGINT)  # the owner's traceback


def test_interrupt_of_a_worker_is_no_end(tmp_path: Path) -> None:
    """A worker ignores Ctrl-C, which the terminal sends to it too; its owner ends it."""
    note = tmp_path / "note"
    with owner(note, seconds=1) as process:
        wait_for(lambda: len(pids_in(note)) == 2)
        for pid in pids_in(note):
            os.kill(pid, signal.SIGINT)
        assert str(note) in process.communicate(timeout=DEADLINE_S)[0].decode()


def test_interrupt_of_a_worker_that_is_loaded_is_no_end() -> None:
    """Ctrl-C waits until the worker ignores it; its own child processes can be interrupted."""
    with pool(arguments=["interrupted"]) as workers:
        workers.submit("answer 1")
        assert answers(workers) == ["1 interrupted"]
        status = Path(f"/proc/{workers._workers[0].process.pid}/status").read_text()
    (blocked,) = [line.split()[1] for line in status.splitlines() if line.startswith("SigBlk")]
    assert int(blocked, 16) == 0


@contextlib.contextmanager
def owner(note: Path, seconds: int) -> Iterator[subprocess.Popen[bytes]]:
    """A process, in its own process group, with a pool whose workers sleep; killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER.format(note=note, seconds=seconds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()
