"""The progress of a study, read from its folder and storage, also while it runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import optuna

from tuning.files import games_of, read_pairs
from tuning.games import Played
from tuning.identity import PAIR_LOG, RESULT, plan_of, read_identity
from tuning.phase import missing_pairs, study_name
from tuning.plan import Plan
from tuning.sampler import SETTINGS, course_of
from tuning.spsa import Spsa
from tuning.storage import has_journal, opened_storage


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
    courses = [
        course_of(study) if study and SETTINGS in study.user_attrs else None for study in studies
    ]
    pairs = read_pairs(os.path.join(folder, PAIR_LOG))  # after the trials: it has all their games
    phases = tuple(_phase(plan, phase, course, pairs) for phase, course in enumerate(courses))
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
    """The Optuna study of a phase; None if it has not begun."""
    if not has_journal(folder):
        return None
    try:
        return optuna.load_study(study_name=study_name(plan, phase), storage=opened_storage(folder))
    except KeyError:
        return None


def _phase(plan: Plan, phase: int, course: Spsa | None, pairs: Mapping[str, Played]) -> PhaseStatus:
    trials = course.learnt if course else 0
    return PhaseStatus(
        name=study_name(plan, phase),
        trials=trials,
        trials_wanted=plan.steps_of(phase),
        missing=len(missing_pairs(course, phase, trials, pairs)) if course else 0,
        returned=course.theta if course else None,
    )
