"""Optuna's storage of a study, and its repair after a crash.

A study has one driver. It holds `FOLDER/driver.lock`, which the system releases when the driver
ends in any way. So a driver with the lock knows that running trials, and the journal's own lock
file, are left over from a dead driver.
"""

from __future__ import annotations

import contextlib
import os
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import optuna
from optuna.exceptions import ExperimentalWarning
from optuna.storages import JournalStorage, RDBStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import TrialState

from arena.appended import trim_torn_line
from arena.extras import how_to_install
from games.errors import naming
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

    from optuna.storages import BaseStorage, GrpcStorageProxy

JOURNAL = "study.journal"
ADDRESS = "storage.txt"
DRIVER = "driver.lock"
LOCK_SUFFIX = ".lock"  # suffix of the journal's own lock file
GRPC = "grpc://"
GRPC_PORT = 13000  # Optuna's default
CONNECT_S = 30
PREFIX_BYTES = 4


@contextlib.contextmanager
def only_driver(folder: str) -> Iterator[None]:
    """Context in which only this process drives the study. Raises TuningError if another does."""
    import fcntl  # noqa: PLC0415 - Windows lacks it

    with open(os.path.join(folder, DRIVER), "a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise TuningError(f"{folder} is in use by process {file.read().strip()}") from None
        file.truncate(0)
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield


def repair_journal(folder: str, name: str = JOURNAL) -> None:
    """Remove a torn last line, and the lock that a dead driver left, from the journal `name`.

    A torn line before another would make the study unreadable. The caller must be the driver.
    """
    journal = os.path.join(folder, name)
    trim_torn_line(journal)
    with contextlib.suppress(FileNotFoundError):
        os.unlink(journal + LOCK_SUFFIX)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The storage of a study.

    address  `grpc://HOST:PORT` or a database URL; None: the folder's journal
    prefix   prefix of its phases' names, since studies may share a storage
    """

    address: str | None = None
    prefix: str = ""


def require_storage(folder: str, address: str, *, is_new: bool) -> None:
    """Raise TuningError if a study cannot begin with this storage; a new folder is then removed."""
    try:
        with opened_storage(folder, address):
            pass
    except TuningError:
        if is_new:
            os.unlink(os.path.join(folder, DRIVER))
            os.rmdir(folder)
        raise


def settle_place(folder: str, address: str | None) -> Place:
    """Return the storage of the study; a new study opens it and writes it down.

    Raises TuningError if the address differs from the written one, or if the storage cannot be
    opened.
    """
    path = os.path.join(folder, ADDRESS)
    if not os.path.exists(path):
        lines = [""]
        if address:
            with opened_storage(folder, address):
                pass
            lines = [address, os.urandom(PREFIX_BYTES).hex()]
        write_atomically(path, "".join(f"{line}\n" for line in lines).encode())
    place = read_place(folder)
    if address is not None and address != place.address:
        known = place.address or JOURNAL
        raise TuningError(f"{folder} uses the storage {known}, not {address}")
    return place


def read_place(folder: str) -> Place:
    """Return the place that `settle_place` wrote down; by default the folder's journal."""
    try:
        address, prefix = [*read_text(os.path.join(folder, ADDRESS)).split("\n"), "", ""][:2]
    except FileNotFoundError:
        return Place()
    return Place(address=address or None, prefix=f"{prefix} " if prefix else "")


@contextlib.contextmanager
def opened_storage(folder: str, address: str | None) -> Iterator[BaseStorage]:
    """Context with the storage at this address, closed at its end; None: the journal.

    Raises TuningError if it cannot be opened.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)  # we report progress ourselves
    if address is None:
        check_journal(os.path.join(folder, JOURNAL))
        yield JournalStorage(_Journal(os.path.join(folder, JOURNAL)))
        return
    try:
        storage = _at_grpc(address) if address.startswith(GRPC) else RDBStorage(address)
    except Exception as error:  # each database driver has its own exceptions
        reason = " ".join(str(error).split())
        raise TuningError(f"cannot open the storage {address!r}: {reason}") from error
    try:
        yield storage
    finally:
        storage.remove_session()
        if isinstance(storage, RDBStorage):
            storage.engine.dispose()


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


def _at_grpc(address: str) -> GrpcStorageProxy:
    host, _, port = address.removeprefix(GRPC).partition(":")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)
        try:
            from optuna.storages import GrpcStorageProxy  # noqa: PLC0415 - needs the extra `grpc`

            proxy = GrpcStorageProxy(host=host, port=int(port or GRPC_PORT))
        except ImportError as error:
            raise TuningError(
                f"{error}; the extra grpc is missing: {how_to_install('grpc')}"
            ) from error
    proxy.wait_server_ready(timeout=CONNECT_S)
    return proxy


def fail_running(study: optuna.Study) -> int:
    """Mark the running trials of a dead driver as failed; return their number."""
    running = study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
    for trial in running:
        study.tell(trial.number, state=TrialState.FAIL)
    return len(running)
