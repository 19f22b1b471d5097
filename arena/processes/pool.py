"""One pool for games of matches, pairs of studies and blocks of self-play: submit, next, close.

A `Work` says how one kind of task is written, played and read. Its player answers a text with a
text and depends on nothing else. So a task may be played in this process, in worker processes or on
a Dask cluster (`arena.cluster.dask_pool`), and again after a crash.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from arena.errors import MatchError
from arena.processes.process_tree import NEEDED, ON_POSIX, interrupts_held
from arena.processes.worker import TextPlayer, as_line, reason_in, serve
from search import IMPORTS_FROM

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Task_contra = TypeVar("Task_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)
PROGRAM = """import sys
sys.path.insert(0, {top!r})
from {worker} import serve
from {module} import {player}
serve({player})
"""
REAP_DEADLINE_S = 5.0
AHEAD = 2  # tasks queued for each worker, so that none waits for its next one


class TaskError(RuntimeError):
    """A `task` that has no answer, and its `reason`."""

    def __init__(self, task: str, reason: str) -> None:
        super().__init__(f"{reason}: {task}")
        self.task = task
        self.reason = reason


class WorkerLostError(TaskError):
    """A task whose workers died or took too long too often."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Task, Answer]):
    """One kind of task.

    player       the class of what plays tasks; worker processes import it
    write, read  a task as one line of text, and an answer from one
    key          a name of a task
    family       the family of games whose search a task needs
    cores        the cores that a task needs
    packed       the task with the files that it needs on another computer
    failed       the exception for a task that cannot be played
    deadline_s   wall seconds for a task; then its worker counts as lost
    tries        failures of a task that raise the exception
    most_losses  workers lost over one task that raise it
    grace_s      seconds for workers to end themselves and their child processes
    """

    player: type[TextPlayer]
    read: Callable[[str], Answer]
    key: Callable[[Task], str]
    family: Callable[[Task], str]
    cores: Callable[[Task], int]
    packed: Callable[[Task], Task]
    failed: Callable[[TaskError], Exception]
    deadline_s: float
    write: Callable[[Task], str] = as_line
    tries: int = 1
    most_losses: int = 1
    grace_s: float = 0.0


class Pool(Protocol[Task_contra, Answer_co]):
    """Plays tasks; each answer comes once, in any order."""

    @property
    def workers(self) -> int:
        """Number of workers now."""
        ...

    def submit(self, task: Task_contra, /) -> None:
        """Queue a task."""
        ...

    def next(self) -> Answer_co:
        """Wait for the next answer; a task must be queued.

        Raises the work's exception for a task that cannot be played, or ClusterError.
        """
        ...

    def close(self) -> None:
        """Drop unfinished tasks and release all processes."""
        ...


