"""Tries options of the fit with Optuna, on held-out positions.

The study is a journal in its folder, so an interrupted search goes on, with the same games and the
same other options. The measure is the mean of two log losses on held-out openings: that of the
result, and that of the search's score. Neither depends on the options, as the loss of the target
would.
"""

from __future__ import annotations

import os
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import optuna
from optuna.trial import TrialState

from tuning.errors import LearningError
from tuning.net.training.fit import FitOptions
from tuning.storage import fail_running, only_driver, opened_storage, repair_journal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tuning.net.training.fit import Trainer

JOURNAL = "options.journal"
NAME = "options"
GAMES, FIXED = "games", "fixed options"  # what trials need in common to be compared
BATCHES = "batches"  # Optuna lets no later trial choose among others
RANGES = {"rate": (5e-4, 1e-2), "decay": (0.05, 20.0), "blend": (0.0, 1.0), "slips": (0.0, 1.0)}
USUAL_BATCHES = (128, 256, 512, 1024)
TRIED = (*RANGES, "batch")


def best_options(
    folder: str,
    trainer: Trainer,
    options: FitOptions,
    trials: int,
    *,
    games: Sequence[str],
    listener: Callable[[int, float, FitOptions], object] = lambda *_: None,
) -> FitOptions:
    """Try so many options in all, the given ones first; return the best.

    `games` is the content of the trainer's games (`fit_files.content_of`). `listener` hears of each
    trial: its number, measure and options. Raises LearningError if the folder has trials with other
    games, other fixed options or other batches, TuningError if another process searches in this
    folder or if its journal is damaged.
    """
    os.makedirs(folder, exist_ok=True)

    with only_driver(folder):
        study = _study(folder, options.seed)
        _settle(study, folder, GAMES, list(games))
        fixed = {name: value for name, value in asdict(options).items() if name not in TRIED}
        _settle(study, folder, FIXED, fixed)
        complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        batches = _batches(study, folder, options)

        def objective(trial: optuna.Trial) -> float:
            tried = suggested(trial, options, batches)
            found = trainer.fit(tried).epochs[-1].held_out
            value = (found.result + found.score) / 2
            listener(trial.number, value, tried)
            return value

        if not complete and not study.get_trials(deepcopy=False, states=(TrialState.WAITING,)):
            study.enqueue_trial({name: getattr(options, name) for name in TRIED})
        study.optimize(objective, n_trials=max(0, trials - len(complete)))
        return replace(options, **study.best_params)


def _study(folder: str, seed: int) -> optuna.Study:
    """Open the study, without what a killed process left unfinished. The caller is the driver."""
    repair_journal(folder, JOURNAL)
    study = optuna.create_study(
        study_name=NAME,
        storage=opened_storage(folder, JOURNAL),
        sampler=optuna.samplers.TPESampler(seed=seed),
        load_if_exists=True,
    )
    fail_running(study)
    return study


def _settle(study: optuna.Study, folder: str, name: str, wanted: object) -> None:
    """Note what all trials have in common. Raises LearningError if they were begun with another."""
    known = study.user_attrs.get(name)
    if known is None:
        study.set_user_attr(name, wanted)
    elif known != wanted:
        raise LearningError(
            f"{os.path.join(folder, JOURNAL)} has trials with {name} {known}, requested {wanted}: "
            "name a new folder"
        )


def _batches(study: optuna.Study, folder: str, options: FitOptions) -> list[int]:
    """The batches that trials choose from: the usual ones and that of the first command."""
    found: list[int] | None = study.user_attrs.get(BATCHES)
    if found is None:
        begun = bool(study.get_trials(deepcopy=False))  # by a version that tried the usual ones
        found = sorted({*USUAL_BATCHES, *(() if begun else (options.batch,))})
        study.set_user_attr(BATCHES, found)
    if options.batch not in found:
        raise LearningError(
            f"{os.path.join(folder, JOURNAL)} has trials: batch {options.batch}, expected "
            f"one of {', '.join(map(str, found))}; or name a new folder"
        )
    return found


def suggested(trial: optuna.Trial, options: FitOptions, batches: Sequence[int]) -> FitOptions:
    """The options of a trial; those of the first may lie outside of the usual ranges."""
    drawn: dict[str, Any] = {}
    for name, (low, high) in RANGES.items():
        ends = (low, high, getattr(options, name) or low)
        drawn[name] = trial.suggest_float(name, min(ends), max(ends), log=low > 0)
    return replace(options, **drawn, batch=trial.suggest_categorical("batch", batches))
