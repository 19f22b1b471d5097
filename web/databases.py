"""A file of SQLite that one thread writes and another reads; its failures are told in words."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING

from web.errors import DiskFull, NotSaved
from web.log import LOG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from web.errors import Refusal

LEAST_ROOM = 64 << 10  # a disk with less is full: SQLite reports that in several ways
WAIT_S = 2.0  # for another program that uses the file


class Database:
    """The base of the stores: connections, transactions, and what a failure means to a client.

    path  its file
    """

    def __init__(self, path: str, holds: str, remedy: str = "") -> None:
        """`holds` says what is in it, `remedy` what helps if it is damaged. Opens nothing yet."""
        self.path = path
        self._holds, self._remedy = holds, remedy

    @contextlib.contextmanager
    def _connected(self) -> Iterator[None]:
        """Open or create the file; a failure inside closes it again. Raises sqlite3.Error."""
        with contextlib.ExitStack() as opened:
            self._base = opened.enter_context(contextlib.closing(connect(self.path)))
            self._reader = opened.enter_context(contextlib.closing(connect(self.path)))
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            yield
            opened.pop_all()

    def wait(self, seconds: float, *, to_read: bool = False) -> None:
        """From now on, wait so long for another program that uses the file."""
        base = self._reader if to_read else self._base
        base.execute(f"PRAGMA busy_timeout = {max(1, int(seconds * 1000))}")

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Raise the refusal for a failure of SQLite."""
        try:
            yield
        except sqlite3.Error as error:
            LOG.error("%s: %s", self.path, error)
            raise self.refusal(error) from error

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Undo all changes if one fails."""
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:  # SQLite may have undone it already
                self._base.execute("ROLLBACK")
            raise

    def refusal(self, error: sqlite3.Error) -> Refusal:
        """The refusal for a failure; no change was made."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's details
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return NotSaved(
                f"Another program uses {self._holds}, so nothing was changed; try again soon.",
                retry_after_s=2,
            )
        if code == sqlite3.SQLITE_FULL or self.is_full():
            return DiskFull(
                f"The disk with {self._holds} is full, so nothing was changed; "
                "make room on it and try again."
            )
        what = self._holds[0].upper() + self._holds[1:]
        return NotSaved(f"{what} cannot be used, so nothing was changed ({error}).{self._remedy}")

    def is_full(self) -> bool:
        """Whether the disk has hardly any room left."""
        return shutil.disk_usage(os.path.dirname(self.path)).free < LEAST_ROOM

    def close(self) -> None:
        """Close the file."""
        self._reader.close()
        self._base.close()


def connect(path: str) -> sqlite3.Connection:
    """A connection; a server creates it in one thread and uses it in another."""
    return sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
