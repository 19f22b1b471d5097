"""Matches between two contestants, in pairs of games with swapped sides."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.game.clock import DEFAULT_CLOCK
from arena.game.record import replay
from arena.game.spec import DEFAULT_OPENING_PLIES
from arena.match.match import MatchSpec, play_match
from arena.openings.files import find_openings, own_openings
from arena.strength.elo import Elo, elo_of_counts
from arena.strength.score import MatchScore
from games.result import RESULT_OF_WINNER
from pente.callables import play_between
from pente.errors import OptionError, public_errors
from pente.game import Game, game_of_position

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arena.game.record import GameRecord
    from pente.callables import Contestant


@dataclass(frozen=True)
class Match:
    """The result of a match, from A's view.

    a, b     the contestants
    wins, draws, losses   games of A that count
    repeats  games that repeat an earlier one and do not count
    pairs    pairs of games that share an opening, by A's points in both: 0, 1/2, 1, 1 1/2, 2
    elo      the difference of strength; None without a game
    games    all games in the order in which they ended; `players` names A and B by side
    reasons  why each of these games ended, in words
    """

    a: str
    b: str
    wins: int
    draws: int
    losses: int
    repeats: int
    pairs: tuple[int, int, int, int, int]
    elo: Elo | None
    games: tuple[Game, ...] = field(repr=False)
    reasons: tuple[str, ...] = field(repr=False)

    @property
    def points(self) -> float:
        """Points of A: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    def __str__(self) -> str:
        """`engine - random: 20 won, 0 drawn, 0 lost, +inf Elo [+311, +inf]`."""
        elo = "" if self.elo is None else f", {self.elo}"
        return f"{self.a} - {self.b}: {self.wins} won, {self.draws} drawn, {self.losses} lost{elo}"


def match(
    a: str | Contestant,
    b: str | Contestant,
    *,
    game: str = "pente",
    games: int = 20,
    clock: str = DEFAULT_CLOCK,
    seed: int = 1,
    openings: str | os.PathLike[str] | None = None,
    opening_plies: int | None = None,
    pieces: tuple[int, int] | None = None,
    workers: int = 1,
    results: str | os.PathLike[str] | None = None,
    resume: bool = False,
    listener: Callable[[Game], object] | None = None,
) -> Match:
    """Play a match and return its result.

    a, b           contestants: texts as for the command `pente match` ("engine", "level:3",
                   "random", "engine:nodes=5000", "agent:FOLDER"), or functions that get the Game
                   and return a move
    game           the name of the game
    games          number of games; two that follow each other share an opening
    clock          "nodes:N" a move, "cpu:S" or "wall:S" seconds a game, "cpu-move:S" or
                   "wall-move:S" seconds a move; one for both, or A's and B's with a comma
    seed           of openings and players
    openings       path of an opening file, or the name of a game; None: that game's file, else
                   random ones
    opening_plies  draw random openings of so many moves instead; 0 is the start of the game
    pieces         basic Gipf: White's and Black's pieces
    workers        games at the same time, in processes of their own; 1 with functions
    results        a file that gets every game as it ends; `resume` continues it
    listener       is called with each game as it ends

    The Game that a function gets has all moves so far, those of the opening first. It is a copy,
    which the function may change. A function that raises an exception ends the match with it; one
    that returns an illegal move loses the game. Raises MatchError, UnknownGame, OptionError or
    KernelMissing.
    """
    with public_errors():
        spec = MatchSpec(
            a=_name_of(a),
            b=_name_of(b),
            games=games,
            rules=game,
            clock=clock,
            seed=seed,
            openings=_openings(game, openings, opening_plies),
            opening_plies=DEFAULT_OPENING_PLIES if opening_plies is None else opening_plies,
            pieces=pieces,
        )
        if isinstance(a, str) and isinstance(b, str):
            path = None if results is None else os.fspath(results)
            played = play_match(spec, path, resume=resume, workers=workers)
        else:
            if workers != 1 or results is not None:
                raise OptionError("functions play in this process: workers and results do not fit")
            played = play_between(spec, a, b)
    with public_errors(values=False):
        return _result(spec, played, listener)


def _name_of(contestant: str | Contestant) -> str:
    if isinstance(contestant, str):
        return contestant
    return str(getattr(contestant, "__name__", type(contestant).__name__))


def _openings(
    game: str, openings: str | os.PathLike[str] | None, opening_plies: int | None
) -> str | None:
    """The file of the openings; None if they are drawn. Raises MatchError or OptionError."""
    if openings is not None:
        if opening_plies is not None:
            raise OptionError("openings and opening_plies exclude each other")
        return find_openings(os.fspath(openings))
    return own_openings(game) if opening_plies is None else None


def _result(
    spec: MatchSpec,
    played: Generator[GameRecord, None, None],
    listener: Callable[[Game], object] | None,
) -> Match:
    score, games, reasons = MatchScore(), [], []
    with closing(played):
        for record in played:
            score = score.with_game(record)
            games.append(_game_of(record))
            reasons.append(record.reason)
            if listener is not None:
                listener(games[-1].copy())
    total = score.total
    loss, half, even, more, win = score.pairs.counts
    return Match(
        a=spec.a,
        b=spec.b,
        wins=total.wins,
        draws=total.draws,
        losses=total.losses,
        repeats=score.repeats,
        pairs=(loss, half, even, more, win),
        elo=elo_of_counts(score.counts),
        games=tuple(games),
        reasons=tuple(reasons),
    )


def _game_of(record: GameRecord) -> Game:
    end = replay(record)
    game = game_of_position(end)
    game.players = (record.players[0].spec, record.players[1].spec)
    winner = None if record.winner is None else end.rules.side_of(record.winner)
    if not game.is_over:
        game.result = RESULT_OF_WINNER[winner]
    return game
