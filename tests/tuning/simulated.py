"""A simulated engine: weights have a strength that decides the drawn games."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from search.weights import Weights
from tuning.games import PairJob, PairPlayer, Played
from tuning.plan import Plan, base_weights

PLAN = Plan(game="pente", games=96, nodes=100, seed=5, step_pairs=4)
OPENING_SPREAD = 200.0  # Elo of the side that moves first, from the opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Landscape:
    """The strength of weights in Elo: 0 at the hidden optimum, `-available` at the start."""

    start: Weights
    optimum: dict[str, float]
    shares: dict[str, float] = field(default_factory=dict)
    available: float = 150.0

    def elo(self, weights: dict[str, int]) -> float:
        """The strength of these weights."""
        loss = 0.0
        for name, best in self.optimum.items():
            way = best - self.start[name]
            loss += self.shares[name] * ((weights[name] - best) / way) ** 2
        return -self.available * loss

    def play(self, job: PairJob) -> Played:
        """A pair of games, drawn from the job's key: the opening helps each side once."""
        dice = Random(f"{job.key} {job.opening}")
        lead, bias = self.elo(job.one) - self.elo(job.two), dice.gauss(0, OPENING_SPREAD)
        won = [dice.random() < 1 / (1 + 10 ** (-(lead + way * bias) / 400)) for way in (1, -1)]
        return Played(
            key=job.key,
            half_points=2 * sum(won),
            one=Weights(job.one, tunables=self.start.tunables).digest(),
            two=Weights(job.two, tunables=self.start.tunables).digest(),
            opening="",
            moves=("", ""),
            winners=("one" if won[0] else "two", "one" if won[1] else "two"),
            cpu_s=0.0,
            search_s=0.0,
        )


def landscape(plan: Plan, seed: int, available: float = 150.0) -> Landscape:
    """A landscape whose optimum is elsewhere in the plan's space."""
    dice, base = Random(seed), base_weights(plan.game)
    optimum = {}
    for parameter in plan.space(0, base):
        way = dice.choice((-1, 1)) * dice.uniform(0.3, 0.7)
        optimum[parameter.name] = parameter.start + way * parameter.span / 2
    for less, more in base.tunables.never_less:
        if less in optimum and more in optimum:
            optimum[more] = max(optimum[more], optimum[less] + 1)
    parts = {name: math.exp(dice.uniform(-2, 2)) for name in optimum}
    whole = sum(parts.values())
    shares = {name: part / whole for name, part in parts.items()}
    return Landscape(start=base, optimum=optimum, shares=shares, available=available)


class Inline:
    """A pool that plays in this process, or calls `play` in a simulation."""

    def __init__(self, play: Callable[[PairJob], Played] | None = None) -> None:
        self.workers = 1
        self._play = play or PairPlayer().play
        self._jobs: deque[PairJob] = deque()

    def submit(self, job: PairJob) -> None:
        """Store the job."""
        self._jobs.append(job)

    def next(self) -> Played:
        """Play the oldest job."""
        return self._play(self._jobs.popleft())

    def close(self) -> None:
        """Drop the jobs."""
        self._jobs.clear()


class Shuffled(Inline):
    """A pool that returns pairs in random order."""

    def __init__(self, land: Landscape, seed: int) -> None:
        super().__init__(land.play)
        self._dice = Random(seed)

    def next(self) -> Played:
        """A pair of any job."""
        self._jobs.rotate(self._dice.randrange(len(self._jobs)))
        return super().next()


class Killed(Exception):  # noqa: N818 - stands for a signal
    """The death of a driver in the middle of its work."""


class Mortal(Inline):
    """A pool that kills its driver after this many pairs."""

    def __init__(self, land: Landscape, pairs: int) -> None:
        super().__init__(land.play)
        self._left = pairs

    def next(self) -> Played:
        """The next pair. Raises Killed."""
        self._left -= 1
        if self._left < 0:
            raise Killed
        return super().next()
