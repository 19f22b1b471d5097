"""The samplers: SPSA as a sampler of Optuna, and Optuna's own CMA-ES; what each returns in the end.

Neither returns its best trial: with so few games the best is the luckiest one.

A trial is one step. Its parameters are the point that is tried, its value the share 0..1 of the
points that it makes, its attribute `step` which step it is: where a driver has died its trials have
failed, and others ask their steps again. The rest can be told from the storage alone (`theta_of`).
"""

from __future__ import annotations

import copy
import statistics
from typing import TYPE_CHECKING, Any, Protocol

from optuna.distributions import FloatDistribution
from optuna.samplers import BaseSampler, CmaEsSampler
from optuna.trial import TrialState

from tuning.errors import TuningError
from tuning.plan import CMAES
from tuning.space import Parameter, Point, start_of
from tuning.spsa import Gains, Spsa

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from optuna import Study
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial

STEP = "step"
COURSE = "course"  # attribute of a study: what `course_of` needs
GENERATIONS = 3  # that CMA-ES's mean is taken over
LEAST_GENERATIONS = 6  # of a CMA-ES study, if its population can be made so small
LEAST_POPULATION = 4


def distributions(space: Sequence[Parameter]) -> dict[str, BaseDistribution]:
    """The space as Optuna knows it."""
    return {each.name: FloatDistribution(each.low, each.high) for each in space}


def finished_steps(study: Study) -> list[FrozenTrial]:
    """The trials that are complete, by step: the first, the second, ... up to the first gap."""
    complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    by_step = {trial.user_attrs[STEP]: trial for trial in complete}
    found: list[FrozenTrial] = []
    while len(found) in by_step:
        found.append(by_step[len(found)])
    return found


def open_step(study: Study, trial: FrozenTrial, told: int) -> int:
    """The step that a new trial is for: the first after those told that no other trial asks."""
    running = study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
    taken = {other.user_attrs.get(STEP) for other in running if other.number != trial.number}
    step = told
    while step in taken:
        step += 1
    return step


class WholeSampler(BaseSampler):
    """A sampler that draws all parameters of its space together. It keeps nothing of the study.

    Whoever asks numbers the trials by their attribute `step` before he asks for the next.
    """

    def __init__(self, space: Sequence[Parameter]) -> None:
        self._distributions = distributions(space)

    def infer_relative_search_space(
        self,
        study: Study,  # noqa: ARG002 - Optuna's signature
        trial: FrozenTrial,  # noqa: ARG002
    ) -> dict[str, BaseDistribution]:
        """All parameters, always."""
        return self._distributions

    def sample_independent(
        self,
        study: Study,  # noqa: ARG002 - Optuna's signature
        trial: FrozenTrial,  # noqa: ARG002
        param_name: str,
        param_distribution: BaseDistribution,  # noqa: ARG002
    ) -> Any:
        """Never: a parameter that is not of the space has no place in the study."""
        raise TuningError(f"{param_name!r} is no parameter of this study")


class SpsaSampler(WholeSampler):
    """SPSA (`tuning.spsa`) in Optuna's clothes."""

    def __init__(self, spsa: Spsa) -> None:
        super().__init__(spsa.space)
        self.spsa = spsa

    def sample_relative(
        self,
        study: Study,
        trial: FrozenTrial,
        search_space: dict[str, BaseDistribution],  # noqa: ARG002 - it is ours
    ) -> dict[str, Any]:
        """The point that this trial's step tries.

        Raises TuningError while steps that it needs are unknown.
        """
        self.catch_up(study)
        step = open_step(study, trial, self.spsa.learnt)
        if self.spsa.needs(step) > self.spsa.learnt:
            raise TuningError(f"step {step} waits for step {self.spsa.needs(step) - 1} to end")
        return self.spsa.ask(step)[0]

    def catch_up(self, study: Study) -> None:
        """Learn from the steps that have ended since."""
        for trial in finished_steps(study)[self.spsa.learnt :]:
            assert trial.value is not None  # it is complete
            self.spsa.learn(trial.value)


class CmaesSampler(WholeSampler):
    """Optuna's CMA-ES; a step's point depends on the steps that were told and on its own number.

    Optuna's own draws depend on how many trials there were and for how long the process has lived:
    a study that was killed would come to another point. From its first step it samples around the
    middle, the start; left alone, Optuna would draw the first population from the whole space.
    """

    def __init__(self, space: Sequence[Parameter], seed: int, size: int) -> None:
        super().__init__(space)
        self._seed = seed
        self._size = size

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """The point that this trial's step tries: what a dead driver's trial had, if it asked."""
        step = open_step(study, trial, len(finished_steps(study)))
        as_step = copy.copy(trial)
        as_step.number = step
        fresh = CmaEsSampler(popsize=self._size, seed=self._seed, n_startup_trials=0)
        drawn = fresh.sample_relative(study, as_step, search_space)
        failed = study.get_trials(deepcopy=False, states=(TrialState.FAIL,))
        before = [each.params for each in failed if each.user_attrs.get(STEP) == step]
        return before[0] if before else drawn


