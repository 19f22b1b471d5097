"""What the server says to the page beside positions: games, news, problems.

With `web.contract.positions` and `web.contract.requests` these types are the whole contract:
`web.http.openapi` makes the API's description from them and `web.http.decoding` decodes with them,
so no message differs from what is described. On square boards a point is its index, row * size +
column with row 0 on top; of Gipf, spots and dots are named (`b2`, `a1`), and a decision is its text
in the official notation.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from web.contract.base import Name, Pair, Request, Side, View
from web.contract.positions import PositionView, Result

# Scores and games

ScoreKind = Literal["score", "win", "loss"]


class Score(View, frozen=True):
    """What a position is worth.

    kind     "score", or "win" or "loss" where it is proven, for the side to move
    value    the score for the side to move; of a win or loss, the winner's own moves to the end
    percent  side 0's chance to win, 0 to 100
    """

    kind: ScoreKind
    value: int
    percent: float


Mark = Literal["inaccuracy", "mistake", "blunder", "missed win"]


class Node(View, frozen=True):
    """A move in the tree of a game; node 0 is the start and no move.

    move      what `play` takes: `K10`, or a decision of Gipf
    text      the move as lists spell it
    side      who made it
    captures  stones or pieces it took from the enemy
    score     of the position after it, once reviewed or analysed
    """

    id: int
    parent: int | None
    move: str
    text: str
    side: Side
    captures: int
    comment: str
    ply: int
    score: Score | None
    mark: Mark | None


class Player(Request, frozen=True):
    """Who plays a side; an engine without a level plays at its strongest."""

    kind: Literal["human", "engine"]
    level: Annotated[int, Meta(ge=1, le=10)] | None = None
    name: Name = ""


class ClockSetting(Request, frozen=True):
    """Seconds for the game, and what each move adds."""

    initial_s: Annotated[float, Meta(gt=0, le=86_400)]
    increment_s: Annotated[float, Meta(ge=0, le=3_600)] = 0


class Clocks(View, frozen=True):
    """The clocks of a game; `left_s` is as of the moment the message was made."""

    initial_s: float
    increment_s: float
    left_s: tuple[float, float]
    running: Side | None


class RulesView(View, frozen=True):
    """The rules of a game in words, a sentence a line."""

    name: str
    text: list[str]


class Hint(View, frozen=True):
    """A move that the engine proposes in the position of this node."""

    game: str
    node: int
    key: str
    move: str
    point: int | str
    text: str
    score: Score


class Game(View, frozen=True):
    """A game: its tree, where in it the players are, and that position.

    version   grows with each change
    nodes     the tree, parents before children; the children of a node, main line first
    current   the node where play goes on
    main      the nodes of the main line, from 0
    thinking  whether an engine is to move and looks for its move
    watching  whether a game between engines goes on by itself
    hint      the answer to the last hint, as long as `current` is its node
    notices   what the players should know, such as a game without an engine
    saved_at  when it was last written to disk, ISO 8601
    """

    id: str
    version: int
    preset: str
    title: str
    rules: RulesView
    size: int
    players: tuple[Player, Player]
    clocks: Clocks | None
    nodes: list[Node]
    current: int
    main: list[int]
    position: PositionView
    thinking: bool
    watching: bool
    result: Result | None
    hint: Hint | None
    notices: list[str]
    saved_at: str


class GameSummary(View, frozen=True):
    """A saved game in the list."""

    id: str
    preset: str
    title: str
    plies: int
    result: str
    saved_at: str


class Preset(View, frozen=True):
    """A game that can be played."""

    name: str
    title: str
    family: Literal["five", "gipf"]
    size: int
    colours: tuple[str, str]
    text: list[str]
    pieces: list[Pair]


class Level(View, frozen=True):
    """A strength of the engine."""

    level: int
    name: str
    text: str


# News


class AnalysisLine(View, frozen=True):
    """A principal variation: its moves as texts, and as points or spots to draw them on."""

    rank: int
    score: Score
    depth: int
    moves: list[str]
    points: list[int | str]
    text: str


class Analysis(View, frozen=True):
    """How far an analysis is.

    tab       that asked for it
    key       of the position that it is about; news of another position are to be dropped
    state     "queued" for an engine, "running", "resting" at its budget, "stopped"
    seldepth  plies of the longest line
    ms, nps   wall time so far, positions a second
    heat      side-to-move percent by the first point of each line
    """

    game: str
    tab: str
    node: int
    key: str
    threat: bool
    state: Literal["queued", "running", "resting", "stopped"]
    depth: int
    seldepth: int
    nodes: int
    nps: int
    ms: int
    lines: list[AnalysisLine]
    heat: dict[str, float]
    notice: str


class ReviewedNode(View, frozen=True):
    """A node's score and mark."""

    id: int
    score: Score
    mark: Mark | None


class ReviewNews(View, frozen=True):
    """How far a review is; `nodes` are those scored since the last news."""

    game: str
    state: Literal["running", "done", "stopped"]
    done: int
    total: int
    nodes: list[ReviewedNode]


class ClockNews(View, frozen=True):
    """The clocks have changed."""

    game: str
    clocks: Clocks


class Bye(View, frozen=True):
    """The server ends this stream."""

    reason: str


class Exported(View, frozen=True):
    """A game as text, and what its file should be called."""

    format: str
    file_name: str
    text: str


class EngineWord(View, frozen=True):
    """A line between the server and an engine.

    seat    the engine's place, from 0
    at_s    seconds since the server's engines were set up
    by      who said it
    text    the line, cut off where it is long
    """

    seat: int
    at_s: float
    by: Literal["server", "engine"]
    text: str


class Health(View, frozen=True):
    """That the server lives, and what its engines do."""

    status: Literal["ok"]
    engines_running: int
    engines_waiting: int
    streams: int


class Problem(View, frozen=True):
    """An error (RFC 9457); `instance` is also in the server's log."""

    type: str
    title: str
    status: int
    detail: str
    instance: str
