"""The progress of a study, read from its folder and storage, also while it runs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import optuna

from tuning.files import games_of, read_pairs
from tuning.identity import PAIR_LOG, RESULT, plan_of, read_identity
from tuning.phase import missing_pairs, study_name
from tuning.plan import Plan
from tuning.sampler import SETTINGS, finished_steps, sampler_of, theta_of
from tuning.storage import has_journal, opened_storage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tuning.games import Played


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStatus:
    """One phase.

    trials         finished trials
    trials_wanted  all trials
    missing        pairs of finished trials that the log of games lacks
    returned       the point so far, raw values by name; None before the phase begins
    """

    name: str
    trials: int
    trials_wanted: int
    missing: int
    returned: dict[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStatus:
    """A study; `games` are those of its trials, `cpu_s` is that of all in its log."""

    plan: Plan
    identity: dict[str, Any]
    games: int
    trials: int
    trials_wanted: int
    cpu_s: float
    phases: tuple[PhaseStatus, ...]
    finished: bool

    @property
    def missing_games(self) -> int:
        """Games that the trials have counted and the log of games lacks."""
        return 2 * sum(phase.missing for phase in self.phases)


def read_status(folder: str) -> StudyStatus:
    """Read the status of the study in this folder. Raises TuningError if there is none."""
    identity = read_identity(folder)
    plan = plan_of(identity)
    studies = [load_phase(folder, plan, phase) for phase in range(len(plan.groups))]
    counted = [_trials(study) for study in studies]
    pairs = read_pairs(os.path.join(folder, PAIR_LOG))  # after the trials: it has all their games
    phases = tuple(
        _phase(plan, phase, study, trials, pairs)
        for phase, (study, trials) in enumerate(zip(studies, counted, strict=True))
    )
    trials = sum(phase.trials for phase in phases)
    wanted = sum(phase.trials_wanted for phase in phases)
    return StudyStatus(
        plan=plan,
        identity=identity,
        games=games_of(pairs),
        trials=trials,
        trials_wanted=wanted,
        cpu_s=sum(pair.cpu_s for pair in pairs.values()),
        phases=phases,
        finished=trials == wanted and os.path.exists(os.path.join(folder, RESULT)),
    )


def load_phase(folder: str, plan: Plan, phase: int) -> optuna.Study | None:
    """Return the Optuna study of a phase; None if it has not begun."""
    if not has_journal(folder):
        return None
    try:
        return optuna.load_study(study_name=study_name(plan, phase), storage=opened_storage(folder))
    except KeyError:
        return None


def _trials(study: optuna.Study | None) -> int | None:
    """Return the number of a phase's finished trials; None if it has not begun."""
    if study is None or SETTINGS not in study.user_attrs:
        return None
    return len(finished_steps(study))


def _phase(
    plan: Plan,
    phase: int,
    study: optuna.Study | None,
    trials: int | None,
    pairs: Mapping[str, Played],
) -> PhaseStatus:
    missing, returned = 0, None
    if study is not None and trials is not None:
        returned = theta_of(study)
        spsa = sampler_of(study.user_attrs[SETTINGS]).spsa
        missing = len(missing_pairs(spsa, phase, trials, pairs))
    return PhaseStatus(
        name=study_name(plan, phase),
        trials=trials or 0,
        trials_wanted=plan.steps_of(phase),
        missing=missing,
        returned=returned,
    )
