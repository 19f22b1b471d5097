"""A match: many games between A and B, in pairs that share an opening and swap the sides.

The specification alone determines the games of a match. So an interrupted match continues where it
stopped, with any number of workers.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import cycle
from typing import Any

from arena.errors import MatchError
from arena.game.clock import parse_clocks
from arena.game.record import GameRecord, PlayerRecord
from arena.game.spec import GameSpec, Job
from arena.match.broken import Breakages
from arena.match.jobs import open_pool
from arena.match.provenance import commit_of_tree, digest_of_build
from arena.match.repeats import MOST_IN_A_ROW, Repeats
from arena.match.results import ENGINES, MATCH, ResultsFile
from arena.openings.files import read_openings
from arena.players.contestants import require_clock, require_game, weights_digest
from arena.players.parsing import COMPILED, OURS, parse_contestant
from arena.processes.pool import Pool, answers
from games.family import AnyRules
from search.bench import quick_signature
from search.errors import KernelMissing


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec(GameSpec):
    """Everything that determines the games of a match.

    a, b     contestants, as `arena.players.parsing` spells them; two clocks are A's and B's
    games    number of games; a match may be resumed with more, unless `a_first` is given
    a_first  number of games in which A moves first; None: half of them, rounded up
    """

    a: str
    b: str
    games: int
    a_first: int | None = None

    @property
    def by_name(self) -> dict[str, str]:
        """The two contestants' texts by their names in game records."""
        return {"A": self.a, "B": self.b}

    @property
    def may_grow(self) -> bool:
        """Whether the number of games does not decide about the order of sides."""
        return self.a_first is None

    @property
    def first(self) -> int:
        """The number of games in which A moves first."""
        return self.games - self.games // 2 if self.a_first is None else self.a_first

    def check(self) -> None:
        """Raise MatchError for impossible numbers."""
        GameSpec.check(self)
        if self.games < 1 or not 0 <= self.first <= self.games:
            raise MatchError(
                f"{self.games} games, A first in {self.first}: expected 1 game or more, A first in "
                "none to all of them"
            )


def plan_match(spec: MatchSpec) -> list[Job]:
    """The games of a match in order: pairs first, then those without a partner.

    Raises MatchError for impossible numbers.
    """
    spec.check()
    pairs = min(spec.first, spec.games - spec.first)
    sides = [0, 1] * pairs + [0 if spec.first > pairs else 1] * (spec.games - 2 * pairs)
    return [
        Job(
            spec=spec,
            number=number,
            first=first,
            second=1 - first,
            opening=number // 2 if number < 2 * pairs else number - pairs,
        )
        for number, first in enumerate(sides)
    ]


class Series:
    """What the games of a match or a tournament share, read once for all of them.

    records  what every game record says of each contestant
    Raises ContestantError, ClockError or MatchError for a specification that cannot be played.
    """

    def __init__(self, spec: GameSpec) -> None:
        spec.check()
        rules = spec.family.rules
        clocks = cycle(parse_clocks(spec.clock))
        for text, clock in zip(spec.by_name.values(), clocks, strict=False):
            contestant = parse_contestant(text)
            require_clock(contestant, clock)
            require_game(contestant, rules)
        self.spec = spec
        self.records = records_of(spec.by_name, rules)
        self._file = read_openings(spec.openings, rules) if spec.openings else None

    def settled(self, job: Job) -> Job:
        """The job with what the contestants' records say, and its opening from the file."""
        return replace(
            job,
            players=(self.records[job.first], self.records[job.second]),
            moves=self._file.opening_of(job.opening, self.spec.seed) if self._file else None,
        )

    def identity(self) -> dict[str, Any]:
        """What must agree when the series is resumed, as JSON values.

        The number of games is left out if more may be played. An opening file is compared by its
        digest.
        """
        told: dict[str, Any] = json.loads(json.dumps(asdict(self.spec)))
        if self._file is not None:
            del told["opening_plies"]
            told["openings"] = self._file.digest
        if self.spec.may_grow:
            del told["games"]
        # A second of search, once for all contestants.
        own = cache(lambda: quick_signature(self.spec.family.name))
        return {
            **{name: value for name, value in told.items() if value is not None},
            "weights": [record.weights for record in self.records],
            ENGINES: [engine_of(record, own) for record in self.records],
        }


