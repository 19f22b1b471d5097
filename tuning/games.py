"""A job: one pair of games between two sets of weights, from one opening with both sides.

The games depend only on the job, so any worker may play it, and play it again after a crash.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from arena.game.match_rules import match_family
from arena.game.record import GameRecord, PlayerRecord
from arena.game.referee import play_game
from arena.game.spec import GameSpec, Job
from arena.openings.files import own_openings, read_openings
from arena.players.in_process import EnginePlayer
from arena.processes.pool import Work
from arena.processes.worker import as_line
from arena.strength.pairs import half_points_of_a
from games.family import AnyFamily, AnyRules
from games.records.json_text import read_json
from search.engine import Engine
from search.limits import Limits
from search.net.file import load_net, net_path
from search.weights import Weights, tunables_of
from tuning.errors import PairError, TuningError

TABLE_MB = 4
SCREEN_NODES = 3_000
SCREEN_BOUND = {"five": 400, "gipf": 100}  # largest score of a balanced opening for either side
MOST_DRAWS = 1_000  # of candidates for one opening; usually about three
KEY_WORDS = 4  # of the key of a pair
POOL = 4_096  # openings of a study; beyond, they repeat under another symmetry


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """An opening, by the study's seed and a number; `screen` are the weights that judge it."""

    seed: int
    number: int
    screen: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairJob:
    """One pair to be played.

    key       its key in the study, `trial 1 12 3`: phase, step, pair
    game      name of the rules
    clock     clock of both sides, as `arena.game.clock` spells it
    one, two  weights of the two players, by name
    net       digest of the game's net, which both play with; "" without one
    """

    key: str
    game: str
    clock: str
    one: dict[str, int]
    two: dict[str, int]
    opening: Opening
    net: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A pair that has been played.

    half_points  half points of player one: 0 to 4
    one, two     digests of the weights, without the net
    opening      its moves
    moves        the moves after it: in the game that player one began, then in the other
    winners      by game: "one", "two" or None
    cpu_s        CPU seconds of the pair
    search_s     CPU seconds of its searches, those for its opening included
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


def parse_job(text: str) -> PairJob:
    """The job in a line of `as_line`."""
    line = read_json(text)
    return PairJob(opening=Opening(**line.pop("opening")), **line)


def parse_played(line: dict[str, Any]) -> Played:
    """The pair in a decoded line of `as_line`.

    Raises ValueError, TypeError or LookupError for any other line.
    """
    moves, winners = line.pop("moves"), line.pop("winners")
    played = Played(moves=(moves[0], moves[1]), winners=(winners[0], winners[1]), **line)
    if played.half_points not in range(5) or len(played.key.split()) != KEY_WORDS:
        raise ValueError(f"{played.half_points!r} half points for {played.key!r}")
    return played


def acceptance_openings(rules: AnyRules) -> tuple[tuple[int, ...], ...]:
    """A game's balanced openings, which no study uses; none without a file."""
    path = own_openings(rules.name)
    return read_openings(path, rules).openings if path else ()


