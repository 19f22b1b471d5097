"""Optuna's storage of a study, and what a crash may have left in it.

One driver asks and tells: it holds `FOLDER/driver.lock` as long as it lives, and the system gives
the lock back when it dies, however that may be. So whoever holds it knows that a journal's own lock
file, which outlives its process, and trials that seem to be running belong to the dead.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import optuna
from optuna.exceptions import ExperimentalWarning
from optuna.storages import JournalStorage, get_storage
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
GRPC_PORT = 13000  # Optuna's
CONNECT_S = 30
PREFIX_BYTES = 4


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a study is kept.

    address  `grpc://HOST:PORT` or a database's URL; None: the folder's journal
    prefix   what the names of its phases begin with there: other studies may lie beside them
    """

    address: str | None = None
    prefix: str = ""


def settle_place(folder: str, address: str | None) -> Place:
    """Where the study is kept, noted down by whoever begins it, once the storage was opened.

    Raises TuningError for another address than the one that was noted down, and for a storage that
    cannot be opened.
    """
    path = os.path.join(folder, ADDRESS)
    if not os.path.exists(path):
        lines = [""]
        if address:
            open_storage(folder, address)
            lines = [address, os.urandom(PREFIX_BYTES).hex()]
        write_surely(path, "".join(f"{line}\n" for line in lines).encode())
    place = read_place(folder)
    if address is not None and address != place.address:
        known = place.address or JOURNAL
        raise TuningError(f"{folder} is kept in the storage {known}, not in {address}")
    return place


def read_place(folder: str) -> Place:
    """The place that `settle_place` noted down; the folder's journal where there is no note."""
    try:
        with open(os.path.join(folder, ADDRESS), encoding="utf-8") as file:
            address, prefix = [*file.read().split("\n"), "", ""][:2]
    except FileNotFoundError:
        return Place()
    return Place(address=address or None, prefix=f"{prefix} " if prefix else "")


def open_storage(folder: str, address: str | None) -> BaseStorage:
    """The storage at this address; None: the journal.

    Raises TuningError for one that cannot be opened.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)  # progress is told by us
    if address is None:
        return JournalStorage(JournalFileBackend(os.path.join(folder, JOURNAL)))
    try:
        return _at_grpc(address) if address.startswith(GRPC) else get_storage(address)
    except Exception as error:  # each database's driver raises its own
        reason = " ".join(str(error).split())
        raise TuningError(f"the storage {address!r} cannot be opened: {reason}") from error


def _at_grpc(address: str) -> BaseStorage:
    from optuna.storages import GrpcStorageProxy  # noqa: PLC0415 - needs the extra `grpc`

    host, _, port = address.removeprefix(GRPC).partition(":")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        proxy = GrpcStorageProxy(host=host, port=int(port or GRPC_PORT))
    proxy.wait_server_ready(timeout=CONNECT_S)
    return proxy


def fail_running(study: optuna.Study) -> int:
    """Tell the trials of a dead driver failed; how many there were."""
    running = study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
    for trial in running:
        study.tell(trial.number, state=TrialState.FAIL)
    return len(running)
