"""Where the games of a command are played: on this computer or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.match.jobs import GAMES
from arena.processes.pool import Answer, Pool, Processes, Task, Work
from cli.extra import from_extra

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.game.spec import Job


def cluster_at(scheduler: str | None) -> Callable[[], Pool[Job, GameRecord]] | None:
    """How the cluster at this address is opened for games; None without an address.

    Raises UsageError if Dask is not installed.
    """
    return None if scheduler is None else pool_of(GAMES, scheduler, 1)


def pool_of(
    work: Work[Task, Answer], scheduler: str | None, workers: int
) -> Callable[[], Pool[Task, Answer]]:
    """How a pool is opened: at a scheduler's address, or of processes on this computer.

    Raises UsageError if Dask is not installed.
    """
    if scheduler is None:
        return lambda: Processes(work, workers)
    with from_extra("cluster"):
        from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - the extra may be missing
    return lambda: DaskPool(work, scheduler)
