"""Where pairs are played: in this process, in others beside it, or on a cluster (`tuning.cluster`).

A farm takes jobs and gives back pairs as they end, in any order. A worker that dies is replaced and
its job played again; a job that fails twice ends the study with what it takes to play it again. No
pair is given back twice.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from collections import deque
from typing import TYPE_CHECKING, Protocol, Self

from tuning.errors import GameError
from tuning.games import Job, Played, Player, format_job, parse_played

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 2  # of a job that fails; an accident to its worker is no failure of the job
MOST_LOSSES = 10  # of workers over one job: then the job is what kills them
JOB_DEADLINE_S = 1800.0  # on the wall, for a pair
STOP_DEADLINE_S = 5.0
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
START = "import sys; sys.path.insert(0, {top!r}); from tuning.worker import main; main()"


class Farm(Protocol):
    """Where pairs are played; `losses`: workers that died and were replaced."""

    losses: int

    @property
    def workers(self) -> int:
        """How many workers there are."""
        ...

    def submit(self, job: Job) -> None:
        """Have a pair played, after those submitted before."""
        ...

    def next(self) -> Played:
        """The next pair that ends; waits for it.

        Raises GameError for a job that cannot be played, and if nothing has been submitted.
        """
        ...

    def close(self) -> None:
        """Drop what is being played and give back all processes."""
        ...


class Inline:
    """A farm without processes: plays in this one, or has `play` answer, as a simulation does."""

    def __init__(self, play: Callable[[Job], Played] | None = None) -> None:
        self.workers = 1
        self.losses = 0
        self._play = play or Player().play
        self._jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        """Note the job down."""
        self._jobs.append(job)

    def next(self) -> Played:
        """Play the oldest job. Raises GameError where there is none."""
        if not self._jobs:
            raise GameError("no job has been submitted")
        return self._play(self._jobs.popleft())

    def close(self) -> None:
        """Forget the jobs."""
        self._jobs.clear()


class _Worker:
    """One process and the job that it plays."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", START.format(top=TOP)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdin is not None  # they are pipes
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.job: Job | None = None
        self.deadline = 0.0

    def begin(self, job: Job) -> None:
        """Send it a job; its death is seen when its answer is read."""
        self.job, self.deadline = job, time.monotonic() + JOB_DEADLINE_S
        with contextlib.suppress(BrokenPipeError):
            self.stdin.write(format_job(job).encode() + b"\n")
            self.stdin.flush()

    def end(self) -> None:
        """Kill and reap it."""
        self.process.kill()
        self.process.wait(STOP_DEADLINE_S)
        for pipe in (self.stdin, self.stdout):
            with contextlib.suppress(OSError):  # what was not read by a dead worker
                pipe.close()


class Processes:
    """Long-lived processes, one pair at a time in each."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.losses = 0
        self._jobs: deque[Job] = deque()
        self._lost: dict[str, int] = {}
        self._failed: dict[str, int] = {}
        self._selector = selectors.DefaultSelector()
        self._all: list[_Worker] = []
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

    def submit(self, job: Job) -> None:
        """Hand the job to an idle process, else keep it until one is idle."""
        self._jobs.append(job)
        self._hand_out()

    def next(self) -> Played:
        """The next pair that ends. Raises GameError."""
        while True:
            busy = [worker for worker in self._all if worker.job is not None]
            if not busy:
                raise GameError("no job has been submitted")
            patience = min(worker.deadline for worker in busy) - time.monotonic()
            ready = [key.data for key, _ in self._selector.select(max(0.0, patience))]
            for worker in ready:
                found = self._read(worker)
                self._hand_out()
                if found is not None:
                    return found
            if not ready:
                for worker in busy:
                    if worker.deadline <= time.monotonic():
                        self._replace(worker)
                self._hand_out()

    def close(self) -> None:
        """Kill and reap every process."""
        for worker in self._all:
            worker.end()
        self._all.clear()
        self._selector.close()

    def _start(self) -> None:
        worker = _Worker()
        self._all.append(worker)
        self._selector.register(worker.stdout, selectors.EVENT_READ, worker)

    def _hand_out(self) -> None:
        for worker in self._all:
            if worker.job is None and self._jobs:
                worker.begin(self._jobs.popleft())

    def _read(self, worker: _Worker) -> Played | None:
        """What a worker has to say, in whole lines; None: its job is to be played again."""
        text = worker.stdout.readline()
        if not text.endswith(b"\n"):
            self._replace(worker)
            return None
        line, job = json.loads(text), worker.job
        worker.job = None
        if "failed" not in line:
            return parse_played(line)
        assert job is not None  # it was asked
        self._failed[job.key] = self._failed.get(job.key, 0) + 1
        if self._failed[job.key] == TRIES:
            raise GameError(f"{line['failed']}\nthe job fails again and again: {format_job(job)}")
        self._jobs.appendleft(job)
        return None

    def _replace(self, worker: _Worker) -> None:
        """Put a new process in the place of one that died or hangs; its job is the next."""
        self._selector.unregister(worker.stdout)
        self._all.remove(worker)
        worker.end()
        self.losses += 1
        job = worker.job
        if job is not None:
            self._lost[job.key] = self._lost.get(job.key, 0) + 1
            if self._lost[job.key] == MOST_LOSSES:
                raise GameError(f"{MOST_LOSSES} workers died over one job: {format_job(job)}")
            self._jobs.appendleft(job)
        self._start()
