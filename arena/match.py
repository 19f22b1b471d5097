"""A match: many games between A and B, in pairs that share an opening and swap the sides.

The plan of a match follows from its specification alone, so that a match which was interrupted goes
on where it stopped, whatever number of workers plays it.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arena.clock import DEFAULT_CLOCK, NODES, parse_clocks
from arena.contestants import (
    ENGINE,
    OURS,
    make_player,
    parse_contestant,
    require_clock,
    require_game,
    weights_digest,
)
from arena.crew import Crew
from arena.errors import MatchError
from arena.game import GameSetup, play_game
from arena.laws import law_named
from arena.opening_files import read_openings
from arena.provenance import commit_of_tree
from arena.record import GameRecord, PlayerRecord
from arena.results import ResultsFile
from games.gipf.rules import GIPF_PRESETS

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from arena.laws import Law
    from arena.player import Player

DEFAULT_OPENING_PLIES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """Everything that decides what is played.

    a, b           contestants, as `arena.contestants` spells them
    games          how many; a match may be resumed with more
    openings       path of a file of openings; None: they are drawn
    opening_plies  stones, or turns of Gipf, drawn before the players are asked; 0 is the start
    clock          of both, or of A and of B with a comma
    a_first        in how many games A moves first; None: in half of them, the odd one too
    pieces         White's and Black's in basic Gipf, 15 to 18 each; None: those of the rule book
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

    @property
    def law(self) -> Law:
        """The law of the game, with its handicap. Raises MatchError for one that cannot be."""
        if self.pieces is None:
            return law_named(self.rules)
        if self.rules not in GIPF_PRESETS:
            raise MatchError(f"{self.rules} is played without a handicap of pieces")
        try:
            return law_named(self.rules, pieces=self.pieces)
        except ValueError as error:
            raise MatchError(str(error)) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePlan:
    """One game of a match: its number, who moves first, its opening, the seed of its players.

    opening       the number of the opening, from 0; the games of a pair share it
    opening_seed  what it is drawn with, where openings are drawn
    """

    game: int
    a_side: int
    opening: int
    opening_seed: int
    seed: int


