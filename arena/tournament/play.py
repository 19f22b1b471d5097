"""Plays a tournament: the games that are due, as many at once as there are cores for."""

from __future__ import annotations

import contextlib
from collections import deque
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from arena.errors import MatchError
from arena.game.adjudication import adjudication_of
from arena.game.clock import parse_clocks
from arena.match.jobs import GameJob, cores_of, has_agent
from arena.match.match import engine_of, records_of
from arena.match.results import ENGINES, TOURNAMENT, ResultsFile
from arena.match.runners import Runner, open_runner
from arena.openings.files import read_openings
from arena.players.contestants import require_clock, require_game
from arena.players.parsing import parse_contestant
from arena.tournament.knock_out import knock_out
from arena.tournament.plan import GAUNTLET, KNOCK_OUT, Fixture, TournamentSpec, check_spec, fixtures
from arena.tournament.standings import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arena.game.record import GameRecord
    from arena.tournament.standings import Standings

SEED_STEP = 1_000_003


class TournamentJobs:
    """Makes the games of a tournament into jobs.

    Raises ContestantError, ClockError or MatchError for a tournament that cannot be played.
    """

    def __init__(self, spec: TournamentSpec) -> None:
        check_spec(spec)
        self.spec = spec
        rules = spec.family.rules
        first, second = parse_clocks(spec.clock)
        if first != second:
            raise MatchError(f"{spec.clock}: a tournament has one clock for all")
        for text in spec.contestants:
            contestant = parse_contestant(text)
            require_clock(contestant, first)
            require_game(contestant, rules)
        adjudication_of(spec.adjudicate, spec.draw_score, spec.draw_moves)
        self.timed = first.counts is not None
        self.file = read_openings(spec.openings, rules) if spec.openings else None
        texts = {name_of(number): text for number, text in enumerate(spec.contestants)}
        self.records = records_of(texts, rules)

    def identity(self) -> dict[str, Any]:
        """Return what must agree when a tournament is resumed.

        The number of games per pairing is left out for a round robin and a gauntlet, which may
        continue with more.
        """
        spec = self.spec
        found = {name: value for name, value in asdict(spec).items() if value is not None}
        if spec.format != KNOCK_OUT:
            del found["games"]
        if self.file is not None:
            del found["opening_plies"]
            found["openings"] = self.file.digest
        for name in ("contestants", "adjudicate", "draw_score"):
            if name in found:
                found[name] = list(found[name])
        found["weights"] = [record.weights for record in self.records]
        engines = [engine_of(spec.family, record) for record in self.records]
        return {**found, ENGINES: engines}

    def job(self, fixture: Fixture) -> GameJob:
        """Return a game as a job."""
        spec = self.spec
        contestants = spec.contestants[fixture.first], spec.contestants[fixture.second]
        return GameJob(
            number=fixture.number,
            rules=spec.rules,
            players=(self.records[fixture.first], self.records[fixture.second]),
            clock=spec.clock,
            seed=SEED_STEP * spec.seed + fixture.number,
            opening=self.file.opening_of(fixture.opening, spec.seed) if self.file else None,
            opening_plies=spec.opening_plies,
            opening_seed=SEED_STEP * spec.seed + fixture.opening,
            handout=has_agent(contestants),
            adjudicate=spec.adjudicate,
            draw_score=spec.draw_score,
            draw_moves=spec.draw_moves,
            cores=cores_of(contestants),
        )


def due(standings: Standings) -> list[Fixture]:
    """Return the games that can be played now and have not been, in order."""
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
    cluster: Callable[[], Runner] | None = None,
    say: Callable[[str], None] | None = None,
) -> Generator[GameRecord, None, None]:
    """Yield the games of a tournament as they end, those of a resumed file first.

    Each new game is counted in the standings and appended to the file at `path` before it is
    yielded. `workers` cores play at the same time; a game takes those that its contestants need. A
    `cluster` (`arena.cluster.games`) has cores of its own. Close the iterator to stop; only the
    file remains. Errors are those of `arena.match.match.play_match`.
    """
    jobs = TournamentJobs(standings.spec)
    with contextlib.ExitStack() as stack:
        results = None
        if path is not None:
            results = stack.enter_context(
                ResultsFile(
                    path,
                    jobs.identity(),
                    resume=resume or resume_anyway,
                    anyway=resume_anyway,
                    kind=TOURNAMENT,
                )
            )
            if results.mixed is not None and say is not None:
                say(results.mixed)
            standings.kept = len(results.records)
            for record in results.records:
                yield standings.add(record)
        if not due(standings):
            return
        runner = cluster() if cluster else open_runner(standings.spec.contestants, workers)
        stack.enter_context(contextlib.closing(runner))
        for played in _played(jobs, standings, runner, spread=cluster is not None):
            record = standings.add(played)
            if results is not None:
                results.append(record)
            yield record


def _played(
    jobs: TournamentJobs, standings: Standings, runner: Runner, *, spread: bool
) -> Generator[GameRecord, None, None]:
    """Yield the games that are due as they end; the caller counts each before the next.

    `spread`: the runner's workers have their own cores, so that each game counts as one.
    """
    running: dict[int, int] = {}  # cores by number of the game
    waiting: deque[Fixture] = deque()
    out = -1  # contestants that were disqualified when `waiting` was made
    while True:
        if out != len(standings.disqualified) or not (waiting or running):
            out = len(standings.disqualified)
            waiting = deque(each for each in due(standings) if each.number not in running)
        while waiting:
            job = jobs.job(waiting[0])
            cores = job.cores if jobs.timed and not spread else 1
            if running and sum(running.values()) + cores > runner.room:
                break
            runner.submit(job)
            running[waiting.popleft().number] = cores
        if not running:
            return
        record = runner.next()
        del running[record.game]
        yield record
