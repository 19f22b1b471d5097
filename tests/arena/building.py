"""Matches, games and players for the arena's tests: every set-up stands here once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Any

from arena.game.clock import CPU, Allowance
from arena.game.player import Answer, Fault, Player
from arena.game.record import GameRecord, PlayerRecord
from arena.game.referee import play_game
from arena.game.spec import GameSpec, Job
from arena.match.match import MatchSpec, play_match
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.registry import family_of

PENTE = rules_named("pente")
NINE = rules_named("gomoku-9")
NAMES = (PlayerRecord(name="A", spec="one"), PlayerRecord(name="B", spec="two"))
FIVE_S = Allowance(seconds=5.0, counts=CPU, whole_game=True)


def match_of(a: str = "random", b: str = "random", **settled: Any) -> MatchSpec:
    """A match; by default two games of players that answer at once, on nine lines."""
    return MatchSpec(a=a, b=b, **{"games": 2, "rules": "gomoku-9", **settled})


def played(spec: MatchSpec, path: object = None, **options: Any) -> list[GameRecord]:
    """The games of a match, in the order of their numbers."""
    games = play_match(spec, None if path is None else str(path), **options)
    return sorted(games, key=lambda record: record.game)


def moves_of(records: Iterable[GameRecord]) -> list[list[str]]:
    """What was played in each game: who moved first, the opening and the moves."""
    return [
        [one.players[0].name, *one.opening, *(move.point for move in one.moves)] for one in records
    ]


def one_game(number: int = 0, opening: Sequence[int] = (), **terms: Any) -> Job:
    """A game of A, who moves first, against B, after the opening's moves."""
    sides = {"first": 0, "second": 1, "players": NAMES}
    return Job(spec=GameSpec(**terms), number=number, opening=0, moves=tuple(opening), **sides)  # type: ignore[arg-type]  # a mixed record


def game_between(
    first: Player,
    second: Player,
    clock: str = "cpu:100",
    rules: Any = PENTE,
    *,
    number: int = 0,
    opening: Sequence[int] = (),
    handout: bool = False,
    **terms: Any,
) -> GameRecord:
    """The record of a game between these players; the terms are those of `GameSpec`."""
    job = one_game(number, opening, clock=clock, **terms)
    return play_game(family_of(rules), job, (first, second), handout=handout)


def points(names: str, size: int = 19) -> list[int]:
    """The points of these names."""
    return [parse_point(name, size) for name in names.split()]


def after(names: str, rules: Any = PENTE) -> FivePosition:
    """The position after these moves."""
    position = FivePosition(rules)
    for point in points(names, rules.size):
        position.play(point)
    return position


def answer_of(player: Player, position: Any = None, allowance: Allowance = FIVE_S) -> Answer:
    """A player's answer in a new game, by default on the empty board; the player is closed."""
    with closing(player):
        player.new_game(1)
        return player.choose(
            FivePosition(PENTE) if position is None else position.copy(), allowance
        )


class Scripted:
    """Answers with these points in turn, then with a fault or the first legal point.

    Each answer costs `cpu_s` and `wall_s` and reports the next score, the last one again and again.
    """

    def __init__(
        self,
        given: Sequence[int] = (),
        *,
        cpu_s: float = 0.001,
        wall_s: float = 0.001,
        fault: Fault | None = None,
        scores: Sequence[int | None] = (None,),
    ) -> None:
        self.points, self.fault, self.scores = list(given), fault, list(scores)
        self.cost: dict[str, Any] = {"cpu_s": cpu_s, "wall_s": wall_s}
        self.allowances: list[Allowance] = []

    def new_game(self, seed: int) -> None:
        """Do nothing."""

    def choose(self, position: FivePosition, allowance: Allowance) -> Answer:
        """The next of the points, or the fault once they are used up."""
        self.allowances.append(allowance)
        if not self.points and self.fault is not None:
            return Answer(fault=self.fault, **self.cost)
        score = self.scores.pop(0) if len(self.scores) > 1 else self.scores[0]
        point = self.points.pop(0) if self.points else position.legal_moves()[0]
        return Answer(point=point, score=score, **self.cost)

    def close(self) -> None:
        """Do nothing."""
