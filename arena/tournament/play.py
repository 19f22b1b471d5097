"""Plays a tournament: the games that are due, as many at once as there are cores for."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator

from arena.game.record import GameRecord
from arena.game.spec import Job
from arena.match.jobs import cores_of, open_pool
from arena.match.match import Series, opened_results
from arena.match.results import TOURNAMENT
from arena.processes.pool import AHEAD, Pool
from arena.tournament.knock_out import knock_out
from arena.tournament.plan import GAUNTLET, KNOCK_OUT, fixtures
from arena.tournament.standings import Standings


def due(standings: Standings) -> list[Job]:
    """The games that can be played now and have not been, in order."""
    spec = standings.spec
    if spec.format == KNOCK_OUT:
        rounds = knock_out(standings).rounds
        games = rounds[-1].fixtures if rounds else ()
    else:
        games = tuple(fixtures(spec))
    out = standings.disqualified.keys()
    if spec.format == GAUNTLET and 0 in out:
        return []
    return [
        game for game in games if game.number not in standings.records and not out & set(game.pair)
    ]


def play_tournament(
    standings: Standings,
    path: str | None = None,
    *,
    resume: bool = False,
    resume_anyway: bool = False,
    workers: int = 1,
    cluster: Callable[[], Pool[Job, GameRecord]] | None = None,
    say: Callable[[str], None] | None = None,
) -> Generator[GameRecord, None, None]:
    """Yield the games of a tournament as they end, those of a resumed file first.

    Each new game is counted in the standings and appended to the file at `path` before it is
    yielded. `workers` cores play at the same time; a game takes those that its contestants need. A
    `cluster` (`arena.cluster.dask_pool`) has cores of its own. Close the iterator to stop; only the
    file remains. Errors are those of `arena.match.match.play_match`.
    """
    series = Series(standings.spec)
    with contextlib.ExitStack() as stack:
        results = stack.enter_context(
            opened_results(
                series, path, TOURNAMENT, resume=resume, resume_anyway=resume_anyway, say=say
            )
        )
        kept = results.records if results else []
        standings.breakages.resumed_games = len(kept)
        for record in kept:
            yield standings.add(record)
        if not due(standings):
            return
        pool = cluster() if cluster else open_pool(standings.spec.contestants, workers)
        stack.enter_context(contextlib.closing(pool))
        for played in _played(series, standings, pool, spread=cluster is not None):
            record = standings.add(played)
            if results is not None:
                results.append(record)
            yield record


def _played(
    series: Series, standings: Standings, pool: Pool[Job, GameRecord], *, spread: bool
) -> Generator[GameRecord, None, None]:
    """Yield the games that are due as they end; the caller counts each before the next.

    `spread`: the pool's workers have their own cores, so that each game counts as one.
    """
    counts = standings.spec.timed and not spread  # whether a game takes the cores of its players
    running: dict[int, int] = {}  # cores by number of the game
    waiting: deque[Job] = deque()
    out = -1  # contestants that were disqualified when `waiting` was made
    while True:
        if out != len(standings.disqualified) or not (waiting or running):
            out = len(standings.disqualified)
            waiting = deque(game for game in due(standings) if game.number not in running)
        room = AHEAD * max(1, pool.workers) if spread else pool.workers
        while waiting:
            job = series.settled(waiting[0])
            cores = cores_of(player.spec for player in job.players) if counts else 1
            if running and sum(running.values()) + cores > room:
                break
            pool.submit(job)
            running[waiting.popleft().number] = cores
        if not running:
            return
        record = pool.next()
        del running[record.game]
        yield record
