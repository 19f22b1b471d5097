"""Parallel games of a match in worker processes (`arena.match.worker`)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from arena.errors import ContestantError, MatchError
from arena.game.record import GameRecord, parse_game
from arena.processes.worker_pool import TaskFailedError, WorkerLostError, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

STOP_DEADLINE_S = 15.0  # a stopping worker ends its agent first
GAME_DEADLINE_S = 24 * 3600.0  # longer than any game


def play_in_workers(
    spec: dict[str, Any], games: Sequence[int], workers: int
) -> Iterator[GameRecord]:
    """Yield the records of these games of a match as they end.

    Raises ContestantError or MatchError if a worker cannot play or dies.
    """
    with WorkerPool(
        "arena.match.worker",
        min(workers, len(games)),
        arguments=[json.dumps(spec)],
        deadline_s=GAME_DEADLINE_S,
        grace_s=STOP_DEADLINE_S,
    ) as pool:
        for game in games:
            pool.submit(str(game))
        try:
            for _ in games:
                yield parse_game(pool.next())
        except TaskFailedError as error:
            raise ContestantError(error.reason) from error
        except WorkerLostError as error:
            raise MatchError(f"game {error.task}: {error.reason}") from error
