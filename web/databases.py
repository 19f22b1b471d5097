"""Files of SQLite, each with a thread for changes and one for questions; failures in words.

So no request waits for the database work of another.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from web.errors import DiskFull, NotSaved
from web.log import LOG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.errors import Refusal

LEAST_ROOM = 64 << 10  # a disk with less is full: SQLite reports that in several ways
WAIT_S = 2.0  # for another program that uses the file
LEAST_WAIT_S = 0.02  # for work whose time has passed while others waited


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

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._told():
            return self._reader.execute(query, values).fetchall()

    def _row(self, query: str, *values: object) -> tuple[Any, ...] | None:
        with self._told():
            row: tuple[Any, ...] | None = self._reader.execute(query, values).fetchone()
            return row

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


Base = TypeVar("Base", bound=Database)
Answer = TypeVar("Answer")


class Desk(Generic[Base]):
    """A file for the event loop: work gets it in a thread.

    Its exceptions are raised to the caller; a file that another program locks raises within WAIT_S.
    base  the file, once it is open
    """

    def __init__(self, opened: Callable[[], Base]) -> None:
        """`opened` opens the file, when it is first needed."""
        self._open = opened
        self._writer, self._reader = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.base: Base | None = None

    async def change(self, work: Callable[[Base], Answer]) -> Answer:
        """The result of `work`, which may write."""
        return await self._run(self._writer, work)

    async def ask(self, work: Callable[[Base], Answer]) -> Answer:
        """The result of `work`, which only reads."""
        if self.base is None:
            await self.change(lambda _: None)
        return await self._run(self._reader, work)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[Base], Answer]) -> Answer:
        """The answer of a thread; time in its queue counts as time that the work has waited."""
        asked_s = time.monotonic()

        def timed() -> Answer:
            self.base = base = self.base or self._open()
            left_s = WAIT_S - (time.monotonic() - asked_s)
            base.wait(max(LEAST_WAIT_S, left_s), to_read=threads is self._reader)
            return work(base)

        return await asyncio.get_running_loop().run_in_executor(threads, timed)

    def close(self) -> None:
        """End the threads and close the file."""
        self._writer.shutdown()
        self._reader.shutdown()
        if self.base is not None:
            self.base.close()
