"""A pool on a Dask cluster. Workers may come and go; Dask repeats the tasks of a lost one.

All workers must have the same commit installed. Each worker computes the signature of its search
before it gets a task. A worker with another signature is reported and gets none. A matching worker
gets one unit of a Dask resource that is named after the signature, and each task uses that unit. So
the scheduler itself gives tasks only to matching workers, one at a time: the CPU time of a process
is then that of one game. A worker also gets as many units of CORES as it has threads. A task uses
the cores that it needs. The extra `cluster` installs Dask.
"""

from __future__ import annotations

import atexit
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Generic

from distributed import Client, Future, Worker, get_worker

from arena.errors import ClusterError
from arena.processes.pool import Answer, Task, Work
from arena.processes.worker import TextPlayer, failure, reason_in
from games.errors import reason_of
from search.bench import quick_signature

CONNECT_S = 30.0
MATCH_DEADLINE_S = 120.0  # without a matching worker
LOOK_S = 2.0  # between two checks for new workers
RESULT_S = 60.0  # to fetch a result
WAITS = 2  # times the work's deadline: the longest time without an answer
RETRIES = 2  # of a failing task; a lost worker does not count
CORES = "pente-cores"


class DaskPool(Generic[Task, Answer]):
    """A pool (`arena.processes.pool`) whose tasks a Dask scheduler distributes."""

    def __init__(self, work: Work[Task, Answer], scheduler: str) -> None:
        """Raises ClusterError if there is no scheduler at this address."""
        try:
            self._client = Client(scheduler, timeout=CONNECT_S, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            reason = reason_of(error)
            raise ClusterError(f"no Dask scheduler answers at {scheduler}: {reason}") from error
        self._work = work
        self._deadline_s = WAITS * work.deadline_s
        self._signatures: dict[str, str] = {}  # our own, by family
        # By address and family: why a worker is refused; None if it matches.
        self._checked: dict[tuple[str, str], str | None] = {}
        self._threads: dict[str, int] = {}  # of each worker, by address
        # Of each waiting task, by the scheduler's key: its own key, its cores and its future, which
        # is kept because Dask drops tasks that nobody refers to.
        self._waiting: dict[str, tuple[str, int, Future]] = {}
        self._ended: SimpleQueue[Future] = SimpleQueue()

    @property
    def workers(self) -> int:
        """Number of workers now."""
        return len(self._addresses())

    def submit(self, task: Task) -> None:
        """Submit a task to the scheduler, with the files that it needs elsewhere."""
        work = self._work
        family, cores, text = work.family(task), work.cores(task), work.write(work.packed(task))
        if family not in self._signatures:
            self._signatures[family] = quick_signature(family)
        self._check_workers()
        signature = self._signatures[family]
        key = key_of(work.key(task), text, signature)
        future = self._client.submit(
            play_on_worker,
            work.player,
            text,
            pure=False,
            retries=RETRIES,
            key=key,
            resources={resource_of(family, signature): 1, CORES: cores},
        )
        self._waiting[key] = work.key(task), cores, future
        future.add_done_callback(self._ended.put)

    def next(self) -> Answer:
        """Wait for the next answer. Raises ClusterError if a task fails, or none was submitted."""
        if not self._waiting:
            raise ClusterError("no task has been submitted")
        future = self._next_ended()
        try:
            text: str = future.result(timeout=RESULT_S)
        except Exception as error:
            raise ClusterError(f"a job failed on the cluster: {error}") from error
        (key, _, _), reason = self._waiting.pop(future.key), reason_in(text)
        if reason is not None:
            raise ClusterError(f"{key} on the cluster: {reason}")
        return self._work.read(text)

    def close(self) -> None:
        """Disconnect; the cluster drops our tasks."""
        self._client.close()

    def _next_ended(self) -> Future:
        """Wait for the next task that ends or fails; check new workers meanwhile.

        Raises ClusterError if no task ends, or no worker matches, for too long.
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
                raise ClusterError(f"no worker of the cluster matches: {self._why_none()}")
            if now_s - began_s > self._deadline_s:
                raise ClusterError(f"no task has ended for {self._deadline_s:g} s")

    def _why_none(self) -> str:
        reasons = sorted({why for why in self._checked.values() if why})
        if None in self._checked.values():
            needed = max(cores for _, cores, _ in self._waiting.values())
            reasons.append(f"a task needs {needed} cores: start workers with --nthreads {needed}")
        return "; ".join(reasons) or "there is none"

    def _addresses(self) -> set[str]:
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        self._threads = {address: worker["nthreads"] for address, worker in workers.items()}
        return set(workers)

    def _any_matches(self) -> bool:
        """Whether a matching worker has the cores of some waiting task."""
        least = min((cores for _, cores, _ in self._waiting.values()), default=1)
        return any(
            why is None and self._threads.get(address, 0) >= least
            for (address, _), why in self._checked.items()
        )

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
    """Why a worker gets no task: its other signature, or its exception."""
    told = f"its search has signature {answer}" if isinstance(answer, str) else f"{answer!r}"
    return (
        f"worker {address} gets no games: {told}, expected signature {signature}: install the "
        "driver's commit there"
    )


def resource_of(family: str, signature: str) -> str:
    """The resource of workers whose search of this family has this signature."""
    return f"pente-{family}-{signature}"


def key_of(name: str, text: str, signature: str) -> str:
    """A task's key for the scheduler: its name, and a digest of its content.

    Several callers on one scheduler use the same names, and Dask runs each key only once.
    """
    return f"{name} {sha256(f'{signature} {text}'.encode()).hexdigest()[:16]}"


def play_on_worker(player: Callable[[], TextPlayer], text: str) -> str:
    """The answer to a task on the present Dask worker, or a line with its failure."""
    worker = get_worker()
    kept = vars(worker).setdefault("pente_players", {})
    if player not in kept:
        kept[player] = player()
        atexit.register(kept[player].close)
    try:
        return str(kept[player].answer(text))
    except ValueError as error:  # input that this worker cannot use; trying again would not help
        return failure(str(error))


async def claim_resource(family: str, signature: str, dask_worker: Worker) -> str:
    """Return the signature of this worker's search; if it matches, claim its resources."""
    own = quick_signature(family)
    if own == signature:
        claimed = {resource_of(family, signature): 1, CORES: dask_worker.state.nthreads}
        await dask_worker.set_resources(**claimed)
    return own
