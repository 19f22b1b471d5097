"""A job: one pair of games between two sets of weights, from an opening that both sides get.

A pure function of what stands in the job: it may be played anywhere, and again after an accident.
"""

from __future__ import annotations

import json
import time
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from arena.clock import parse_clocks
from arena.game import GameSetup, play_game
from arena.in_process import EnginePlayer
from arena.opening_files import openings_path, read_openings
from arena.openings import drawn_candidate
from arena.pairs import half_points_of_a
from arena.record import GameRecord, PlayerRecord
from arena.windows import LineValues
from games.position import Position
from games.rules import Rules, rules_named
from games.symmetry import SYMMETRIES, canonical, mapped_point
from search.engine import Engine
from search.limits import Limits
from search.weights import Weights
from tuning.errors import TuningError

TABLE_MB = 4
SCREEN_NODES = 3_000
SCREEN_BOUND = 400  # the most that the screen may find for either side
MOST_DRAWS = 1_000  # of candidates for one opening; some three are as a rule
POOL = 4_096  # openings of a study: beyond, they come again as another symmetry shows them


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """Which opening: the study's seed and a number. `screen` are the weights that judge it."""

    seed: int
    number: int
    screen: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One pair to be played.

    key      what it is in its study, `trial 1 12 3`: phase, step, pair
    game     the rules' name
    clock    of both sides, as `arena.clock` spells it
    one, two the weights of the two players by name
    """

    key: str
    game: str
    clock: str
    one: dict[str, int]
    two: dict[str, int]
    opening: Opening


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A pair that has been played.

    half_points  what player one made of it: 0 to 4
    one, two     digests of the weights
    opening      its points; `moves` are those after it, of the game that player one began, and of
                 the other
    winners      by game: "one", "two" or None
    cpu_s        CPU seconds of the pair; `search_s` those of searches alone, also for its opening
    """

    key: str
    half_points: int
    one: str
    two: str
    opening: str
    moves: tuple[str, str]
    winners: tuple[str | None, str | None]
    cpu_s: float
    search_s: float


def format_job(job: Job) -> str:
    """The job as one line of JSON."""
    return json.dumps(asdict(job), separators=(",", ":"))


def parse_job(text: str) -> Job:
    """The job that a line of `format_job` holds."""
    line = json.loads(text)
    return Job(opening=Opening(**line.pop("opening")), **line)


def format_played(played: Played) -> str:
    """The pair as one line of JSON."""
    return json.dumps(asdict(played), separators=(",", ":"))


def parse_played(line: dict[str, Any]) -> Played:
    """The pair that a decoded line of `format_played` holds.

    Raises TypeError or KeyError for any other.
    """
    moves, winners = line.pop("moves"), line.pop("winners")
    return Played(moves=(moves[0], moves[1]), winners=(winners[0], winners[1]), **line)


def parse_played_text(text: str) -> Played:
    """The pair that a line of `format_played` holds."""
    return parse_played(json.loads(text))


class PairTable:
    """Where the pairs of one game are played, one after the other, in this process."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._values = LineValues(rules)
        kept = read_openings(openings_path(rules.name), rules).openings
        self._screened_s = 0.0  # CPU seconds of searches for openings so far
        self._openings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._kept_for_acceptance = {self._board(opening) for opening in kept}

    def play(self, job: Job) -> Played:
        """Both games of a job. Raises what a player or the referee raises."""
        weights = (Weights(job.one), Weights(job.two))
        started, screened_s = time.process_time(), self._screened_s
        opening = self.opening_of(job.opening)
        clocks = parse_clocks(job.clock)
        records = tuple(PlayerRecord(name=name, spec="engine") for name in ("A", "B"))
        games = []
        engines = [Engine(self.rules, each, table_mb=TABLE_MB) for each in weights]
        with closing(engines[0]), closing(engines[1]):
            players = [
                EnginePlayer(engine, None, each)
                for engine, each in zip(engines, weights, strict=True)
            ]
            for first in (0, 1):
                order = (first, 1 - first)
                setup = GameSetup(
                    game=first,
                    rules=self.rules,
                    clocks=clocks,
                    seed=job.opening.seed,
                    players=(records[order[0]], records[order[1]]),
                    opening=opening,
                )
                games.append(play_game(setup, (players[order[0]], players[order[1]])))
        cpu_s, screened_s = time.process_time() - started, self._screened_s - screened_s
        return self._played(job, games, cpu_s, screened_s)

    def _played(self, job: Job, games: list[GameRecord], cpu_s: float, screened_s: float) -> Played:
        names = {"A": "one", "B": "two", None: None}
        moves = [" ".join(move.point for move in game.moves) for game in games]
        answers_s = sum(move.cpu_s for game in games for move in game.moves)
        return Played(
            key=job.key,
            half_points=sum(half_points_of_a(game) for game in games),
            one=Weights(job.one).digest(),
            two=Weights(job.two).digest(),
            opening=" ".join(games[0].opening),
            moves=(moves[0], moves[1]),
            winners=(names[games[0].winner_name], names[games[1].winner_name]),
            cpu_s=round(cpu_s, 4),
            search_s=round(answers_s + screened_s, 4),
        )

    def opening_of(self, wanted: Opening) -> tuple[int, ...]:
        """The points of an opening. Raises TuningError if none that is fit is found."""
        turn, place = divmod(wanted.number, POOL)
        known = (wanted.seed, place)
        if known not in self._openings:
            self._openings[known] = self._draw(wanted, place)
        symmetry = turn % len(SYMMETRIES)
        size = self.rules.size
        return tuple(mapped_point(point, size, symmetry) for point in self._openings[known])

    def _draw(self, wanted: Opening, place: int) -> tuple[int, ...]:
        """The first candidate of this place in the pool that is fit.

        Fit is what a short search finds balanced, and what is not kept for acceptance, as any
        symmetry shows it.
        """
        with closing(Engine(self.rules, Weights(wanted.screen), table_mb=TABLE_MB)) as screen:
            for draw in range(MOST_DRAWS):
                name = f"{wanted.seed} {place} {draw}"
                position = drawn_candidate(self.rules, name, self._values)
                if position is None or self._canonical(position) in self._kept_for_acceptance:
                    continue
                found = screen.search(position.copy(), Limits(nodes=SCREEN_NODES))
                self._screened_s += found.seconds_cpu
                if abs(found.score) <= SCREEN_BOUND:
                    return tuple(position.moves)
        raise TuningError(f"{self.rules.name}: no balanced opening was drawn in {MOST_DRAWS}")

    def _board(self, opening: tuple[int, ...]) -> bytes:
        position = Position(self.rules)
        for point in opening:
            position.play(point)
        return self._canonical(position)

    def _canonical(self, position: Position) -> bytes:
        return canonical(position.cells, self.rules.size)[0]


class Player:
    """Plays the jobs of any game; what a game needs is made when its first job comes."""

    def __init__(self) -> None:
        self._tables: dict[str, PairTable] = {}

    def play(self, job: Job) -> Played:
        """The pair as it was played. Raises what a player or the referee raises."""
        if job.game not in self._tables:
            self._tables[job.game] = PairTable(rules_named(job.game))
        return self._tables[job.game].play(job)
