"""A farm plays pairs: in processes of this computer, or on a cluster (`tuning.cluster`).

It takes jobs and returns pairs as they end, in any order, each once. A worker that dies is replaced
and its job played again. A job that fails twice ends the study; the message has the job, to
reproduce the failure.
"""

from __future__ import annotations

from typing import Protocol, Self

from arena.processes.worker_pool import TaskFailedError, WorkerLostError, WorkerPool
from tuning.errors import PairError
from tuning.games import PairJob, Played, format_job, parse_played_text

TRIES = 2  # of a failing job; a lost worker is no failure of the job
MOST_LOSSES = 10  # workers lost over one job; then the job is at fault
JOB_DEADLINE_S = 1800.0  # wall seconds for a pair


class Farm(Protocol):
    """Plays pairs."""

    @property
    def losses(self) -> int:
        """Workers that died and were replaced."""
        ...

    @property
    def workers(self) -> int:
        """Number of workers."""
        ...

    def submit(self, job: PairJob) -> None:
        """Queue a pair to be played."""
        ...

    def next(self) -> Played:
        """Wait for the next finished pair.

        Raises PairError for a job that cannot be played, or without a submitted job.
        """
        ...

    def close(self) -> None:
        """Drop unfinished pairs and release all processes."""
        ...


class Processes:
    """Long-lived worker processes (`tuning.worker`), one pair at a time in each."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool = WorkerPool(
            "tuning.worker",
            workers,
            deadline_s=JOB_DEADLINE_S,
            tries=TRIES,
            most_losses=MOST_LOSSES,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def losses(self) -> int:
        """Workers that died or hung and were replaced."""
        return self._pool.losses

    def submit(self, job: PairJob) -> None:
        """Give the job to an idle worker, or keep it until one is idle."""
        self._pool.submit(format_job(job))

    def next(self) -> Played:
        """Wait for the next finished pair. Raises PairError."""
        if not self._pool.waiting:
            raise PairError("no job has been submitted")
        try:
            return parse_played_text(self._pool.next())
        except TaskFailedError as error:
            raise PairError(
                f"{error.reason}\nthe job failed {TRIES} times: {error.task}"
            ) from error
        except WorkerLostError as error:
            raise PairError(f"{MOST_LOSSES} workers died over one job: {error.task}") from error

    def close(self) -> None:
        """Kill and reap every process."""
        self._pool.close()
