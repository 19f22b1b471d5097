"""A match: many games between A and B, in pairs that share an opening and swap the sides.

The specification alone determines the plan of a match. So an interrupted match continues where it
stopped, with any number of workers.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arena.errors import MatchError
from arena.game.adjudication import adjudication_of
from arena.game.clock import DEFAULT_CLOCK, format_clocks, parse_clocks
from arena.game.match_rules import match_family
from arena.game.record import PlayerRecord
from arena.match.broken import CRASH_LIMIT, Breakages
from arena.match.jobs import GameJob, JobPlayer, cores_of, has_agent
from arena.match.provenance import commit_of_tree, digest_of_build
from arena.match.repeats import MOST_IN_A_ROW, Repeats
from arena.match.results import ENGINES, ResultsFile
from arena.match.runners import Runner, open_runner, play_jobs
from arena.openings.files import read_openings
from arena.players.contestants import require_clock, require_game, weights_digest
from arena.players.parsing import COMPILED, OURS, parse_contestant
from games.errors import UnknownRules
from search.bench import quick_signature
from search.errors import KernelMissing

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from arena.game.record import GameRecord
    from games.family import AnyFamily, AnyRules

DEFAULT_OPENING_PLIES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """Everything that determines the games of a match.

    a, b           contestants, as `arena.players.parsing` spells them
    games          number of games; a match may be resumed with more
    openings       path of an opening file; None: random openings
    opening_plies  length of a random opening in stones (Gipf: turns); 0 is the initial position
    clock          one clock for both, or A's and B's joined by a comma
    a_first        number of games in which A moves first; None: half of them, rounded up
    pieces         basic Gipf: White's and Black's pieces, 15 to 18 each; None: as in the rule book
    adjudicate, draw_score, draw_moves   early ends of games (`arena.game.adjudication`), or None
    """

    a: str
    b: str
    games: int
    rules: str = "pente"
    clock: str = DEFAULT_CLOCK
    seed: int = 1
    openings: str | None = None
    opening_plies: int = DEFAULT_OPENING_PLIES
    a_first: int | None = None
    pieces: Sequence[int] | None = None
    adjudicate: tuple[int, int] | None = None
    draw_score: tuple[int, int, int] | None = None
    draw_moves: int | None = None

    @property
    def family(self) -> AnyFamily:
        """The game with its family and handicap.

        Raises UnknownRules, or MatchError for a handicap that the game does not have.
        """
        try:
            return match_family(self.rules, pieces=self.pieces)
        except UnknownRules:
            raise
        except ValueError as error:
            raise MatchError(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """One game of a match.

    game          its number, from 0
    a_side        the side that A plays; side 0 moves first
    opening       number of the opening, from 0; the games of a pair share it
    opening_seed  seed of a random opening
    seed          seed of both players
    """

    game: int
    a_side: int
    opening: int
    opening_seed: int
    seed: int


def plan_match(spec: MatchSpec) -> list[GamePlan]:
    """Return the games of a match in order: pairs first, then those without a partner.

    Raises MatchError for impossible numbers.
    """
    first = spec.games - spec.games // 2 if spec.a_first is None else spec.a_first
    if spec.games < 1 or not 0 <= first <= spec.games or spec.opening_plies < 0:
        raise MatchError(
            f"{spec.games} games, A first in {first}, {spec.opening_plies} plies of opening: "
            "expected 1 game or more, A first in none to all of them, and 0 plies or more"
        )
    pairs = min(first, spec.games - first)
    sides = [0, 1] * pairs + [0 if first > pairs else 1] * (spec.games - 2 * pairs)
    return [
        GamePlan(
            game=game,
            a_side=side,
            opening=opening,
            opening_seed=1_000_003 * spec.seed + opening,
            seed=1_000_003 * spec.seed + game,
        )
        for game, side in enumerate(sides)
        for opening in [game // 2 if game < 2 * pairs else game - pairs]
    ]


class Table:
    """Makes and plays the games of a match; keeps both players from game to game.

    records  what every game record says of A and of B
    Raises ContestantError, ClockError or MatchError for a specification that cannot be played.
    """

    def __init__(self, spec: MatchSpec) -> None:
        rules = spec.family.rules
        self.clocks = parse_clocks(spec.clock)
        self.spec = spec
        for text, clock in zip((spec.a, spec.b), self.clocks, strict=True):
            contestant = parse_contestant(text)
            require_clock(contestant, clock)
            require_game(contestant, rules)
        adjudication_of(spec.adjudicate, spec.draw_score, spec.draw_moves)
        self.records = player_records(spec)
        self._handout = has_agent((spec.a, spec.b))
        self._cores = cores_of((spec.a, spec.b))
        self._file = read_openings(spec.openings, rules) if spec.openings else None
        self._player = JobPlayer()

    def job(self, plan: GamePlan) -> GameJob:
        """Return a game of the match as a job."""
        by_side = (0, 1) if plan.a_side == 0 else (1, 0)
        spec = self.spec
        return GameJob(
            number=plan.game,
            rules=spec.rules,
            pieces=None if spec.pieces is None else (spec.pieces[0], spec.pieces[1]),
            players=(self.records[by_side[0]], self.records[by_side[1]]),
            clock=format_clocks((self.clocks[by_side[0]], self.clocks[by_side[1]])),
            seed=plan.seed,
            opening=self._file.opening_of(plan.opening, spec.seed) if self._file else None,
            opening_plies=spec.opening_plies,
            opening_seed=plan.opening_seed,
            handout=self._handout,
            adjudicate=spec.adjudicate,
            draw_score=spec.draw_score,
            draw_moves=spec.draw_moves,
            cores=self._cores,
        )

    def play(self, plan: GamePlan) -> GameRecord:
        """Play one game of the match in this process. Raises ContestantError."""
        return self._player.play(self.job(plan))

    def close(self) -> None:
        """Close both players."""
        self._player.close()


def player_records(spec: MatchSpec) -> tuple[PlayerRecord, PlayerRecord]:
    """Return what every game record says of A and of B.

    Raises ContestantError.
    """
    first, second = records_of({"A": spec.a, "B": spec.b}, spec.family.rules)
    return first, second


def records_of(contestants: Mapping[str, str], rules: AnyRules) -> list[PlayerRecord]:
    """Return what every game record says of these contestants, given by name.

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


