"""Runners play jobs (`arena.match.jobs`): in this process, in worker processes, or on a cluster.

A runner takes jobs and returns their records as the games end, in any order.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Protocol, Self

from arena.errors import ContestantError, MatchError
from arena.game.record import GameRecord, parse_game
from arena.game.spec import Job
from arena.match.jobs import JobPlayer, format_job, parse_job
from arena.players.parsing import parse_contestant
from arena.processes.worker_pool import TaskFailedError, WorkerLostError, WorkerPool
from search.cores import cores

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

STOP_DEADLINE_S = 15.0  # a stopping worker ends its agent first
GAME_DEADLINE_S = 24 * 3600.0  # longer than any game


class Runner(Protocol):
    """Plays games."""

    @property
    def room(self) -> int:
        """Number of games that run at the same time, if each needs one core."""
        ...

    def submit(self, job: Job) -> None:
        """Queue a game."""
        ...

    def next(self) -> GameRecord:
        """Wait for the next game that ends; one must be queued.

        Raises ContestantError or MatchError if a game cannot be played.
        """
        ...

    def close(self) -> None:
        """Drop unfinished games and release all processes."""
        ...


class InProcessRunner:
    """Plays games in this process, one at a time."""

    room = 1

    def __init__(self) -> None:
        self._player = JobPlayer()
        self._jobs: deque[Job] = deque()

    def submit(self, job: Job) -> None:
        """Queue a game."""
        self._jobs.append(job)

    def next(self) -> GameRecord:
        """Play the next game in the queue. Raises ContestantError."""
        return self._player.play(self._jobs.popleft())

    def close(self) -> None:
        """Close all players."""
        self._player.close()


class ProcessRunner:
    """Worker processes (`arena.match.worker`), one game at a time in each."""

    def __init__(self, workers: int) -> None:
        self.room = workers
        self._pool = WorkerPool(
            "arena.match.worker",
            workers,
            deadline_s=GAME_DEADLINE_S,
            grace_s=STOP_DEADLINE_S,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, job: Job) -> None:
        """Give the game to an idle worker, or keep it until one is idle."""
        self._pool.submit(format_job(job))

    def next(self) -> GameRecord:
        """Wait for the next game. Raises ContestantError or MatchError."""
        try:
            return parse_game(self._pool.next())
        except TaskFailedError as error:
            raise ContestantError(error.reason) from error
        except WorkerLostError as error:
            number = parse_job(error.task).number
            raise MatchError(f"game {number}: {error.reason}") from error

    def close(self) -> None:
        """End and reap every process."""
        self._pool.close()


def open_runner(contestants: Sequence[str], workers: int) -> Runner:
    """Return a runner on this computer: worker processes, or this process.

    A worker process always starts foreign programs, even with one game at a time: it stops them if
    this process is killed.
    """
    foreign = any(parse_contestant(each).program is not None for each in contestants)
    return ProcessRunner(workers) if workers > 1 or foreign else InProcessRunner()


def play_jobs(jobs: Iterable[Job], runner: Runner) -> Generator[GameRecord, None, None]:
    """Yield the records of these jobs as they end; queues one job more than run at once."""
    waiting, queued = iter(jobs), 0
    more = True
    while True:
        while more and queued <= runner.room:
            job = next(waiting, None)
            more = job is not None
            if job is not None:
                runner.submit(job)
                queued += 1
        if not queued:
            return
        record = runner.next()
        queued -= 1
        yield record


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
