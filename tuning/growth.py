"""A study grows: it gets more games than it was begun with, before or after its end.

The trials and games that it has stay. From the first step that could not have begun, SPSA's gains
are those of a study that had the new length from its start (`Plan.stages`). A finished result and
its acceptance test are kept under names with the old number of games: `weights-20000.toml`.
"""

from __future__ import annotations

import os
from dataclasses import replace

from search.weights import Weights
from tuning.errors import TuningError
from tuning.files import write_record
from tuning.identity import (
    PAIR_LOG,
    differences,
    identity_of,
    identity_path,
    plan_of,
    read_identity,
)
from tuning.plan import Growth, Plan
from tuning.status import load_phase, read_status
from tuning.storage import JOURNAL, has_journal

OUTDATED = ("weights.toml", "acceptance.jsonl", "acceptance.json")


def grown_plan(folder: str, plan: Plan, base: Weights, signature: str) -> Plan:
    """The plan with the growth of the study in this folder, which may grow now.

    It grows if the plan has more games than the study. Without a study the plan stays as it is.
    Raises TuningError if the plan has fewer games, or differs in anything else.
    """
    if not os.path.exists(identity_path(folder)):
        return plan
    identity = read_identity(folder)
    known = plan_of(identity)
    same = replace(plan, games=known.games, grown=known.grown)
    differing = differences(identity, identity_of(same, base, signature))
    if plan.games < known.games:
        differing.append(
            f"games: {known.games} in the study, {plan.games} requested; a study may grow, not "
            "shrink"
        )
    if differing:
        raise TuningError(f"{folder} has another study: {'; '.join(differing)}")
    if plan.games == known.games:
        return same
    if os.path.exists(os.path.join(folder, PAIR_LOG)) and not has_journal(folder):
        raise TuningError(
            f"{folder} has games but no {JOURNAL}: resume the study with its {known.games} games "
            "first, which counts them again"
        )
    first_steps = tuple(_first_step(folder, known, phase) for phase in range(len(known.groups)))
    growth = Growth(games=known.games, steps=first_steps)
    grown = replace(plan, grown=(*known.grown, growth))
    _keep_results(folder, known.games)
    write_record(identity_path(folder), identity_of(grown, base, signature))
    return grown


def _first_step(folder: str, plan: Plan, phase: int) -> int:
    """The first step of a phase that no driver can have begun."""
    if load_phase(folder, plan, phase) is None:
        return 0
    told = read_status(folder).phases[phase].trials
    return min(told + plan.lag + 1, plan.steps_of(phase))


def _keep_results(folder: str, games: int) -> None:
    """Rename the results of the study so far, which has this number of games."""
    for name in OUTDATED:
        path = os.path.join(folder, name)
        stem, suffix = os.path.splitext(path)
        if os.path.exists(path):
            os.replace(path, f"{stem}-{games}{suffix}")