class Course(Protocol):
    """What the driver needs to know of a way to search.

    sampler  Optuna's
    steps    how many there are
    """

    sampler: BaseSampler
    steps: int

    def pairs_of(self, step: int) -> int:
        """How many pairs a step plays."""
        ...

    def needs(self, step: int) -> int:
        """How many steps must have ended before this one is asked."""
        ...

    def players(self, step: int, params: Mapping[str, float]) -> tuple[Point, Point]:
        """Who plays in the step whose trial has these parameters: the tried one, its opponent."""
        ...

    def returned(self, study: Study, steps: int | None = None) -> Point:
        """The point that so many steps have led to, all that have ended unless fewer are named."""
        ...


class SpsaCourse:
    """SPSA: plus against minus; theta is returned."""

    def __init__(self, space: Sequence[Parameter], gains: Gains, seed: int) -> None:
        self.spsa = Spsa(space, gains, seed)
        self._spsa_sampler = SpsaSampler(self.spsa)
        self.sampler: BaseSampler = self._spsa_sampler
        self.steps = gains.steps
        self.pairs_of = gains.pairs_of
        self.needs = self.spsa.needs

    def players(self, step: int, params: Mapping[str, float]) -> tuple[Point, Point]:
        """Theta shifted one way and the other."""
        plus, minus = self.spsa.ask(step)
        assert plus == dict(params)  # the trial was asked at this step
        return plus, minus

    def returned(self, study: Study, steps: int | None = None) -> Point:
        """Theta."""
        self._spsa_sampler.catch_up(study)
        return self.spsa.theta if steps is None else dict(self.spsa.course[steps])


class CmaesCourse:
    """CMA-ES, a large population against the start; the mean of the last generations is returned.

    A generation is asked when the one before has ended: its trials may be under way together. The
    first lies around the start and has learnt nothing: it counts for no mean. A short study has
    smaller generations, so that there are some.
    """

    def __init__(self, space: Sequence[Parameter], gains: Gains, seed: int, size: int) -> None:
        self._space = tuple(space)
        self.size = max(LEAST_POPULATION, min(size, gains.steps // LEAST_GENERATIONS))
        self.sampler: BaseSampler = CmaesSampler(space, seed, self.size)
        self.steps = gains.steps
        self.pairs_of = gains.pairs_of

    def needs(self, step: int) -> int:
        """The generations before."""
        return step - step % self.size

    def players(self, step: int, params: Mapping[str, float]) -> tuple[Point, Point]:  # noqa: ARG002
        """The candidate and the start."""
        return dict(params), start_of(self._space)

    def returned(self, study: Study, steps: int | None = None) -> Point:
        """The mean of the last whole generations; the start before the second has ended."""
        done = finished_steps(study)[:steps]
        whole = len(done) - len(done) % self.size
        last = done[max(self.size, whole - GENERATIONS * self.size) : whole]
        if not last:
            return start_of(self._space)
        return {
            each.name: statistics.fmean(trial.params[each.name] for trial in last)
            for each in self._space
        }


def describe(
    space: Sequence[Parameter], gains: Gains, seed: int, sampler: str, population: int
) -> dict[str, Any]:
    """A course as its study's attributes hold it; `course_of` makes it again."""
    names = ("pairs", "step_pairs", "lag", "perturbation", "rate", "stability", "alpha", "gamma")
    return {
        "sampler": sampler,
        "seed": seed,
        "population": population,
        "space": [[each.name, each.low, each.high] for each in space],
        "gains": {name: getattr(gains, name) for name in names},
    }


def course_of(described: Mapping[str, Any]) -> Course:
    """The course that `describe` described, at its beginning."""
    space = [Parameter(name=name, low=low, high=high) for name, low, high in described["space"]]
    gains = Gains(**described["gains"])
    if described["sampler"] == CMAES:
        return CmaesCourse(space, gains, described["seed"], described["population"])
    return SpsaCourse(space, gains, described["seed"])


def theta_of(study: Study) -> Point:
    """The point that a study returns, computed from its storage alone."""
    return course_of(study.user_attrs[COURSE]).returned(study)
