"""Messages about matches between engines."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from web.contract.schema import Name, PageRequest, Sentence, Side, View

Openings = Literal["balanced", "random", "start"]
Level = Annotated[int, Meta(ge=1, le=10)]
MOST_GAMES = 1_000


class NewMatch(PageRequest, frozen=True):
    """A match between two levels of the engine; None is full strength.

    nodes, seconds  the limit of a move, one of them
    openings        those of the game's file, random ones, or none
    """

    preset: Name
    levels: tuple[Level | None, Level | None]
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    nodes: Annotated[int, Meta(ge=100, le=10_000_000)] | None = None
    seconds: Annotated[float, Meta(ge=0.05, le=60)] | None = None
    openings: Openings = "balanced"
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 1


class OpenMatchGame(PageRequest, frozen=True):
    """Open a game of a match on the board, also while it is played."""

    game: Annotated[int, Meta(ge=0, lt=MOST_GAMES)]


class MatchGame(View, frozen=True):
    """A game of a match.

    first   the contestant that moves first
    winner  the contestant that won, or null: drawn, or still being played
    reason  how it ended, in words; "" while it is played
    repeats the earlier game that it repeats, so that it does not count; or null
    """

    number: int
    first: Side
    winner: Side | None
    reason: str
    plies: int
    repeats: int | None


class MatchSummary(View, frozen=True):
    """A match at a glance; `points` are those of the first contestant."""

    id: str
    preset: str
    title: Sentence
    levels: tuple[int | None, int | None]
    games: int
    played: int
    points: float
    running: bool


class Match(MatchSummary, frozen=True):
    """A match and its games.

    limit     of a move, as the command writes it: "nodes:10000", "wall-move:0.5"
    wins, draws, losses  of the first contestant; games that repeat others do not count
    elo, low, high  its advantage, and the ends of the 95 % interval; null where unbounded
    superior  the likelihood that it is stronger, 0 to 1, or null
    problem   why the match ended early, or ""
    rows      the games, the one that is played last
    """

    limit: str
    openings: Openings
    wins: int
    draws: int
    losses: int
    elo: float | None
    low: float | None
    high: float | None
    superior: float | None
    problem: Sentence
    rows: list[MatchGame]