@contextlib.contextmanager
def opened_results(
    series: Series,
    path: str | None,
    kind: str,
    *,
    resume: bool = False,
    resume_anyway: bool = False,
    say: Callable[[str], None] | None = None,
) -> Iterator[ResultsFile | None]:
    """Context with the results file of a series at this path; None without a path.

    A file is resumed by the same engines: equal commits and signatures. `resume_anyway` accepts
    others, and `say` gets a warning. Raises what ResultsFile raises.
    """
    if path is None:
        yield None
        return
    resume = resume or resume_anyway
    identity = series.identity()
    with ResultsFile(path, identity, resume=resume, anyway=resume_anyway, kind=kind) as results:
        if results.mixed is not None and say is not None:
            say(results.mixed)
        yield results


def records_of(contestants: Mapping[str, str], rules: AnyRules) -> list[PlayerRecord]:
    """What every game record says of these contestants, given by name.

    Raises ContestantError.
    """
    commits: dict[str | None, str | None] = {}
    records = []
    for name, text in contestants.items():
        contestant = parse_contestant(text)
        source = contestant.program.source if contestant.program else contestant.tree
        known = contestant.kind in OURS or source is not None
        if known and source not in commits:
            commits[source] = commit_of_tree(source)
        records.append(
            PlayerRecord(
                name=name,
                spec=text,
                weights=weights_digest(contestant, rules),
                commit=commits[source] if known else None,
            )
        )
    return records


def engine_of(record: PlayerRecord, own: Callable[[], str]) -> dict[str, str | None]:
    """The commit and the signature of a contestant's engine.

    Our own engine has the signature of the quick bench (`own`), another tree's engine the digest of
    its compiled files. Other contestants have none.
    """
    contestant = parse_contestant(record.spec)
    signature = None
    if contestant.tree is not None:
        signature = digest_of_build(contestant.tree)
    elif contestant.kind in COMPILED:
        with contextlib.suppress(KernelMissing):  # making the player reports it
            signature = own()
    return {"commit": record.commit, "signature": signature}


def play_match(
    spec: MatchSpec,
    path: str | None = None,
    *,
    resume: bool = False,
    resume_anyway: bool = False,
    workers: int = 1,
    cluster: Callable[[], Pool[Job, GameRecord]] | None = None,
    breakages: Breakages | None = None,
    say: Callable[[str], None] | None = None,
) -> Generator[GameRecord, None, None]:
    """Yield the games of a match as they end, those of a resumed file first.

    Each new game is appended to the file at `path` before it is yielded. With one worker, games
    between our own players run in this process; all other games run in worker processes, or on the
    `cluster` (`arena.cluster.dask_pool`). Several workers finish games in any order. The match ends
    early when MOST_IN_A_ROW games in a row repeat earlier ones, or when a contestant reaches the
    limit of `breakages` (`arena.match.broken`), which counts every game. Close the iterator to
    stop; only the file remains.

    A file is resumed as `opened_results` says; with other engines all games count in one score, and
    each record names its commit. Raises MatchError, ContestantError or ClockError before the first
    game, and OSError if the file cannot be written.
    """
    repeats, breakages = Repeats(), breakages or Breakages()
    series = Series(spec)
    with contextlib.ExitStack() as stack:
        results = stack.enter_context(
            opened_results(series, path, MATCH, resume=resume, resume_anyway=resume_anyway, say=say)
        )
        kept = results.records if results else []
        breakages.resumed_games = len(kept)
        for record in kept:
            breakages.add(record)
            yield repeats.marked(record)
        done = {record.game for record in kept}
        todo = [job for job in plan_match(spec) if job.number not in done]
        if not todo:
            return
        pool = cluster() if cluster else open_pool((spec.a, spec.b), min(workers, len(todo)))
        stack.enter_context(contextlib.closing(pool))
        played = stack.enter_context(contextlib.closing(answers(map(series.settled, todo), pool)))
        while repeats.in_a_row < MOST_IN_A_ROW and not breakages.any_at_limit:
            game = next(played, None)
            if game is None:
                break
            record = repeats.marked(game)
            if results is not None:
                results.append(record)
            breakages.add(record)
            yield record
