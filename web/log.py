"""The log of the server, for failures in the background; repeated records are left out."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LOG = logging.getLogger("web")
LOGGERS = ("web", "asyncio", "uvicorn.error")
MOST_ALIKE = 5  # records of one kind in a span
SPAN_S = 60.0
MOST_KINDS = 200
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Quiet(logging.Filter):
    """Passes a few records of a kind in each span of time, and counts what it leaves out."""

    def __init__(self, most: int = MOST_ALIKE, span_s: float = SPAN_S) -> None:
        super().__init__()
        self._most = most
        self._span_s = span_s
        self._kinds: dict[object, list[float]] = {}  # beginning of the span, records in it

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to pass a record; the first of a new span tells how many were left out."""
        shorten(record)
        now_s = time.monotonic()
        failure = record.exc_info[0] if record.exc_info else None
        kind = (record.name, str(record.msg).partition("\n")[0], failure)
        if len(self._kinds) > MOST_KINDS:
            self._kinds.clear()
        known = self._kinds.setdefault(kind, [now_s, 0])
        if now_s - known[0] >= self._span_s:
            left_out = int(known[1]) - self._most
            known[:] = [now_s, 0]
            if left_out > 0:
                record.msg = f"{record.msg} ({left_out} more like this were left out)"
        known[1] += 1
        return known[1] <= self._most


def shorten(record: logging.LogRecord) -> None:
    """Say in one line, without a traceback, that the system is short of files or memory."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, OSError) and error.errno in SHORTAGES:
        record.msg = f"{record.getMessage().partition(chr(10))[0]}: {error.strerror}"
        record.args, record.exc_info = (), None


QUIET = Quiet()


def quieten() -> None:
    """Leave out repeated records of this server and of what it runs on."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(QUIET)


async def end_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks and wait for their end."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def log_failure(task: asyncio.Task[None]) -> None:
    """Log a task that ended with an unexpected error."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("a task in the background failed", exc_info=error)
