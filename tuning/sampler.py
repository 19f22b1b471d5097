"""SPSA as an Optuna sampler. A study returns theta, not its best trial.

With few games per trial the best trial is the luckiest one.

A trial is one step. Its parameters are the point tried, its value is that point's score 0..1. Its
attribute `step` is the number of the step: the trials of a dead driver fail, and new trials repeat
their steps. The storage alone determines what a study returns (`theta_of`).
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from optuna.distributions import FloatDistribution
from optuna.samplers import BaseSampler
from optuna.trial import TrialState

from search.weights.tunable import present_name
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
GROWN = "grown"  # its key for the stages after the first


def distributions(space: Sequence[Parameter]) -> dict[str, BaseDistribution]:
    """Return the space as Optuna distributions."""
    return {each.name: FloatDistribution(each.low, each.high) for each in space}


def finished_steps(study: Study) -> list[FrozenTrial]:
    """Return the complete trials in the order of steps, up to the first gap."""
    complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    by_step = {trial.user_attrs[STEP]: trial for trial in complete}
    found: list[FrozenTrial] = []
    while len(found) in by_step:
        found.append(by_step[len(found)])
    return found


class SpsaSampler(BaseSampler):
    """An Optuna sampler that gives the points of `spsa`, all parameters together.

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
        """Return all parameters."""
        return self._distributions

    def sample_independent(
        self,
        study: Study,  # noqa: ARG002 - Optuna's signature
        trial: FrozenTrial,  # noqa: ARG002
        param_name: str,
        param_distribution: BaseDistribution,  # noqa: ARG002
    ) -> Any:
        """Raise TuningError: the study has no other parameter."""
        raise TuningError(f"{param_name!r} is no parameter of this study")

    def sample_relative(
        self,
        study: Study,
        trial: FrozenTrial,
        search_space: dict[str, BaseDistribution],  # noqa: ARG002 - always the whole space
    ) -> dict[str, Any]:
        """Return the point of this trial's step.

        Raises TuningError while a step that it needs is unfinished.
        """
        self.catch_up(study)
        running = study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        step = self.spsa.learnt + sum(other.number != trial.number for other in running)
        if self.spsa.needs(step) > self.spsa.learnt:
            raise TuningError(f"step {step} waits for step {self.spsa.needs(step) - 1} to end")
        return self.spsa.ask(step)[0]

    def catch_up(self, study: Study) -> None:
        """Learn from the newly finished steps."""
        for trial in finished_steps(study)[self.spsa.learnt :]:
            assert trial.value is not None  # it is complete
            self.spsa.learn(trial.value)

    def theta(self, study: Study) -> Point:
        """Return the point after all finished steps."""
        self.catch_up(study)
        return self.spsa.theta


def describe(space: Sequence[Parameter], stages: Sequence[Gains], seed: int) -> dict[str, Any]:
    """Return the sampler's settings for the study's attributes; `sampler_of` reads them."""
    names = ("pairs", "step_pairs", "lag", "perturbation", "rate", "stability", "alpha", "gamma")
    described = {
        "seed": seed,
        "space": [[each.name, each.low, each.high] for each in space],
        "gains": {name: getattr(stages[0], name) for name in names},
    }
    if len(stages) > 1:
        described[GROWN] = [asdict(stage) for stage in stages[1:]]
    return described


def sampler_of(described: Mapping[str, Any]) -> SpsaSampler:
    """Return a new sampler with the settings of `describe`, perhaps with former names."""
    space = [
        Parameter(name=present_name(name), low=low, high=high)
        for name, low, high in described["space"]
    ]
    stages = [Gains(**each) for each in (described["gains"], *described.get(GROWN, ()))]
    return SpsaSampler(Spsa(space, stages, described["seed"]))


def theta_of(study: Study) -> Point:
    """Return the result of a study, computed from its storage alone."""
    return sampler_of(study.user_attrs[SETTINGS]).theta(study)