class PairTable:
    """Plays pairs of one game in this process, one after the other."""

    def __init__(self, family: AnyFamily) -> None:
        self.family = family
        self.rules = family.rules
        self._tunables = tunables_of(family.name)
        self._screened_s = 0.0  # CPU seconds spent on openings so far
        self._openings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._kept_for_acceptance = set(map(family.canonical, acceptance_openings(family.rules)))
        self._engines: dict[str, Engine] = {}  # by user

    def play(self, job: PairJob) -> Played:
        """Play both games of a job.

        Raises what a player or the referee raises, and NetError unless the game's net here is that
        of the job.
        """
        net = load_net(net_path(self.rules.name), job.net) if job.net else None
        weights = tuple(Weights(values, tunables=self._tunables) for values in (job.one, job.two))
        started, screened_s = time.process_time(), self._screened_s
        opening = self.opening_of(job.opening)
        spec = GameSpec(rules=job.game, clock=job.clock)
        records = tuple(PlayerRecord(name=name, spec="engine") for name in ("A", "B"))
        games = []
        players = [
            EnginePlayer(self._engine(user, player_weights.with_net(net)), None, player_weights)
            for user, player_weights in zip(("one", "two"), weights, strict=True)
        ]
        for first, second in ((0, 1), (1, 0)):
            game = Job(
                spec=spec,
                number=first,
                first=first,
                second=second,
                opening=job.opening.number,
                players=(records[first], records[second]),
                moves=opening,
            )
            games.append(play_game(self.family, game, (players[first], players[second])))
        cpu_s, screened_s = time.process_time() - started, self._screened_s - screened_s
        return self._played(job, weights, games, cpu_s, screened_s)

    def _engine(self, user: str, weights: Weights) -> Engine:
        """An engine with these weights, perhaps one of earlier games.

        The user's last engine is reused while the weights are the same, since a new table takes
        4 ms and a game about 150 ms.
        """
        known = self._engines.get(user)
        if known is not None and known.weights.digest() == weights.digest():
            return known
        if known is not None:
            known.close()
        self._engines[user] = Engine(self.rules, weights, table_mb=TABLE_MB)
        return self._engines[user]

    def close(self) -> None:
        """Close all engines."""
        while self._engines:
            self._engines.popitem()[1].close()

    @staticmethod
    def _played(
        job: PairJob,
        weights: tuple[Weights, ...],
        games: list[GameRecord],
        cpu_s: float,
        screened_s: float,
    ) -> Played:
        names = {"A": "one", "B": "two", None: None}
        moves = [" ".join(move.point for move in game.moves) for game in games]
        answers_s = sum(move.cpu_s for game in games for move in game.moves)
        return Played(
            key=job.key,
            half_points=sum(half_points_of_a(game) for game in games),
            one=weights[0].digest(),
            two=weights[1].digest(),
            opening=" ".join(games[0].opening),
            moves=(moves[0], moves[1]),
            winners=(names[games[0].winner_name], names[games[1].winner_name]),
            cpu_s=round(cpu_s, 4),
            search_s=round(answers_s + screened_s, 4),
        )

    def opening_of(self, wanted: Opening) -> tuple[int, ...]:
        """The moves of an opening. Raises TuningError if none is suitable."""
        turn, place = divmod(wanted.number, POOL)
        known = (wanted.seed, place)
        if known not in self._openings:
            self._openings[known] = self._draw(wanted, place)
        return self.family.image(self._openings[known], turn % self.family.images)

    def _draw(self, wanted: Opening, place: int) -> tuple[int, ...]:
        """The first suitable candidate for this place in the pool.

        A short search must find it balanced, and no symmetric image of it may be an acceptance
        opening.
        """
        screen = self._engine("screen", Weights(wanted.screen, tunables=self._tunables))
        screen.new_game()
        for draw in range(MOST_DRAWS):
            drawn = self.family.opening_candidate(f"{wanted.seed} {place} {draw}")
            if drawn is None:
                continue
            result = screen.search(self.family.after(drawn), Limits(nodes=SCREEN_NODES))
            self._screened_s += result.seconds_cpu
            balanced = abs(result.score) <= SCREEN_BOUND[self.rules.family]
            if balanced and self.family.canonical(drawn) not in self._kept_for_acceptance:
                return drawn
        raise TuningError(f"{self.rules.name}: no balanced opening in {MOST_DRAWS} draws")


class PairPlayer:
    """Plays jobs of any game; the first job of a game sets up its PairTable."""

    def __init__(self) -> None:
        self._tables: dict[str, PairTable] = {}

    def answer(self, task: str) -> str:
        """Play a job in one line; return the pair in one line."""
        return as_line(self.play(parse_job(task)))

    def play(self, job: PairJob) -> Played:
        """Play a job. Raises what a player or the referee raises."""
        if job.game not in self._tables:
            self._tables[job.game] = PairTable(match_family(job.game))
        return self._tables[job.game].play(job)

    def close(self) -> None:
        """Close all engines."""
        for table in self._tables.values():
            table.close()


PAIRS: Work[PairJob, Played] = Work(
    player=PairPlayer,
    read=lambda text: parse_played(read_json(text)),
    key=lambda job: job.key,
    family=lambda job: match_family(job.game).name,
    cores=lambda _job: 1,
    packed=lambda job: job,
    failed=lambda error: PairError(f"a pair cannot be played: {error}"),
    deadline_s=1800.0,
    tries=2,
    most_losses=10,
)