def plan_match(spec: MatchSpec) -> list[GamePlan]:
    """The games of a match in order: pairs first, then what is left where sides are uneven.

    Raises MatchError for numbers that cannot be.
    """
    first = spec.games - spec.games // 2 if spec.a_first is None else spec.a_first
    if spec.games < 1 or not 0 <= first <= spec.games or spec.opening_plies < 0:
        raise MatchError(
            f"{spec.games} games, A first in {first}, {spec.opening_plies} plies of opening: "
            "expected at least one game, 0 to all of them, and 0 or more"
        )
    pairs = min(first, spec.games - first)
    sides = [0, 1] * pairs + [0 if first > pairs else 1] * (spec.games - 2 * pairs)
    return [
        GamePlan(
            game=game,
            a_side=side,
            opening=game // 2 if game < 2 * pairs else game - pairs,
            opening_seed=1_000_003 * spec.seed + (game // 2 if game < 2 * pairs else game),
            seed=1_000_003 * spec.seed + game,
        )
        for game, side in enumerate(sides)
    ]


def games_that_differ(spec: MatchSpec) -> int:
    """How many of a match's games are none that was played before.

    Engines with so many nodes a move play the same game again where an opening comes again: no
    evidence, though a test would count it. On any other clock, against any other player, and where
    openings are drawn, all games count.
    """
    engines = all(parse_contestant(each).kind == ENGINE for each in (spec.a, spec.b))
    fixed = all(clock.kind == NODES for clock in parse_clocks(spec.clock))
    if spec.openings is None or spec.a_first is not None or not (engines and fixed):
        return spec.games
    openings = read_openings(spec.openings, spec.law.rules).openings
    return min(spec.games, 2 * spec.law.images * len(openings))


class Table:
    """Where the games of a match are played: both players, kept from game to game.

    Raises ContestantError, ClockError or MatchError if the specification cannot be played here.
    """

    def __init__(self, spec: MatchSpec) -> None:
        self.law = spec.law
        self.rules = self.law.rules
        self.clocks = parse_clocks(spec.clock)
        self.spec = spec
        contestants = [parse_contestant(spec.a), parse_contestant(spec.b)]
        for contestant, clock in zip(contestants, self.clocks, strict=True):
            require_clock(contestant, clock)
            require_game(contestant, self.rules)
        self.records = player_records(spec)
        self._file = read_openings(spec.openings, self.rules) if spec.openings else None
        self.players: list[Player] = []
        try:
            for contestant in contestants:
                self.players.append(make_player(contestant, self.rules))
        except BaseException:
            self.close()
            raise

    def play(self, plan: GamePlan) -> GameRecord:
        """One game of the match."""
        by_side = (0, 1) if plan.a_side == 0 else (1, 0)
        setup = GameSetup(
            game=plan.game,
            rules=self.rules,
            clocks=(self.clocks[by_side[0]], self.clocks[by_side[1]]),
            seed=plan.seed,
            players=(self.records[by_side[0]], self.records[by_side[1]]),
            opening=self._opening(plan),
        )
        return play_game(setup, (self.players[by_side[0]], self.players[by_side[1]]))

    def _opening(self, plan: GamePlan) -> tuple[int, ...]:
        """What is played before the players are asked."""
        if self._file is not None:
            return self._file.opening_of(plan.opening, self.spec.seed)
        return self.law.draw_opening(self.spec.opening_plies, plan.opening_seed)

    def close(self) -> None:
        """Close both players."""
        for player in self.players:
            player.close()


def player_records(spec: MatchSpec) -> tuple[PlayerRecord, PlayerRecord]:
    """What is noted of A and of B in every game.

    Raises ContestantError.
    """
    rules = spec.law.rules
    records = []
    for name, text in (("A", spec.a), ("B", spec.b)):
        contestant = parse_contestant(text)
        source = contestant.program.source if contestant.program else contestant.tree
        ours = contestant.kind in OURS
        records.append(
            PlayerRecord(
                name=name,
                spec=text,
                weights=weights_digest(contestant, rules),
                commit=commit_of_tree(source) if ours or source else None,
            )
        )
    return records[0], records[1]


def identity(spec: MatchSpec) -> dict[str, Any]:
    """What must agree for a match to be resumed: all but the number of games, and the weights.

    Where sides are uneven the number of games decides the order of sides, so it counts as well. A
    file of openings counts by its digest. Raises MatchError if it cannot be read.
    """
    found = asdict(spec)
    if spec.openings is None:
        del found["openings"]
    else:
        del found["opening_plies"]
        found["openings"] = read_openings(spec.openings, spec.law.rules).digest
    if spec.a_first is None:
        del found["games"]
    if spec.pieces is None:
        del found["pieces"]
    else:
        found["pieces"] = list(spec.pieces)
    first, second = player_records(spec)
    return {**found, "weights": [first.weights, second.weights]}


def play_match(
    spec: MatchSpec, path: str | None = None, *, resume: bool = False, workers: int = 1
) -> Generator[GameRecord, None, None]:
    """The games of a match as they end, those that a resumed file holds first.

    Each new game is appended to the file at `path` before it is handed on. With one worker games
    are played in this process, with more in processes of their own and in any order. Close the
    iterator to stop: nothing stays behind but the file. Raises MatchError, ContestantError or
    ClockError before the first game; OSError if the file cannot be written.
    """
    plans = plan_match(spec)
    with contextlib.ExitStack() as stack:
        results = None
        if path is not None:
            results = stack.enter_context(ResultsFile(path, identity(spec), resume=resume))
            yield from results.records
        done = {record.game for record in results.records} if results else set()
        todo = [plan for plan in plans if plan.game not in done]
        for record in _play(spec, todo, workers):
            if results is not None:
                results.append(record)
            yield record


def _play(spec: MatchSpec, todo: list[GamePlan], workers: int) -> Iterator[GameRecord]:
    if not todo:
        return
    if workers > 1:
        with Crew(asdict(spec), min(workers, len(todo))) as crew:
            yield from crew.play([plan.game for plan in todo])
        return
    with contextlib.closing(Table(spec)) as table:
        for plan in todo:
            yield table.play(plan)
