"""Games of matches and tournaments on a Dask cluster (`arena.cluster.dask_pool`).

A job brings the weights files that its contestants name. What else they name, such as an agent's
folder, must exist on every worker under the same path.
"""

from __future__ import annotations

import atexit
from typing import Self

from distributed import get_worker

from arena.cluster.dask_pool import DaskPool, Task
from arena.errors import ClusterError
from arena.game.record import GameRecord, format_game, parse_game
from arena.game.spec import Job
from arena.match.jobs import JobPlayer, cores_of, format_job, parse_job, with_weights

GAME_DEADLINE_S = 24 * 3600.0  # longer than any game
AHEAD = 2  # games queued for each worker, so that none waits for its next one


class ClusterGames:
    """A runner (`arena.match.runners`) whose games a Dask scheduler distributes."""

    def __init__(self, scheduler: str) -> None:
        """Raises ClusterError if there is no scheduler at this address."""
        self._pool = DaskPool(scheduler, deadline_s=GAME_DEADLINE_S)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def room(self) -> int:
        """Number of games to queue, so that all present workers are busy."""
        return AHEAD * max(1, self._pool.workers)

    def submit(self, job: Job) -> None:
        """Submit the game to the scheduler. Raises ContestantError for an unreadable file."""
        self._pool.submit(
            Task(
                key=f"game {job.number}",
                text=format_job(with_weights(job)),
                play=play_on_worker,
                family=job.spec.family.name,
                cores=cores_of(player.spec for player in job.players),
            )
        )

    def next(self) -> GameRecord:
        """Wait for the next finished game. Raises ClusterError."""
        key, text = self._pool.next()
        if not text.startswith("{"):
            raise ClusterError(f"{key} on the cluster: {text}")
        return parse_game(text)

    def close(self) -> None:
        """Disconnect; the cluster drops our games."""
        self._pool.close()


def play_on_worker(text: str) -> str:
    """Play a game on the present Dask worker; return its record, or why it cannot be played."""
    worker = get_worker()
    player = getattr(worker, "pente_games", None)
    if player is None:
        player = worker.pente_games = JobPlayer()
        atexit.register(player.close)
    try:
        return format_game(player.play(parse_job(text)))
    except ValueError as error:  # input that this worker cannot use; trying again would not help
        return str(error)
