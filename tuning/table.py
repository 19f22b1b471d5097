"""What all phases of a study share: plan, starting weights, log and farm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.strength.pairs import PAIR_RESULTS
from search.weights import Weights
from tuning.games import Opening, PairJob, Played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tuning.farm import Farm
    from tuning.files import PairLog
    from tuning.plan import Plan


class LazyFarm:
    """A farm that opens with its first job, so that a finished study starts no process."""

    def __init__(self, opener: Callable[[], Farm]) -> None:
        self._opener = opener
        self._farm: Farm | None = None

    def submit(self, job: PairJob) -> None:
        """Submit a job to the farm."""
        if self._farm is None:
            self._farm = self._opener()
        self._farm.submit(job)

    def next(self) -> Played:
        """Wait for the next finished pair. Raises PairError."""
        assert self._farm is not None  # something was submitted
        return self._farm.next()

    def close(self) -> None:
        """Close the farm, if it was opened."""
        if self._farm is not None:
            self._farm.close()


class GameTable:
    """The plan of a study, its starting weights, its log and its farm."""

    def __init__(self, plan: Plan, base: Weights, log: PairLog, farm: LazyFarm) -> None:
        self.plan = plan
        self.base = base
        self.log = log
        self.farm = farm

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


def count_half_points(played: Iterable[Played]) -> tuple[int, ...]:
    """Return the pentanomial counts of these pairs from player one's view."""
    counts = [0] * len(PAIR_RESULTS)
    for pair in played:
        counts[pair.half_points] += 1
    return tuple(counts)
