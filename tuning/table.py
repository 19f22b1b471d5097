"""What all phases of a study share: plan, starting weights, log and pool."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from search.weights import Weights
from tuning.games import Opening, PairJob, Played

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.processes.pool import Pool
    from tuning.files import PairLog
    from tuning.plan import Plan


class GameTable:
    """The plan of a study, its starting weights, its log, and the pool that plays its pairs.

    The pool opens with the first pair, so that a finished study starts no process.
    """

    def __init__(
        self,
        plan: Plan,
        base: Weights,
        log: PairLog,
        opener: Callable[[], Pool[PairJob, Played]],
    ) -> None:
        self.plan = plan
        self.base = base
        self.log = log
        self._opener = opener

    @cached_property
    def pool(self) -> Pool[PairJob, Played]:
        """What plays the pairs."""
        return self._opener()

    def close(self) -> None:
        """Close the pool, if it was opened."""
        if "pool" in vars(self):
            self.pool.close()

    def job(
        self, key: str, one: Weights, two: Weights, seed: int, number: int, *, net: str = ""
    ) -> PairJob:
        """Return the job of a pair; its opening is the `number`-th of this seed."""
        return PairJob(
            key=key,
            game=self.plan.game,
            clock=self.plan.clock_text,
            one=one.as_dict(),
            two=two.as_dict(),
            opening=Opening(seed=seed, number=number, screen=self.base.as_dict()),
            net=net,
        )

    def known(self, job: PairJob) -> Played | None:
        """Return the job's pair from the log if it has the same weights, else None."""
        played = self.log.known.get(job.key)
        if played is None:
            return None
        asked = tuple(
            Weights(each, tunables=self.base.tunables).digest() for each in (job.one, job.two)
        )
        return played if (played.one, played.two) == asked else None
