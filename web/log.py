"""The log of the server, for failures in the background."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

LOG = logging.getLogger("web")


def log_failure(task: asyncio.Task[None]) -> None:
    """Log a task that ended with an unexpected error."""
    if not task.cancelled() and (error := task.exception()) is not None:
        LOG.error("a task in the background failed", exc_info=error)
