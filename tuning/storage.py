"""Optuna's storage of a study, and its repair after a crash.

A study has one driver. It holds `FOLDER/driver.lock`, which the system releases when the driver
ends in any way. So a driver with the lock knows that running trials, and the journal's own lock
file, are left over from a dead driver.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

from arena.appended import lock, trim_torn_line
from games.errors import naming
from search.weights.tunable import FORMER, PRESENT
from tuning.errors import TuningError
from tuning.files import read_object, write_atomically

JOURNAL = "study.journal"
DRIVER = "driver.lock"
LOCK_SUFFIX = ".lock"  # suffix of the journal's own lock file


@contextlib.contextmanager
def only_driver(folder: str) -> Iterator[None]:
    """Context in which only this process drives the study. Raises TuningError if another does."""
    with open(os.path.join(folder, DRIVER), "a+", encoding="ascii") as file:
        if not lock(file):
            file.seek(0)
            raise TuningError(f"{folder} is in use by process {file.read().strip()}")
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def repair_journal(folder: str) -> None:
    """Remove a torn last line, and the lock that a dead driver left, from the journal.

    A torn line before another would make the study unreadable. The parameters get their present
    names: Optuna compares only trials with the same parameters. The caller must be the driver.
    """
    journal = os.path.join(folder, JOURNAL)
    trim_torn_line(journal)
    with contextlib.suppress(FileNotFoundError):
        before = Path(journal).read_bytes()
        after = before.replace(f'"{FORMER}'.encode(), f'"{PRESENT}'.encode())
        if after != before:
            write_atomically(journal, after)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(journal + LOCK_SUFFIX)


def has_journal(folder: str) -> bool:
    """Whether the study in this folder has its trials in a journal."""
    return os.path.exists(os.path.join(folder, JOURNAL))


def opened_storage(folder: str) -> JournalStorage:
    """The storage of the study in this folder. Raises TuningError for a damaged one."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)  # we report progress ourselves
    path = os.path.join(folder, JOURNAL)
    check_journal(path)
    return JournalStorage(_Journal(path))


class _Journal(JournalFileBackend):
    def append_logs(self, logs: list[dict[str, Any]]) -> None:
        """As in Optuna; an OSError names the file."""
        with naming(self._file_path):
            super().append_logs(logs)


def check_journal(path: str) -> None:
    """Raise TuningError that names the first line of a journal that Optuna did not write.

    A last line without its end is torn or being written, and Optuna ignores it.
    """
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                written = isinstance(read_object(line).get("op_code"), int)
            except ValueError:
                written = False
            if not written:
                raise TuningError(
                    f"{path}, line {number}: not a record of a study: restore the file, or remove "
                    f"it to count the games of the study again"
                )
