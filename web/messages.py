"""What the server says to the page: games, positions, news, problems.

With `web.requests` these types are the whole contract: `web.openapi` makes the API's description
from them and `web.api` decodes with them, so no message differs from what is described. On square
boards a point is its index, row * size + column with row 0 on top; of Gipf, spots and dots are
named (`b2`, `a1`), and a decision is its text in the official notation.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Side = Literal[0, 1]
Pair = tuple[int, int]
Name = Annotated[str, Meta(max_length=80)]


class Request(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What the page sends: a field that is not known is an error."""


class View(Struct, kw_only=True, frozen=True):
    """What the server sends."""


# Positions


class Result(View, frozen=True):
    """How a game ended.

    winner       the side that won, None for a draw
    termination  "five", "captures", "board full", "empty reserve", "no GIPF-piece", "game length",
                 "resignation" or "time"
    text         the same as a sentence
    """

    winner: Side | None
    termination: str
    text: str


class Zone(View, frozen=True):
    """A rectangle of points, its four edges included, in rows and columns from the top left."""

    top: int
    left: int
    bottom: int
    right: int


class FivePosition(View, frozen=True, tag_field="family", tag="five"):
    """A position on a square board, with all that the page needs to let a player move.

    key              the same for positions from which the same games can follow
    ply              moves played since the start of the game
    side             the side to move
    colours          the names of the colours of sides 0 and 1
    cells            one letter a point: `w`, `b` or `.`
    captured         stones taken by side 0, by side 1
    captured_to_win  stones that a side must take to win; 0 where nothing is captured
    legal            points that may be played; None: every empty one
    forbidden        empty points that an opening rule bars now
    zone             a square to draw around most of them
    captures         stones that a move on a point would take, for the points where it does
    last, taken      the point of the last move and what it took
    line             the winning row
    numbers          on which ply the stones that stand were played
    """

    key: str
    ply: int
    side: Side
    colours: tuple[str, str]
    outcome: Result | None
    size: int
    cells: str
    captured: Pair
    captured_to_win: int
    legal: list[int] | None
    forbidden: list[int]
    zone: Zone | None
    captures: dict[str, list[int]]
    last: int | None
    taken: list[int]
    line: list[int]
    numbers: dict[str, int]


class GipfMove(View, frozen=True):
    """A decision that may be made now.

    move         what is sent back to play it, in the official notation
    label        the same in words
    dot, first   where a piece comes in, and the first spot on its way; None for a removal
    gipf         whether a GIPF-piece comes in
    shifts       [from, to] of each piece that moves, the new one from its dot first
    rows         for each row that is removed now, or stands after the push: its spots, with those
                 of the pieces connected to it
    takes        spots that are cleared by this decision
    leaves       spots of the row that keep their GIPF-pieces
    """

    move: str
    label: str
    dot: str | None
    first: str | None
    gipf: bool
    shifts: list[tuple[str, str]]
    rows: list[list[str]]
    takes: list[str]
    leaves: list[str]


class Push(View, frozen=True, rename={"from_": "from"}):
    """From which dot the last piece came in, and the spot where it lies."""

    from_: str
    to: str


class GipfPosition(View, frozen=True, tag_field="family", tag="gipf"):
    """A position of Gipf.

    spots        what lies on the spots that are not empty: `w`, `b`, or `W`, `B` for GIPF-pieces
    side         who decides now
    turn         whose turn it is
    placing      whether a piece is to be brought in; else a row is to be removed
    reserves     pieces of either side beside the board
    lost         pieces of either side that the enemy has captured
    gipf_pieces  GIPF-pieces of either side on the board
    adding       which side may still bring in GIPF-pieces
    last, taken  the last piece that came in, and the spots cleared by the last decision
    """

    key: str
    ply: int
    side: Side
    colours: tuple[str, str]
    outcome: Result | None
    spots: dict[str, str]
    reserves: Pair
    lost: Pair
    gipf_pieces: Pair
    adding: tuple[bool, bool]
    placing: bool
    turn: Side
    moves: list[GipfMove]
    last: Push | None
    taken: list[str]


PositionView = FivePosition | GipfPosition


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

    key       of the position that it is about; news of another position are to be dropped
    state     "queued" for an engine, "running", "resting" at its budget, "stopped"
    seldepth  plies of the longest line
    ms, nps   wall time so far, positions a second
    heat      side-to-move percent by the first point of each line
    """

    game: str
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
