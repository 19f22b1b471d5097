"""Messages of studying: puzzles, lessons, the explorer, matches between engines."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.review.marks import Mark
from web.contract.messages import BestLine, Score
from web.contract.positions import PositionView
from web.contract.requests import MoveText
from web.contract.schema import Name, PageRequest, Pair, Sentence, ServerMessage, Side

PositionText = Annotated[str, Meta(max_length=2_000)]
Moves = Annotated[tuple[MoveText, ...], Meta(max_length=200)]
Openings = Literal["balanced", "random", "start"]
Level = Annotated[int, Meta(ge=1, le=10)]
MOST_GAMES = 1_000

# Puzzles, lessons, and positions outside of games


class PuzzleEntry(ServerMessage, frozen=True):
    """An entry in the list of puzzles; `level` is 1 to 5, 1 the easiest."""

    id: str
    preset: str
    kind: Literal["win", "defence"]
    level: int


class PuzzleView(PuzzleEntry, frozen=True):
    """A puzzle (`arena.puzzles`): `position` as text, `line` the solution, decision by decision."""

    title: Sentence
    theme: Literal["fours", "threes", "captures", "reserve", "gipf-pieces"]
    moves: int
    position: str
    line: list[str]


class Mistake(ServerMessage, frozen=True):
    """A marked move of a game's main line, with what is needed to ask for a better one.

    position  the one before the move, as text
    move      the marked move; `best` the engine's line instead
    lost      percent of the mover's winning chance that the move lost
    """

    node: int
    side: Side
    preset: str
    title: Sentence
    pieces: Pair | None
    position: str
    move: str
    best: list[str]
    lost: float


class LineFrom(PageRequest, frozen=True):
    """Moves played on from a position; `pieces` is a handicap of gipf-basic."""

    preset: Name
    position: PositionText
    moves: Moves = ()
    pieces: tuple[int, int] | None = None


class Try(LineFrom, frozen=True, kw_only=True):
    """A move to judge after these moves."""

    move: MoveText


class Judged(ServerMessage, frozen=True):
    """What a move is worth.

    view        the position after it
    after       the score after it
    reply       the engine's line after it, of a proven win to its end
    mark, lost  as a review would have it; no mark for the engine's own move
    winner      the side that is proved to win after it, or null
    """

    view: PositionView
    after: Score
    reply: BestLine
    mark: Mark | None
    lost: float
    winner: Side | None


class LessonStep(ServerMessage, frozen=True):
    """A step of a course: a position, and the move that the learner is to find.

    preset           the game of the position
    position, moves  where the step begins: a position as text, and the moves played from there
    ask              what the learner is to do
    play             by accepted move, the opponent's answer, decision by decision; "*" stands for
                     every move that is not in `wrong`
    right            what an accepted move shows
    wrong            by move, why it is not the one; "*" stands for every other move
    """

    id: str
    title: str
    preset: str
    position: str
    moves: list[str]
    ask: str
    play: dict[str, list[str]]
    right: str
    wrong: dict[str, str]


class Lessons(ServerMessage, frozen=True):
    """The lessons of a game, and the ids of the puzzles that follow, the shortest win first."""

    id: str
    title: str
    steps: list[LessonStep]
    puzzles: list[str]


# The explorer: what was played in a position, and its collections of games


class ExplorerMove(ServerMessage, frozen=True):
    """A move that was played in a position, or that the book replies there.

    move     the move as `play` accepts it; of moves that are images of each other, one
    point    where the page draws it
    games    the games in which it was played, and how many of them each side won or were drawn;
             the result of the others is unknown
    score    the score of the move for the side to move, if the book or a review knows it
    is_book  whether the book replies with it
    """

    move: str
    point: int | str
    text: str
    games: int
    wins: Pair
    draws: int
    score: Score | None
    is_book: bool


class ExplorerGame(ServerMessage, frozen=True):
    """A game that went through a position, after `ply` moves; its result as in records."""

    id: int
    names: tuple[str, str]
    date: str
    result: str
    plies: int
    ply: int


class Explored(ServerMessage, frozen=True):
    """What was played in the position of a node; the game itself does not count.

    key      the key of the position, as in its view
    games    the games that went through it
    moves    the most frequent moves first
    latest   the games that were added last
    waiting  saved games that are not counted yet: ask again soon
    """

    node: int
    key: str
    games: int
    moves: list[ExplorerMove]
    latest: list[ExplorerGame]
    waiting: int


class Collection(ServerMessage, frozen=True):
    """A collection of games that was imported into the explorer."""

    id: int
    name: str
    games: int
    imported_at: str


class ImportCourse(ServerMessage, frozen=True):
    """How far an import has come, in games.

    added    games that are new; `known` ones were there already, `refused` ones cannot be read
    reasons  why games were refused, in words
    failure  why the import has failed, in words; it goes on where it ended if it is repeated
    """

    name: str
    state: Literal["running", "done", "stopped", "failed"]
    total: int
    done: int
    added: int
    known: int
    refused: int
    reasons: list[Sentence]
    failure: Sentence


class Explorer(ServerMessage, frozen=True):
    """The games of the explorer: all, those that are saved on the board, and the collections."""

    games: int
    saved: int
    collections: list[Collection]
    importing: ImportCourse | None


# Matches


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


class MatchGame(ServerMessage, frozen=True):
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


class MatchSummary(ServerMessage, frozen=True):
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
