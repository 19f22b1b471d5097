"""Optuna's storage of a study, and what a crash may have left in it.

One driver asks and tells: it holds `FOLDER/driver.lock` as long as it lives, and the system gives
the lock back when it dies, however that may be. So whoever holds it knows that a journal's own lock
file, which outlives its process, and trials that seem to be running belong to the dead.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from typing import TYPE_CHECKING

import optuna
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from tuning.errors import TuningError
from tuning.files import trim_torn_line, write_surely

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optuna.storages import BaseStorage

JOURNAL = "study.journal"
ADDRESS = "storage.txt"
LOCK_SUFFIX = ".lock"  # of the journal's own lock file
GRPC = "grpc://"


@contextlib.contextmanager
def only_driver(folder: str) -> Iterator[None]:
    """Within, this process alone drives the study. Raises TuningError if another does."""
    with open(os.path.join(folder, "driver.lock"), "a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise TuningError(f"{folder} is driven by process {file.read().strip()}") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def mend_journal(folder: str) -> None:
    """Take away what a dead driver left in the journal file: half a line, its lock.

    A half line followed by another would make the whole study unreadable. Only for the driver.
    """
    journal = os.path.join(folder, JOURNAL)
    trim_torn_line(journal)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(journal + LOCK_SUFFIX)


def settle_address(folder: str, address: str | None) -> str | None:
    """The storage's address, noted down by whoever begins the study; None is the folder's journal.

    Raises TuningError for another address than the one that was noted down.
    """
    path = os.path.join(folder, ADDRESS)
    if not os.path.exists(path):
        write_surely(path, f"{address or ''}\n".encode())
        return address
    known = read_address(folder)
    if address is not None and address != known:
        raise TuningError(f"{folder} is kept in the storage {known or JOURNAL}, not in {address}")
    return known


def read_address(folder: str) -> str | None:
    """The address that `settle_address` noted down; None is the folder's journal."""
    try:
        with open(os.path.join(folder, ADDRESS), encoding="utf-8") as file:
            return file.read().strip() or None
    except FileNotFoundError:
        return None


def open_storage(folder: str, address: str | None) -> BaseStorage:
    """The storage at this address: `grpc://HOST:PORT`, a database's URL; None: the journal."""
    optuna.logging.set_verbosity(optuna.logging.WARNING)  # progress is told by us
    if address is None:
        return JournalStorage(JournalFileBackend(os.path.join(folder, JOURNAL)))
    if address.startswith(GRPC):
        from optuna.storages import GrpcStorageProxy  # noqa: PLC0415 - needs grpcio, few have it

        host, _, port = address.removeprefix(GRPC).partition(":")
        return GrpcStorageProxy(host=host, port=int(port or 13000))
    return optuna.storages.get_storage(address)


def fail_running(study: optuna.Study) -> int:
    """Tell the trials of a dead driver failed; how many there were."""
    running = study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
    for trial in running:
        study.tell(trial.number, state=TrialState.FAIL)
    return len(running)
