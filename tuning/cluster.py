"""Plays pairs on a Dask cluster. Workers may come and go; Dask replays the jobs of a lost one.

All workers must have the same commit installed. Each worker computes the signature of its search
before it gets a pair. A worker with another signature is reported and gets none. A matching worker
gets a Dask resource named after the signature, which every pair requires. So the scheduler itself
gives pairs only to matching workers. The extra `cluster` installs Dask.
"""

from __future__ import annotations

import sys
import time
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from distributed import Client, Future, Worker, get_worker

from arena.game.match_rules import match_family
from search.bench import quick_signature
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

CONNECT_S = 30.0
JOB_DEADLINE_S = 3600.0  # wall seconds without a finished pair
MATCH_DEADLINE_S = 120.0  # without a matching worker
LOOK_S = 2.0  # between two checks for new workers
RESULT_S = 60.0  # to fetch a finished pair
RETRIES = 2  # of a failing job; a lost worker does not count
MANY = 1e9  # resource units of a worker, never the limit: its threads are


class Cluster:
    """A farm whose jobs a Dask scheduler distributes."""

    def __init__(self, scheduler: str) -> None:
        """Raises TuningError if there is no scheduler at this address."""
        try:
            self._client = Client(scheduler, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise TuningError(f"no Dask scheduler answers at {scheduler}: {error}") from error
        self._signatures: dict[str, str] = {}  # our own, by family
        # By address and family: why a worker is refused; None if it matches.
        self._checked: dict[tuple[str, str], str | None] = {}
        self._jobs: dict[str, Future] = {}  # keeps references: Dask drops unreferenced jobs
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self.losses = 0

    @property
    def workers(self) -> int:
        """Number of workers now."""
        return len(self._addresses())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: PairJob) -> None:
        """Submit the job to the scheduler."""
        family = match_family(job.game).name
        if family not in self._signatures:
            self._signatures[family] = quick_signature(family)
        self._check_workers()
        text, signature = format_job(job), self._signatures[family]
        future = self._client.submit(
            play_on_worker,
            text,
            pure=False,
            retries=RETRIES,
            key=key_of(job, text, signature),
            resources={resource_of(family, signature): 1},
        )
        self._jobs[job.key] = future
        future.add_done_callback(self._ended.put)

    def next(self) -> Played:
        """Wait for the next finished pair. Raises PairError if a job fails."""
        if not self._jobs:
            raise PairError("no job has been submitted")
        future = self._next_ended()
        try:
            played = parse_played_text(future.result(timeout=RESULT_S))
        except Exception as error:
            raise PairError(f"a job failed on the cluster: {error}") from error
        del self._jobs[played.key]
        return played

    def close(self) -> None:
        """Disconnect; the cluster drops our jobs."""
        self._client.close()

    def _next_ended(self) -> Future:
        """Wait for the next job that ends or fails; check new workers meanwhile.

        Raises PairError if no job ends, or no worker matches, for too long.
        """
        began_s = matched_s = time.monotonic()
        while True:
            try:
                return self._ended.get(timeout=LOOK_S)
            except Empty:
                self._check_workers()
            now_s = time.monotonic()
            if self._any_matches():
                matched_s = now_s
            elif now_s - matched_s > MATCH_DEADLINE_S:
                reasons = "; ".join(sorted({why for why in self._checked.values() if why}))
                raise PairError(f"no worker of the cluster matches: {reasons or 'there is none'}")
            if now_s - began_s > JOB_DEADLINE_S:
                raise PairError(f"no pair has ended for {JOB_DEADLINE_S:g} s")

    def _addresses(self) -> set[str]:
        return set(self._client.scheduler_info(n_workers=-1)["workers"])

    def _any_matches(self) -> bool:
        return None in self._checked.values()

    def _check_workers(self) -> None:
        """Check all new workers; report those that are refused."""
        here = self._addresses()
        self._checked = {key: why for key, why in self._checked.items() if key[0] in here}
        for family, signature in self._signatures.items():
            new = [address for address in here if (address, family) not in self._checked]
            if not new:
                continue
            answers = self._client.run(
                claim_resource, family, signature, workers=new, on_error="return"
            )
            for address, answer in answers.items():
                why = None if answer == signature else refusal(address, answer, signature)
                self._checked[address, family] = why
                if why is not None:
                    print(f"pente: {why}", file=sys.stderr, flush=True)


def refusal(address: str, answer: object, signature: str) -> str:
    """Return why a worker gets no pair: its other signature, or its exception."""
    told = f"its search has signature {answer}" if isinstance(answer, str) else f"{answer!r}"
    return (
        f"worker {address} gets no games: {told}, expected signature {signature}: install the "
        "driver's commit there"
    )


def resource_of(family: str, signature: str) -> str:
    """Return the resource of workers whose search of this family has this signature."""
    return f"pente-{family}-{signature}"


def key_of(job: PairJob, text: str, signature: str) -> str:
    """Return the job's key for the scheduler: its key in the study, and a digest of its content.

    Studies on one scheduler use the same keys, and Dask runs each key only once.
    """
    return f"{job.key} {sha256(f'{signature} {text}'.encode()).hexdigest()[:16]}"


async def claim_resource(family: str, signature: str, dask_worker: Worker) -> str:
    """Return the signature of this worker's search; if it matches, claim its resource."""
    own = quick_signature(family)
    if own == signature:
        await dask_worker.set_resources(**{resource_of(family, signature): MANY})
    return own


def play_on_worker(text: str) -> str:
    """Play a job's pair on the present Dask worker."""
    worker = get_worker()
    player = getattr(worker, "pente_player", None)
    if player is None:
        player = worker.pente_player = PairPlayer()
    return format_played(player.play(parse_job(text)))
