"""The server's log: what goes wrong in the background is told there, since nobody waits for it."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

LOG = logging.getLogger("web")


def log_failure(task: asyncio.Task[None]) -> None:
    """Tell of a task that ended by an error that nobody foresaw."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("a task in the background failed", exc_info=error)