def identity(spec: MatchSpec) -> dict[str, Any]:
    """Return what must agree when a match is resumed: all but the number of games.

    With `a_first` the number of games decides the order of sides, so it must agree too. An opening
    file is compared by its digest. Raises MatchError if that file cannot be read.
    """
    found = asdict(spec)
    if spec.openings is None:
        del found["openings"]
    else:
        del found["opening_plies"]
        found["openings"] = read_openings(spec.openings, spec.family.rules).digest
    if spec.a_first is None:
        del found["games"]
    for name in ("pieces", "adjudicate", "draw_score", "draw_moves"):
        if found[name] is None:
            del found[name]
        elif name != "draw_moves":
            found[name] = list(found[name])
    records = player_records(spec)
    found["weights"] = [record.weights for record in records]
    return {**found, ENGINES: [engine_of(spec.family, record) for record in records]}


def engine_of(family: AnyFamily, record: PlayerRecord) -> dict[str, str | None]:
    """Return the commit and the signature of a contestant's engine.

    Our own engine has the signature of the quick bench, another tree's engine the digest of its
    compiled files. Other contestants have none.
    """
    contestant = parse_contestant(record.spec)
    signature = None
    if contestant.tree is not None:
        signature = digest_of_build(contestant.tree)
    elif contestant.kind in COMPILED:
        with contextlib.suppress(KernelMissing):  # making the player reports it
            signature = quick_signature(family.name)
    return {"commit": record.commit, "signature": signature}


def play_match(
    spec: MatchSpec,
    path: str | None = None,
    *,
    resume: bool = False,
    resume_anyway: bool = False,
    workers: int = 1,
    cluster: Callable[[], Runner] | None = None,
    crash_limit: int = CRASH_LIMIT,
    say: Callable[[str], None] | None = None,
) -> Generator[GameRecord, None, None]:
    """Yield the games of a match as they end, those of a resumed file first.

    Each new game is appended to the file at `path` before it is yielded. With one worker, games
    between our own players run in this process; all other games run in worker processes, or on the
    `cluster` (`arena.cluster.games`). Several workers finish games in any order. The match ends
    early when MOST_IN_A_ROW games in a row repeat earlier ones, or when a contestant was broken in
    `crash_limit` games in a row (`arena.match.broken`; 0: no limit). Close the iterator to stop;
    only the file remains.

    A file is resumed by the same engines: equal commits and signatures. `resume_anyway` accepts
    other engines: all games count in one score, each record names its commit, and `say` gets a
    warning. Raises MatchError, ContestantError or ClockError before the first game, and OSError if
    the file cannot be written.
    """
    plans = plan_match(spec)
    repeats, breakages = Repeats(), Breakages(crash_limit)
    with contextlib.ExitStack() as stack:
        table = stack.enter_context(contextlib.closing(Table(spec)))
        results = None
        if path is not None:
            about = identity(spec)
            results = stack.enter_context(
                ResultsFile(path, about, resume=resume or resume_anyway, anyway=resume_anyway)
            )
            if results.mixed is not None and say is not None:
                say(results.mixed)
            for record in results.records:
                breakages.add(record)
                yield repeats.marked(record)
        done = {record.game for record in results.records} if results else set()
        todo = [plan for plan in plans if plan.game not in done]
        if not todo:
            return
        runner = cluster() if cluster else open_runner((spec.a, spec.b), min(workers, len(todo)))
        stack.enter_context(contextlib.closing(runner))
        played = play_jobs(map(table.job, todo), runner)
        stack.enter_context(contextlib.closing(played))
        while repeats.in_a_row < MOST_IN_A_ROW and not breakages.any_at_limit:
            game = next(played, None)
            if game is None:
                break
            record = repeats.marked(game)
            breakages.add(record)
            if results is not None:
                results.append(record)
            yield record
