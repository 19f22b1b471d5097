"""Plays pairs of a study on a Dask cluster (`arena.cluster.dask_pool`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from distributed import get_worker

from arena.cluster.dask_pool import DaskPool, Task
from arena.errors import ClusterError
from arena.game.match_rules import match_family
from tuning.errors import PairError, TuningError
from tuning.games import (
    PairJob,
    PairPlayer,
    Played,
    format_job,
    format_played,
    parse_job,
    parse_played_text,
)

if TYPE_CHECKING:
    from typing import Self

JOB_DEADLINE_S = 3600.0  # wall seconds without a finished pair


class Cluster:
    """A farm whose jobs a Dask scheduler distributes."""

    losses = 0  # Dask replaces lost workers itself

    def __init__(self, scheduler: str) -> None:
        """Raises TuningError if there is no scheduler at this address."""
        try:
            self._pool = DaskPool(scheduler, deadline_s=JOB_DEADLINE_S)
        except ClusterError as error:
            raise TuningError(str(error)) from error

    @property
    def workers(self) -> int:
        """Number of workers now."""
        return self._pool.workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: PairJob) -> None:
        """Submit the job to the scheduler."""
        family = match_family(job.game).name
        self._pool.submit(
            Task(key=job.key, text=format_job(job), play=play_on_worker, family=family)
        )

    def next(self) -> Played:
        """Wait for the next finished pair. Raises PairError if a job fails."""
        if not self._pool.waiting:
            raise PairError("no job has been submitted")
        try:
            return parse_played_text(self._pool.next()[1])
        except ClusterError as error:
            raise PairError(str(error)) from error

    def close(self) -> None:
        """Disconnect; the cluster drops our jobs."""
        self._pool.close()


def play_on_worker(text: str) -> str:
    """Play a job's pair on the present Dask worker."""
    worker = get_worker()
    player = getattr(worker, "pente_player", None)
    if player is None:
        player = worker.pente_player = PairPlayer()
    return format_played(player.play(parse_job(text)))
