"""The course of SPSA in an Optuna study, which returns theta, not its best trial.

With few games per trial the best trial is the luckiest one.

A trial is one step. Its parameters are the point tried, its value is that point's score 0..1. Its
attribute `step` is the number of the step: the trials of a dead driver fail, and new trials repeat
their steps. The storage alone determines what a study returns (`course_of`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from optuna import Study
from optuna.distributions import FloatDistribution
from optuna.trial import FrozenTrial, TrialState, create_trial

from search.weights.tunable import present_name
from tuning.space import Parameter
from tuning.spsa import Gains, Spsa

STEP = "step"
SETTINGS = "course"  # attribute of a study: what `course_of` needs
GROWN = "grown"  # its key for the stages after the first


def begin_trial(study: Study, spsa: Spsa, step: int) -> int:
    """Add the running trial of this step to the study; return its number."""
    trial = create_trial(
        state=TrialState.RUNNING,
        params=spsa.ask(step)[0],
        distributions={
            parameter.name: FloatDistribution(parameter.low, parameter.high)
            for parameter in spsa.space
        },
        user_attrs={STEP: step},
    )
    study.add_trial(trial)
    return study.get_trials(deepcopy=False)[-1].number


def finished_steps(study: Study) -> list[FrozenTrial]:
    """The complete trials in the order of steps, up to the first gap."""
    complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
    by_step = {trial.user_attrs[STEP]: trial for trial in complete}
    finished: list[FrozenTrial] = []
    while len(finished) in by_step:
        finished.append(by_step[len(finished)])
    return finished


def describe(space: Sequence[Parameter], stages: Sequence[Gains], seed: int) -> dict[str, Any]:
    """The settings of a course for the study's attributes; `course_of` reads them."""
    names = ("pairs", "step_pairs", "lag", "perturbation", "rate", "stability", "alpha", "gamma")
    described = {
        "seed": seed,
        "space": [[parameter.name, parameter.low, parameter.high] for parameter in space],
        "gains": {name: getattr(stages[0], name) for name in names},
    }
    if len(stages) > 1:
        described[GROWN] = [asdict(stage) for stage in stages[1:]]
    return described


def course_of(study: Study) -> Spsa:
    """The course of a study, computed from its storage alone.

    The study may be of an older version, with former names of tunables.
    """
    described: Mapping[str, Any] = study.user_attrs[SETTINGS]
    space = [
        Parameter(name=present_name(name), low=low, high=high)
        for name, low, high in described["space"]
    ]
    stages = [Gains(**gains) for gains in (described["gains"], *described.get(GROWN, ()))]
    spsa = Spsa(space, stages, described["seed"])
    for trial in finished_steps(study):
        assert trial.value is not None  # it is complete
        spsa.learn(trial.value)
    return spsa
