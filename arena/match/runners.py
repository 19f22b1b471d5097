"""Where games are played: GAMES is their work for a pool (`arena.processes.pool`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.errors import ArenaError, ContestantError, MatchError
from arena.game.record import GameRecord, parse_game
from arena.game.spec import Job
from arena.match.jobs import JobPlayer, cores_of, format_job, parse_job, with_weights
from arena.players.parsing import parse_contestant
from arena.processes.pool import InProcess, Pool, Processes, TaskError, Work, WorkerLostError
from search.cores import cores

if TYPE_CHECKING:
    from collections.abc import Iterable


def game_failed(error: TaskError) -> ArenaError:
    """Return the exception for a game that cannot be played."""
    if isinstance(error, WorkerLostError):
        return MatchError(f"game {parse_job(error.task).number}: {error.reason}")
    return ContestantError(error.reason)


GAMES: Work[Job, GameRecord] = Work(
    player=JobPlayer,
    write=format_job,
    read=parse_game,
    key=lambda job: f"game {job.number}",
    family=lambda job: job.spec.family.name,
    cores=lambda job: cores_of(player.spec for player in job.players),
    packed=with_weights,
    failed=game_failed,
    deadline_s=24 * 3600.0,  # longer than any game
    grace_s=15.0,  # a stopping worker ends its agent first
)


def open_pool(contestants: Iterable[str], workers: int) -> Pool[Job, GameRecord]:
    """Return a pool for games of these contestants on this computer.

    A worker process always starts foreign programs, even with one game at a time: it stops them if
    this process is killed.
    """
    foreign = any(parse_contestant(each).program is not None for each in contestants)
    return Processes(GAMES, workers) if workers > 1 or foreign else InProcess(GAMES)


def games_at_once(wanted: int | None, needs: int, *, timed: bool) -> tuple[int, str | None]:
    """Return how many games to run at once on this computer, and why fewer than wanted, or None.

    wanted  None: as many as the cores allow
    needs   cores that each game needs
    timed   clocks count seconds: then more games than cores would distort them
    """
    here = cores()
    most = max(1, here // needs)
    if wanted is None:
        return most, None
    if not timed or wanted <= most:
        return wanted, None
    each = "a core" if needs == 1 else f"{needs} cores"
    why = (
        f"plays {most} games at once, not {wanted}: each needs {each}, there are {here}, and "
        "the clocks count seconds"
    )
    return most, why
