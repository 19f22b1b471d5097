"""Tries options of the fit with Optuna, on held-out positions.

The study is a journal in its folder, so an interrupted search goes on, with the same games and the
same other options. The measure is the mean of two log losses on held-out openings: that of the
result, and that of the search's score. Neither depends on the options, as the loss of the target
would.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from tuning.net.errors import LearningError
from tuning.net.training.fit import FitOptions, options_record
from tuning.storage import check_journal, fail_running, only_driver, repair_journal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tuning.net.training.fit import Trainer

JOURNAL = "options.journal"
NAME = "options"
GAMES, FIXED = "games", "fixed options"  # what trials need in common to be compared


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
    games or other fixed options, TuningError if another process searches in this folder or if its
    journal is damaged.
    """
    os.makedirs(folder, exist_ok=True)

    def objective(trial: optuna.Trial) -> float:
        tried = suggested(trial, options)
        found = trainer.fit(tried).epochs[-1].held_out
        value = (found.result + found.score) / 2
        listener(trial.number, value, tried)
        return value

    with only_driver(folder):
        study = _study(folder, options.seed)
        _settle(study, folder, GAMES, list(games))
        _settle(study, folder, FIXED, fixed_of(options))
        complete = study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        if not complete and not study.get_trials(deepcopy=False, states=(TrialState.WAITING,)):
            study.enqueue_trial({name: getattr(options, name) for name in SPACE})
        study.optimize(objective, n_trials=max(0, trials - len(complete)))
        return replace(options, **study.best_params)


def _study(folder: str, seed: int) -> optuna.Study:
    """Open the study, without what a killed process left unfinished. The caller is the driver."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    repair_journal(folder, JOURNAL)
    path = os.path.join(folder, JOURNAL)
    check_journal(path)
    study = optuna.create_study(
        study_name=NAME,
        storage=JournalStorage(JournalFileBackend(path)),
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


SPACE = ("rate", "decay", "blend", "slips", "batch")


def fixed_of(options: FitOptions) -> dict[str, Any]:
    """The options that no trial changes."""
    record = options_record(options)
    return {name: value for name, value in record.items() if name not in SPACE}


def suggested(trial: optuna.Trial, options: FitOptions) -> FitOptions:
    """The options of a trial."""
    return replace(
        options,
        rate=trial.suggest_float("rate", 5e-4, 1e-2, log=True),
        decay=trial.suggest_float("decay", 0.05, 20.0, log=True),
        blend=trial.suggest_float("blend", 0.0, 1.0),
        slips=trial.suggest_float("slips", 0.0, 1.0),
        batch=trial.suggest_categorical("batch", [128, 256, 512, 1024]),
    )
