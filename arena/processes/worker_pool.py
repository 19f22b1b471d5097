"""A pool of long-lived worker processes; tasks and answers are lines of text.

Answers arrive in any order; no task is answered twice. A worker that dies or takes too long is
replaced, and another worker gets its task. A task that loses too many workers or fails too often
raises an error. The pool always ends and reaps its workers. If the pool's owner is killed, they end
by themselves (`arena.processes.worker`).
"""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
import time
from collections import Counter, deque
from typing import TYPE_CHECKING, Self

from arena.processes.process_tree import interrupts_held
from arena.processes.worker import reason_in

if TYPE_CHECKING:
    from collections.abc import Sequence

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = "import sys; sys.path.insert(0, {top!r}); from {module} import main; main()"
REAP_DEADLINE_S = 5.0


class TaskError(RuntimeError):
    """A `task` that has no answer, and its `reason`."""

    def __init__(self, task: str, reason: str) -> None:
        super().__init__(f"{reason}: {task}")
        self.task = task
        self.reason = reason


class TaskFailedError(TaskError):
    """A task that its worker reported as failed."""


class WorkerLostError(TaskError):
    """A task whose workers died or took too long too often."""


class WorkerPool:
    """Processes that run the `main` of a module; a context manager.

    arguments    command-line arguments of each process
    deadline_s   wall seconds for a task; then its worker counts as lost
    tries        failures of a task that raise an error
    most_losses  workers lost over one task that raise an error
    grace_s      seconds for workers to end themselves and their child processes

    losses       workers lost and replaced so far
    waiting      tasks without an answer so far
    """

    def __init__(
        self,
        module: str,
        workers: int,
        *,
        arguments: Sequence[str] = (),
        deadline_s: float,
        tries: int = 1,
        most_losses: int = 1,
        grace_s: float = 0.0,
    ) -> None:
        self.losses = 0
        self.waiting = 0
        self._command = [sys.executable, "-c", PROGRAM.format(top=TOP, module=module), *arguments]
        self._deadline_s = deadline_s
        self._tries = tries
        self._most_losses = most_losses
        self._grace_s = grace_s
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

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, task: str) -> None:
        """Give the task to an idle worker, or keep it until one is idle."""
        self.waiting += 1
        self._tasks.append(task)
        self._hand_out()

    def next(self) -> str:
        """Wait for the next answer; a task must be waiting. Raises TaskError."""
        while True:
            busy = [worker for worker in self._workers if worker.task is not None]
            assert busy, "no task is waiting"
            left_s = min(worker.deadline for worker in busy) - time.monotonic()
            ready = [key.data for key, _ in self._selector.select(max(0.0, left_s))]
            for worker in ready:
                found = self._read(worker)
                self._hand_out()
                if found is not None:
                    self.waiting -= 1
                    return found
            if not ready:
                for worker in busy:
                    if worker.deadline <= time.monotonic():
                        self._replace(worker, f"a worker gave no answer in {self._deadline_s:g} s")
                self._hand_out()

    def close(self) -> None:
        """End and reap every worker: SIGTERM if there is a grace period, then SIGKILL."""
        if self._grace_s:
            for worker in self._workers:
                worker.process.terminate()
        deadline = time.monotonic() + self._grace_s
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
                worker.begin(self._tasks.popleft(), self._deadline_s)

    def _read(self, worker: _Worker) -> str | None:
        """Return a worker's answer; None if its task must be tried again."""
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
        if self._failed[task] == self._tries:
            self.waiting -= 1
            raise TaskFailedError(task, reason)
        self._tasks.appendleft(task)
        return None

    def _replace(self, worker: _Worker, how: str) -> None:
        """Replace a lost worker; its task comes next."""
        self._selector.unregister(worker.stdout)
        self._workers.remove(worker)
        code, task = worker.end(0.0), worker.task
        self.losses += 1
        self._start()
        if task is None:
            return
        self._lost[task] += 1
        if self._lost[task] == self._most_losses:
            self.waiting -= 1
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
