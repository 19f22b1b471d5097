"""Messages about puzzles and lessons, and about positions outside of games."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.review.marks import Mark
from web.contract.messages import BestLine, Score
from web.contract.positions import PositionView
from web.contract.requests import MoveText
from web.contract.schema import Name, PageRequest, Pair, Sentence, Side, View

PositionText = Annotated[str, Meta(max_length=2_000)]
Moves = Annotated[tuple[MoveText, ...], Meta(max_length=200)]


class PuzzleEntry(View, frozen=True):
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


class Mistake(View, frozen=True):
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
    mark: Mark
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


class Judged(View, frozen=True):
    """What a move is worth.

    view           the position after it
    after          the score after it
    best, reply    the engine's lines before and after it, of a proven win to its end
    mark, lost     as a review would have it; no mark for the engine's own move
    winner         the side that is proved to win after it, or null
    """

    view: PositionView
    after: Score
    best: BestLine
    reply: BestLine
    mark: Mark | None
    lost: float
    winner: Side | None


class LessonStep(View, frozen=True):
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


class Lessons(View, frozen=True):
    """The lessons of a game, and the ids of the puzzles that follow, the shortest win first."""

    id: str
    title: str
    steps: list[LessonStep]
    puzzles: list[str]
