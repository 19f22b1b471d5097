"""Pairs played on a Dask cluster: workers come and go, what a lost one had is played again by Dask.

The workers' machines have the same commit installed: each job carries the signature of our search,
and a worker whose own differs refuses it. The extra `cluster` brings Dask.
"""

from __future__ import annotations

from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from distributed import Client, Future, get_worker

from tuning.errors import GameError, TuningError
from tuning.games import (
    Job,
    Played,
    Player,
    format_job,
    format_played,
    parse_job,
    parse_played_text,
)
from tuning.plan import engine_signature

if TYPE_CHECKING:
    from typing import Self

CONNECT_S = 30.0
JOB_DEADLINE_S = 3600.0  # on the wall, without any pair ending
RESULT_S = 60.0  # to fetch what has ended
RETRIES = 2  # of a job that fails; that its worker is lost does not count here


class Cluster:
    """A farm whose jobs a Dask scheduler hands out."""

    def __init__(self, scheduler: str) -> None:
        """Raises TuningError if there is no scheduler at this address."""
        try:
            self._client = Client(scheduler, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise TuningError(f"no Dask scheduler answers at {scheduler}: {error}") from error
        self._signature = engine_signature()
        self._jobs: dict[str, Future] = {}  # Dask drops a job that nobody refers to
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self.losses = 0

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._client.scheduler_info(n_workers=-1)["workers"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> None:
        """Hand the job to the scheduler."""
        text = format_job(job)
        future = self._client.submit(
            play_on_worker,
            text,
            self._signature,
            pure=False,
            retries=RETRIES,
            key=key_of(job, text, self._signature),
        )
        self._jobs[job.key] = future
        future.add_done_callback(self._ended.put)

    def next(self) -> Played:
        """The next pair that ends. Raises GameError for one that cannot be played."""
        if not self._jobs:
            raise GameError("no job has been submitted")
        try:
            future = self._ended.get(timeout=JOB_DEADLINE_S)
            played = parse_played_text(future.result(timeout=RESULT_S))
        except Empty:
            raise GameError(f"no pair has ended for {JOB_DEADLINE_S:g} s: no workers?") from None
        except Exception as error:
            raise GameError(f"a job fails on the cluster: {error}") from error
        del self._jobs[played.key]
        return played

    def close(self) -> None:
        """Leave the cluster; it drops our jobs."""
        self._client.close()


def key_of(job: Job, text: str, signature: str) -> str:
    """What the scheduler knows a job by: its place in the study, and all that decides its games.

    Studies that share a scheduler number their jobs alike, and Dask plays a key but once.
    """
    return f"{job.key} {sha256(f'{signature} {text}'.encode()).hexdigest()[:16]}"


def play_on_worker(text: str, signature: str) -> str:
    """The pair that a job asks for, played where Dask runs this.

    Raises TuningError on a machine whose search is another than the driver's.
    """
    worker = get_worker()
    own = getattr(worker, "pente_signature", None)
    if own is None:
        own = worker.pente_signature = engine_signature()
        worker.pente_player = Player()
    if own != signature:
        raise TuningError(
            f"{worker.address}: the search has signature {own}, expected {signature}: "
            "install the driver's commit there"
        )
    return format_played(worker.pente_player.play(parse_job(text)))
