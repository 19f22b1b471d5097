"""Games of a tournament with planted results, which no engine has to play."""

from __future__ import annotations

from collections.abc import Callable

from arena.game.player import CRASH
from arena.game.record import GameRecord, MoveRecord, PlayerRecord
from arena.game.spec import Job
from arena.tournament.plan import TournamentSpec
from arena.tournament.play import due
from arena.tournament.standings import Standings

Result = Callable[[Job], int | None]  # the contestant that wins, or None for a draw


def planted(
    spec: TournamentSpec, fixture: Job, winner: int | None, termination: str = "five"
) -> GameRecord:
    """The record of a game with this result; its moves make it differ from all others."""
    players = (fixture.first, fixture.second)
    colour = None if winner is None else ("white", "black")[players.index(winner)]
    moves = tuple(
        MoveRecord(point=point, cpu_s=0.0, wall_s=0.0) for point in points(fixture.number)
    )
    crashed = termination == CRASH
    return GameRecord(
        game=fixture.number,
        rules="five-19",
        clock=spec.clock,
        seed=1,
        players=tuple(  # type: ignore[arg-type]  # there are two
            PlayerRecord(name=str(player + 1), spec=spec.contestants[player]) for player in players
        ),
        opening=(),
        moves=moves[:1] if crashed else moves,
        forfeit=moves[1] if crashed else None,
        winner=colour,
        termination=termination,
        reason="planted",
    )


def points(number: int) -> tuple[str, str]:
    """Two points that no symmetry maps to those of another number below 684.

    The first lies in a triangle between a diagonal and an axis, of which the board has eight.
    """
    triangle = [(row, column) for column in range(1, 9) for row in range(column)]
    row, column = triangle[number // 19]
    return f"{'ABCDEFGHJ'[column]}{row + 1}", f"T{number % 19 + 1}"


def play_planted(standings: Standings, result: Result, most: int = 10_000) -> list[Job]:
    """Play all games that become due with these results; return them in order."""
    played: list[Job] = []
    while games := due(standings):
        for game in games:
            if len(played) == most:
                return played
            if not standings.disqualified.keys() & set(game.pair):
                standings.add(planted(standings.spec, game, result(game)))
                played.append(game)
    return played
