"""The progress of a study, read from its folder and storage, also while it runs."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import optuna
from optuna.storages import InMemoryStorage

from tuning.files import games_of, read_pairs
from tuning.identity import PAIR_LOG, RESULT, plan_of, read_identity
from tuning.phase import TRIAL, VALIDATION, missing_pairs, study_name
from tuning.plan import Plan
from tuning.sampler import SETTINGS, finished_steps, sampler_of, theta_of
from tuning.storage import JOURNAL, opened_storage, read_place
from tuning.table import count_half_points

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
    checks         validations: steps before it, pentanomial counts of theta against the base
    """

    name: str
    trials: int
    trials_wanted: int
    missing: int
    returned: dict[str, float] | None
    checks: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyStatus:
    """A study; `games` excludes validation games."""

    plan: Plan
    identity: dict[str, Any]
    games: int
    trials: int
    trials_wanted: int
    validation_games: int
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
    pairs = read_pairs(os.path.join(folder, PAIR_LOG))
    phases = tuple(_phase(folder, plan, phase, pairs) for phase in range(len(plan.groups)))
    trials = sum(phase.trials for phase in phases)
    wanted = sum(phase.trials_wanted for phase in phases)
    return StudyStatus(
        plan=plan,
        identity=identity,
        games=games_of(pairs, TRIAL),
        trials=trials,
        trials_wanted=wanted,
        validation_games=games_of(pairs, VALIDATION),
        cpu_s=sum(pair.cpu_s for pair in pairs.values()),
        phases=phases,
        finished=trials == wanted and os.path.exists(os.path.join(folder, RESULT)),
    )


def load_phase(folder: str, plan: Plan, phase: int) -> optuna.Study | None:
    """Return a copy in memory of the Optuna study of a phase; None if it has not begun."""
    place = read_place(folder)
    if place.address is None and not os.path.exists(os.path.join(folder, JOURNAL)):
        return None
    name, memory = place.prefix + study_name(plan, phase), InMemoryStorage()
    with opened_storage(folder, place.address) as kept:
        try:
            optuna.copy_study(from_study_name=name, from_storage=kept, to_storage=memory)
        except KeyError:
            return None
    return optuna.load_study(study_name=name, storage=memory)


def _phase(folder: str, plan: Plan, phase: int, pairs: Mapping[str, Played]) -> PhaseStatus:
    study = load_phase(folder, plan, phase)
    trials, missing, returned = 0, 0, None
    wanted = plan.steps_of(phase)
    if study is not None and SETTINGS in study.user_attrs:
        trials = len(finished_steps(study))
        returned = theta_of(study)
        spsa = sampler_of(study.user_attrs[SETTINGS]).spsa
        missing = len(missing_pairs(spsa, phase, trials, pairs))
    return PhaseStatus(
        name=study_name(plan, phase),
        trials=trials,
        trials_wanted=wanted,
        missing=missing,
        returned=returned,
        checks=tuple(_checks(plan, phase, pairs)),
    )


def _checks(
    plan: Plan, phase: int, pairs: Mapping[str, Played]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the complete validations of a phase: steps before it, counts."""
    found: dict[int, list[Played]] = {}
    for key, pair in pairs.items():
        what, number, check, _ = key.split()
        if what == VALIDATION and int(number) == phase:
            found.setdefault(int(check), []).append(pair)
    return [
        (check.after, count_half_points(found[check.number]))
        for check in plan.checks_of(phase)
        if len(found.get(check.number, ())) == check.pairs
    ]
