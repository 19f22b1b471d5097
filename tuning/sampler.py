"""SPSA as a sampler of Optuna, and what a study returns: theta, never its best trial.

With so few games a trial the best one is the luckiest one.

A trial is one step. Its parameters are the point that is tried, and its value the share 0..1 of the
points that this makes. Its attribute `step` says which step it is: the trials of a driver that died
have failed, and others ask their steps again. The storage alone holds all that a study returns
(`theta_of`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from optuna.distributions import FloatDistribution
from optuna.samplers import BaseSampler
from optuna.trial import TrialState

from tuning.errors import TuningError
from tuning.space import Parameter, Point
from tuning.spsa import Gains, Spsa

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from optuna import Study
    from optuna.distributions import BaseDistribution
    from optuna.trial import FrozenTrial

STEP = "step"
SETTINGS = "course"  # attribute of a study: what `sampler_of` needs


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


class SpsaSampler(BaseSampler):
    """A sampler whose points are those of `spsa`; it draws all parameters of its space together.

    The caller sets the attribute `step` of each trial before it asks for the next.
    """

    def __init__(self, spsa: Spsa) -> None:
        self.spsa = spsa
        self._distributions = distributions(spsa.space)

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
        """Raise TuningError: the study has no parameter outside its space."""
        raise TuningError(f"{param_name!r} is no parameter of this study")

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

    def theta(self, study: Study, steps: int | None = None) -> Point:
        """The point after so many steps; after all that have ended unless fewer are named."""
        self.catch_up(study)
        return self.spsa.theta if steps is None else dict(self.spsa.course[steps])


def describe(space: Sequence[Parameter], gains: Gains, seed: int) -> dict[str, Any]:
    """What a study's attributes hold of its sampler; `sampler_of` makes it again."""
    names = ("pairs", "step_pairs", "lag", "perturbation", "rate", "stability", "alpha", "gamma")
    return {
        "seed": seed,
        "space": [[each.name, each.low, each.high] for each in space],
        "gains": {name: getattr(gains, name) for name in names},
    }


def sampler_of(described: Mapping[str, Any]) -> SpsaSampler:
    """The sampler that `describe` described, before its first step."""
    space = [Parameter(name=name, low=low, high=high) for name, low, high in described["space"]]
    return SpsaSampler(Spsa(space, Gains(**described["gains"]), described["seed"]))


def theta_of(study: Study) -> Point:
    """The point that a study returns, computed from its storage alone."""
    return sampler_of(study.user_attrs[SETTINGS]).theta(study)