class InProcess(Generic[Task, Answer]):
    """Plays in this process, one task at a time; its exceptions are those of the player."""

    workers = 1

    def __init__(self, work: Work[Task, Answer]) -> None:
        self._work = work
        self._player = work.player()
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Queue a task."""
        self._tasks.append(task)

    def next(self) -> Answer:
        """Play the oldest task in the queue."""
        work = self._work
        return work.read(self._player.answer(work.write(self._tasks.popleft())))

    def close(self) -> None:
        """Close the player."""
        self._player.close()


class Processes(Generic[Task, Answer]):
    """Worker processes of this computer, one task at a time in each.

    Answers arrive in any order; no task is answered twice. A worker that dies or takes too long is
    replaced, and another worker gets its task. All workers are ended and reaped. If their owner is
    killed, they end by themselves (`arena.processes.worker`).
    """

    def __init__(self, work: Work[Task, Answer], workers: int) -> None:
        """Start the workers. Raises MatchError on Windows."""
        if not ON_POSIX:
            raise MatchError(f"playing in worker processes {NEEDED}")
        self.workers = workers
        self._work = work
        player = work.player
        program = PROGRAM.format(
            top=os.path.abspath(IMPORTS_FROM),
            worker=serve.__module__,
            module=player.__module__,
            player=player.__name__,
        )
        self._command = [sys.executable, "-c", program]
        self._tasks: deque[str] = deque()
        self._lost: Counter[str] = Counter()
        self._failed: Counter[str] = Counter()
        self._selector = selectors.DefaultSelector()
        self._workers: list[_Worker] = []
        try:
            for _ in range(workers):
                self._start()
        except BaseException:
            self.close()
            raise

    def submit(self, task: Task) -> None:
        """Give the task to an idle worker, or keep it until one is idle."""
        self._tasks.append(self._work.write(task))
        self._hand_out()

    def next(self) -> Answer:
        """Wait for the next answer; a task must be queued. Raises the work's exception."""
        try:
            while True:
                busy = [worker for worker in self._workers if worker.task is not None]
                assert busy, "no task is waiting"
                left_s = min(worker.deadline for worker in busy) - time.monotonic()
                ready = [key.data for key, _ in self._selector.select(max(0.0, left_s))]
                for worker in ready:
                    answer = self._read(worker)
                    self._hand_out()
                    if answer is not None:
                        return self._work.read(answer)
                if not ready:
                    self._replace_late(busy)
        except TaskError as error:
            raise self._work.failed(error) from error

    def _replace_late(self, busy: Sequence[_Worker]) -> None:
        """Replace the workers that have reached their deadline."""
        for worker in busy:
            if worker.deadline <= time.monotonic():
                how = f"a worker gave no answer in {self._work.deadline_s:g} s"
                self._replace(worker, how)
        self._hand_out()

    def close(self) -> None:
        """End and reap every worker: SIGTERM if there is a grace period, then SIGKILL."""
        if self._work.grace_s:
            for worker in self._workers:
                worker.process.terminate()
        deadline = time.monotonic() + self._work.grace_s
        for worker in self._workers:
            worker.end(max(0.0, deadline - time.monotonic()))
        self._workers.clear()
        self._selector.close()

    def _start(self) -> None:
        with interrupts_held():
            worker = _Worker(self._command)
            self._workers.append(worker)
        self._selector.register(worker.stdout, selectors.EVENT_READ, worker)

    def _hand_out(self) -> None:
        for worker in self._workers:
            if worker.task is None and self._tasks:
                worker.begin(self._tasks.popleft(), self._work.deadline_s)

    def _read(self, worker: _Worker) -> str | None:
        """A worker's answer; None if its task must be tried again."""
        line = worker.stdout.readline().decode()
        if not line.endswith("\n"):
            self._replace(worker, "a worker ended")
            return None
        task, worker.task = worker.task, None
        reason = reason_in(line)
        if reason is None:
            return line
        assert task is not None  # a worker writes only in answer to a task
        self._failed[task] += 1
        if self._failed[task] == self._work.tries:
            raise TaskError(task, reason)
        self._tasks.appendleft(task)
        return None

    def _replace(self, worker: _Worker, how: str) -> None:
        """Replace a lost worker; its task comes next."""
        self._selector.unregister(worker.stdout)
        self._workers.remove(worker)
        code, task = worker.end(0.0), worker.task
        self._start()
        if task is None:
            return
        self._lost[task] += 1
        if self._lost[task] == self._work.most_losses:
            raise WorkerLostError(task, f"{how}, exit code {code}")
        self._tasks.appendleft(task)


class _Worker:
    """One process, its task and the deadline of that task."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None  # they are pipes
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.task: str | None = None
        self.deadline = 0.0

    def begin(self, task: str, within_s: float) -> None:
        """Send a task; if the worker is dead, reading the answer reports it."""
        self.task, self.deadline = task, time.monotonic() + within_s
        with contextlib.suppress(BrokenPipeError):
            self.stdin.write(task.encode() + b"\n")
            self.stdin.flush()

    def end(self, grace_s: float) -> int:
        """Wait `grace_s`, then kill and reap it; return its exit code as in subprocess."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace_s)
        self.process.kill()
        code = self.process.wait(REAP_DEADLINE_S)
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):  # unread input of a dead worker
                pipe.close()
        return code


def answers(tasks: Iterable[Task], pool: Pool[Task, Answer]) -> Generator[Answer, None, None]:
    """Yield the answers to these tasks as they come; queues AHEAD tasks for each worker."""
    waiting, queued, more = iter(tasks), 0, True
    while more or queued:
        while more and queued < AHEAD * max(1, pool.workers):
            for task in waiting:
                pool.submit(task)
                queued += 1
                break
            else:
                more = False
        if queued:
            yield pool.next()
            queued -= 1
