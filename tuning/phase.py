"""One phase of a study: some groups of tunables, a share of the games, an Optuna study.

Steps are told to Optuna in order, and a step is asked once the steps that it needs are told. So the
result of a phase depends only on the study's identity, not on the number or the speed of workers.
Every pair is flushed to the log before it counts.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import optuna
from optuna.exceptions import ExperimentalWarning
from optuna.storages import BaseStorage
from optuna.trial import TrialState

from arena.processes.pool import Pool
from search.weights import Weights
from tuning.errors import TuningError
from tuning.files import TRIAL, PairLog, games_of
from tuning.games import Opening, PairJob, Played
from tuning.plan import Plan
from tuning.sampler import SETTINGS, begin_trial, course_of, describe
from tuning.space import weights_at
from tuning.spsa import Spsa

METRIC = "score of plus against minus"  # 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    """The driver's report of a finished trial.

    step   number of finished steps of the phase's `steps`
    games  games of all trials so far
    score  score 0 to 1 of the trial
    """

    phase: int
    step: int
    steps: int
    games: int
    score: float


@dataclass(slots=True)
class _Batch:
    """The pairs of a step, whose trial has this number: keys of those missing, and those played."""

    trial: int
    waiting: set[str]
    played: list[Played] = field(default_factory=list)

    @property
    def score(self) -> float:
        """Score 0..1 of player one."""
        return sum(pair.half_points for pair in self.played) / (4 * len(self.played))


def study_name(plan: Plan, phase: int) -> str:
    """The name of a phase's study in Optuna's storage."""
    return f"{phase + 1}-{'+'.join(plan.groups[phase])}"


def missing_pairs(spsa: Spsa, phase: int, told: int, known: Container[str]) -> list[str]:
    """The keys of the pairs that count in the first `told` steps and are not `known`."""
    keys = (
        f"{TRIAL} {phase} {step} {pair}"
        for step in range(told)
        for pair in range(spsa.gains_at(step).pairs_of(step))
    )
    return [key for key in keys if key not in known]


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
        """The job of a pair; its opening is the `number`-th of this seed."""
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
        """The job's pair from the log if it has the same weights, else None."""
        played = self.log.known.get(job.key)
        if played is None:
            return None
        asked = tuple(
            Weights(values, tunables=self.base.tunables).digest() for values in (job.one, job.two)
        )
        return played if (played.one, played.two) == asked else None


class Phase:
    """Runs one phase."""

    def __init__(self, table: GameTable, phase: int, start: Weights, storage: BaseStorage) -> None:
        plan = table.plan
        self.table = table
        self.phase = phase
        self.start = start
        self.seed = plan.seed_of(phase)
        self.net = plan.net_of(phase)
        self.study = optuna.create_study(
            study_name=study_name(plan, phase),
            storage=storage,
            direction="maximize",
            load_if_exists=True,
        )
        if self.study.metric_names is None:  # for the axes of Optuna's dashboard
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", ExperimentalWarning)
                self.study.set_metric_names([METRIC])
        described = describe(plan.space(phase, start), plan.stages(phase), self.seed)
        self._settle({SETTINGS: described, "start": start.as_dict()})
        for trial in self.study.get_trials(deepcopy=False, states=(TrialState.RUNNING,)):
            self.study.tell(trial.number, state=TrialState.FAIL)  # of a dead driver
        self.spsa = course_of(self.study)
        self._require_games()
        self._asked = self.told
        self._steps: dict[int, _Batch] = {}
        self._done: deque[Played] = deque()  # pairs found in the log

    @property
    def told(self) -> int:
        """Number of finished steps."""
        return self.spsa.learnt

    def _settle(self, attributes: dict[str, Any]) -> None:
        """Store the description of the study once, and again when it has grown."""
        grown = bool(self.table.plan.grown)
        for name, value in attributes.items():
            known = self.study.user_attrs.get(name)
            if known is None or (grown and known != value):
                self.study.set_user_attr(name, value)

    def _require_games(self) -> None:
        """Raise TuningError unless the log has the games of all steps that were told."""
        known = self.table.log.known
        lost = missing_pairs(self.spsa, self.phase, self.told, known)
        if lost:
            raise TuningError(
                f"{self.table.log.path}: {2 * len(lost)} games are missing that the study has "
                f"counted, first those of {lost[0]!r}: restore the file, or begin another study"
            )

    def run(self, listener: Callable[[News], object]) -> Weights:
        """Run the phase and return its weights."""
        while self.told < self.spsa.steps:
            while self._asked < self.spsa.steps and self.spsa.needs(self._asked) <= self.told:
                self._ask()
            batch = self._steps[self.told]
            if batch.waiting:
                self._take(self._done.popleft() if self._done else self._play())
            else:
                self._tell(batch)
                listener(
                    News(
                        phase=self.phase,
                        step=self.told,
                        steps=self.spsa.steps,
                        games=games_of(self.table.log.known),
                        score=batch.score,
                    )
                )
        return weights_at(self.start, self.spsa.theta)

    def _ask(self) -> None:
        step = self._asked
        number = begin_trial(self.study, self.spsa, step)
        self._asked += 1
        jobs = list(self._jobs(step))
        for job in jobs:
            known = self.table.known(job)
            if known is None:
                self.table.pool.submit(job)
            else:
                self._done.append(known)
        self._steps[step] = _Batch(number, {job.key for job in jobs})

    def _jobs(self, step: int) -> Iterator[PairJob]:
        """Yield the pairs of a step; both players share each pair's random rounding."""
        plus, minus = self.spsa.ask(step)
        for pair in range(self.spsa.gains_at(step).pairs_of(step)):
            name = f"{self.seed} {step} {pair}"
            yield self.table.job(
                f"{TRIAL} {self.phase} {step} {pair}",
                weights_at(self.start, plus, Random(name)),
                weights_at(self.start, minus, Random(name)),
                self.seed,
                step * self.table.plan.step_pairs + pair,
                net=self.net,
            )

    def _play(self) -> Played:
        played = self.table.pool.next()
        self.table.log.append(played)
        return played

    def _take(self, played: Played) -> None:
        batch = self._steps[int(played.key.split()[2])]
        batch.waiting.remove(played.key)
        batch.played.append(played)

    def _tell(self, batch: _Batch) -> None:
        self.table.log.sync()
        self.study.tell(batch.trial, batch.score)
        del self._steps[self.told]
        self.spsa.learn(batch.score)
