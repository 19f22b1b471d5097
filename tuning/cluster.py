"""Pairs played on a Dask cluster: workers come and go, what a lost one had is played again by Dask.

The workers' machines have the same commit installed. Each worker is asked for the signature of its
search before it gets a pair; one whose search is another is named and gets none, the others play
on. A worker that fits is given a Dask resource with the signature's name, which every pair needs,
so the scheduler itself keeps the pairs from the others. The extra `cluster` brings Dask.
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
JOB_DEADLINE_S = 3600.0  # on the wall, without any pair ending
FIT_DEADLINE_S = 120.0  # with workers there, none of which fits
LOOK_S = 2.0  # between two looks for workers that have joined
RESULT_S = 60.0  # to fetch what has ended
RETRIES = 2  # of a job that fails; that its worker is lost does not count here
MANY = 1e9  # pairs that a worker may hold, as far as the resource goes: its threads are the limit


class Cluster:
    """A farm whose jobs a Dask scheduler hands out."""

    def __init__(self, scheduler: str) -> None:
        """Raises TuningError if there is no scheduler at this address."""
        try:
            self._client = Client(scheduler, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise TuningError(f"no Dask scheduler answers at {scheduler}: {error}") from error
        self._signatures: dict[str, str] = {}  # ours, of the families that have been asked for
        self._met: dict[
            tuple[str, str], str | None
        ] = {}  # by address and family: why it is refused
        self._jobs: dict[str, Future] = {}  # Dask drops a job that nobody refers to
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self.losses = 0

    @property
    def workers(self) -> int:
        """How many workers there are now."""
        return len(self._addresses())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: PairJob) -> None:
        """Hand the job to the scheduler."""
        family = match_family(job.game).name
        if family not in self._signatures:
            self._signatures[family] = quick_signature(family)
        self._meet_workers()
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
        """The next pair that ends. Raises PairError for one that cannot be played."""
        if not self._jobs:
            raise PairError("no job has been submitted")
        future = self._next_ended()
        try:
            played = parse_played_text(future.result(timeout=RESULT_S))
        except Exception as error:
            raise PairError(f"a job fails on the cluster: {error}") from error
        del self._jobs[played.key]
        return played

    def close(self) -> None:
        """Leave the cluster; it drops our jobs."""
        self._client.close()

    def _next_ended(self) -> Future:
        """The next job that ends, well or not; workers that join meanwhile are met.

        Raises PairError where none ends, or no worker fits, for too long.
        """
        began_s = fitted_s = time.monotonic()
        while True:
            try:
                return self._ended.get(timeout=LOOK_S)
            except Empty:
                self._meet_workers()
            now_s = time.monotonic()
            if self._somebody_fits():
                fitted_s = now_s
            elif now_s - fitted_s > FIT_DEADLINE_S:
                reasons = "; ".join(sorted({why for why in self._met.values() if why}))
                raise PairError(f"no worker of the cluster fits: {reasons or 'there is none'}")
            if now_s - began_s > JOB_DEADLINE_S:
                raise PairError(f"no pair has ended for {JOB_DEADLINE_S:g} s")

    def _addresses(self) -> set[str]:
        return set(self._client.scheduler_info(n_workers=-1)["workers"])

    def _somebody_fits(self) -> bool:
        return None in self._met.values()

    def _meet_workers(self) -> None:
        """Ask all workers that have not been asked yet; name those that are refused."""
        here = self._addresses()
        self._met = {met: why for met, why in self._met.items() if met[0] in here}
        for family, signature in self._signatures.items():
            new = [address for address in here if (address, family) not in self._met]
            if not new:
                continue
            answers = self._client.run(
                introduce_worker, family, signature, workers=new, on_error="return"
            )
            for address, answer in answers.items():
                why = None if answer == signature else refusal(address, answer, signature)
                self._met[address, family] = why
                if why is not None:
                    print(f"pente: {why}", file=sys.stderr, flush=True)


def refusal(address: str, answer: object, signature: str) -> str:
    """Why a worker gets no pair, from its answer: another signature, or what it raised."""
    told = f"its search has signature {answer}" if isinstance(answer, str) else f"{answer!r}"
    return (
        f"worker {address} gets no games: {told}, expected signature {signature}: install the "
        "driver's commit there"
    )


def resource_of(family: str, signature: str) -> str:
    """The resource of workers whose search of these games has this signature."""
    return f"pente-{family}-{signature}"


def key_of(job: PairJob, text: str, signature: str) -> str:
    """What the scheduler knows a job by: its place in the study, and all that decides its games.

    Studies that share a scheduler number their jobs alike, and Dask plays a key but once.
    """
    return f"{job.key} {sha256(f'{signature} {text}'.encode()).hexdigest()[:16]}"


async def introduce_worker(family: str, signature: str, dask_worker: Worker) -> str:
    """The signature of this worker's search, which gets the resource for it if it is the one."""
    own = quick_signature(family)
    if own == signature:
        await dask_worker.set_resources(**{resource_of(family, signature): MANY})
    return own


def play_on_worker(text: str) -> str:
    """The pair that a job asks for, played where Dask runs this."""
    worker = get_worker()
    player = getattr(worker, "pente_player", None)
    if player is None:
        player = worker.pente_player = PairPlayer()
    return format_played(player.play(parse_job(text)))
