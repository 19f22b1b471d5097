"""What a failure of SQLite means to a client, in words."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from web.errors import DiskFull, NotSaved

if TYPE_CHECKING:
    from web.errors import Refusal

LEAST_ROOM = 64 << 10  # a disk with less is full: SQLite reports that in several ways
WAIT_S = 2.0  # for another program that uses the file


@dataclass(frozen=True, slots=True)
class Database:
    """A file of SQLite: its folder, what it holds in words, and what helps if it is damaged."""

    folder: str
    holds: str
    remedy: str = ""

    def refusal(self, error: sqlite3.Error) -> Refusal:
        """The refusal for a failure; no change was made."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without SQLite's details
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return NotSaved(
                f"Another program uses {self.holds}, so nothing was changed; try again soon.",
                retry_after_s=2,
            )
        if code == sqlite3.SQLITE_FULL or self.is_full():
            return DiskFull(
                f"The disk with {self.holds} is full, so nothing was changed; "
                "make room on it and try again."
            )
        what = self.holds[0].upper() + self.holds[1:]
        return NotSaved(f"{what} cannot be used, so nothing was changed ({error}).{self.remedy}")

    def is_full(self) -> bool:
        """Whether the disk has hardly any room left."""
        disk = os.statvfs(self.folder)
        return disk.f_bavail * disk.f_frsize < LEAST_ROOM


def connect(path: str) -> sqlite3.Connection:
    """A connection; a server creates it in one thread and uses it in another."""
    return sqlite3.connect(path, timeout=WAIT_S, isolation_level=None, check_same_thread=False)
