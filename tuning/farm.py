"""Where pairs are played: in processes of this machine, or on a cluster (`tuning.cluster`).

A farm takes jobs and gives back pairs as they end, in any order. A worker that dies is replaced and
its job played again; a job that fails twice ends the study with what it takes to play it again. No
pair is given back twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

from arena.processes.worker_pool import TaskFailedError, WorkerLostError, WorkerPool
from tuning.errors import PairError
from tuning.games import PairJob, Played, format_job, parse_played_text

if TYPE_CHECKING:
    pass

TRIES = 2  # of a job that fails; an accident to its worker is no failure of the job
MOST_LOSSES = 10  # of workers over one job: then the job is what kills them
JOB_DEADLINE_S = 1800.0  # on the wall, for a pair


class Farm(Protocol):
    """Where pairs are played."""

    @property
    def losses(self) -> int:
        """Workers that died and were replaced."""
        ...

    @property
    def workers(self) -> int:
        """How many workers there are."""
        ...

    def submit(self, job: PairJob) -> None:
        """Have a pair played, after those submitted before."""
        ...

    def next(self) -> Played:
        """The next pair that ends; waits for it.

        Raises PairError for a job that cannot be played, and if nothing has been submitted.
        """
        ...

    def close(self) -> None:
        """Drop what is being played and give back all processes."""
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
        """Hand the job to an idle worker, or keep it until one is idle."""
        self._pool.submit(format_job(job))

    def next(self) -> Played:
        """The next pair that ends. Raises PairError."""
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
