"""Messages from the server to the page about games, files and the server.

Positions, studying, seats and the events of the stream have modules of their own here; with
`web.contract.requests` they are the whole contract. `web.http.openapi` derives the API's
description from these types and `web.http.route` decodes with them, so the description always
matches. In the five-in-a-row family a point is its index, row * size + column with row 0 on top.
In other games places have names (`b2`); in Gipf a decision is its text in the official notation.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.review.marks import Mark
from games.deeds import Chance, Shape
from web.contract.positions import PositionView, Result
from web.contract.schema import Name, PageRequest, Pair, Sentence, ServerMessage, Side
from web.contract.seats import SeatsView

# Scores and games

ScoreKind = Literal["score", "win", "loss"]


class Score(ServerMessage, frozen=True):
    """The score of a position.

    kind     "score", or for the side to move a proven "win" or "loss"
    value    the score for the side to move; for a win or loss, the winner's own moves to the end
    percent  side 0's chance to win, 0 to 100
    """

    kind: ScoreKind
    value: int
    percent: float


class Threat(ServerMessage, frozen=True):
    """What a side could do next, by the move `at`, which takes so many stones or pieces."""

    what: Chance
    at: str
    takes: int = 0


class BestLine(ServerMessage, frozen=True):
    """The engine's line in a position: its moves as texts, and where to draw them.

    makes      the rows that its first answer makes, the strongest first
    captures   the stones or pieces that it captures
    threatens  what its side could do if it moved again at once, and could not before
    stops      what the opponent could have done instead, and can no longer do
    """

    moves: list[str]
    points: list[int | str]
    makes: tuple[Shape, ...] = ()
    captures: int = 0
    threatens: tuple[Threat, ...] = ()
    stops: tuple[Threat, ...] = ()


NO_LINE = BestLine(moves=[], points=[])


class Node(ServerMessage, frozen=True):
    """A move in the tree of a game; node 0 is the start, without a move.

    move      the move as `play` accepts it and lists show it: `K10`, or a decision of Gipf
    side      the side that made it
    captures  stones or pieces that it captured
    score     the score of the position after it, once reviewed or analysed
    best      the engine's line after it, then; else an empty one
    tried     it was tried instead of a mistake, and is not saved
    markup    what is drawn on the board after it: lists of SGF's kind (AR, LN, CR, TR, SQ, MA, LB)
              and the names of its places, for LB also the label
    """

    id: int
    parent: int | None
    move: str
    side: Side
    captures: int
    comment: str
    ply: int
    score: Score | None
    mark: Mark | None
    best: BestLine
    tried: bool
    markup: tuple[tuple[str, ...], ...]


class PlayerSetting(PageRequest, frozen=True):
    """The player of a side; an engine without a level plays at full strength.

    seconds  the longest that the engine thinks about a move, None: three; a clock may allow less
    """

    kind: Literal["human", "engine"]
    level: Annotated[int, Meta(ge=1, le=10)] | None = None
    seconds: Annotated[float, Meta(ge=0.1, le=60)] | None = None
    name: Name = ""


class HandicapSetting(PageRequest, frozen=True):
    """A start that helps a side: so many moves before the other's first, or captured stones."""

    kind: Literal["moves", "captured"]
    side: Side
    amount: Annotated[int, Meta(ge=1, le=99)]


class ClockSetting(PageRequest, frozen=True):
    """Seconds for the game, and the increment of each move."""

    initial_s: Annotated[float, Meta(gt=0, le=86_400)]
    increment_s: Annotated[float, Meta(ge=0, le=3_600)] = 0


class Clocks(ServerMessage, frozen=True):
    """The clocks of a game; `left_s` is the time left when the message was created."""

    initial_s: float
    increment_s: float
    left_s: tuple[float, float]
    running: Side | None


class RulesView(ServerMessage, frozen=True):
    """The rules of a game in words, one sentence per line."""

    name: Sentence
    text: list[Sentence]


class Hint(ServerMessage, frozen=True):
    """The engine's proposed move in the position of a node: the one that `best` begins with."""

    node: int
    best: BestLine


class OpeningPlayed(ServerMessage, frozen=True):
    """The opening rule that a game began with, and the side of the one who placed its stones."""

    rule: str
    placer: Side


class GameState(ServerMessage, frozen=True):
    """What can change in a game.

    version   increases with each change
    nodes     moves of its tree
    current   the node where play continues, and `position` is its position
    thinking  whether an engine is searching for the next move
    watching  whether a game between engines continues by itself
    exploring the node where the game stands while a viewer tries moves for both sides, or null
    draw_offered  whether a draw is offered here; the next move declines it
    helped    whether a player has asked for a hint
    hint      the last hint, as long as `current` is its node
    notices   notices for the players, such as a missing engine
    seats     those of a game by invitation, or null
    """

    id: str
    version: int
    players: tuple[PlayerSetting, PlayerSetting]
    clocks: Clocks | None
    nodes: list[Node]
    current: int
    position: PositionView
    thinking: bool
    watching: bool
    result: Result | None
    exploring: int | None
    draw_offered: bool
    helped: bool
    hint: Hint | None
    notices: list[Sentence]
    seats: SeatsView | None


class Game(GameState, frozen=True):
    """A whole game.

    family   the family of games, and `group` the kind of games as players see it
    offers   what the page has for it besides play and analysis: "puzzles", "explorer", "review",
             and "threat", the analysis of a pass
    formats  the formats of records that it can be saved in, the usual one first
    nodes    the tree, parents before children; the children of a node, main line first
    main     the nodes of the main line, from 0
    opening  how the sides were chosen, or null
    even     whether it began as its rules say, with an opening or without: no handicap, no set-up
    seat     the viewer's seat in a game by invitation, or null
    """

    preset: str
    family: str
    group: str
    title: Sentence
    rules: RulesView
    offers: list[str]
    formats: list[str]
    size: int
    main: list[int]
    opening: OpeningPlayed | None
    even: bool
    seat: Side | None


class GameChange(GameState, frozen=True):
    """The change of a game from one version to another.

    Who has an older version than `since` missed a change, and asks for the whole game.

    since     the version before; the same as `version` where it only tells that
    nodes     the nodes that are new or not as they were
    children  the children of each of these nodes, main line first; a node that no longer is
              among the children of another is deleted, with all that follows it
    """

    since: int
    children: list[tuple[int, list[int]]]


class GameSummary(ServerMessage, frozen=True):
    """An entry in the list of saved games; `saved_at` is the time of its last save, ISO 8601."""

    id: str
    preset: str
    title: Sentence
    plies: int
    result: Sentence
    saved_at: str


class GameCard(ServerMessage, frozen=True):
    """A saved game at a glance; `svg` is a picture of the position after its main line."""

    players: tuple[PlayerSetting, PlayerSetting]
    colours: tuple[str, str]
    svg: str


class OpeningOption(ServerMessage, frozen=True):
    """An opening rule that a game can be played with: its text, and the stones placed first."""

    name: str
    title: Sentence
    text: list[Sentence]
    stones: int


class Preset(ServerMessage, frozen=True):
    """A game that the server offers; `group` is the kind of games that it is offered with."""

    name: str
    title: Sentence
    family: str
    group: str
    size: int
    colours: tuple[str, str]
    text: list[Sentence]
    pieces: list[Pair]
    handicaps: list[HandicapSetting]
    openings: list[OpeningOption]


class Opening(ServerMessage, frozen=True):
    """An opening in which a side is chosen, after some stones.

    stones    the stones in order, as `play` accepts them; the sides alternate
    phase     "place" the first stones, "choose" a side, "add" two stones, "choose back"
    may_add   whether the one who chooses may add two stones instead
    choice    the side that the engine takes; null if it was not asked, or placed stones
    percent   side 0's chance by the engine's search before it took a side or added stones
    """

    stones: list[str]
    position: PositionView
    phase: Literal["place", "choose", "add", "choose back"]
    may_add: bool
    choice: Side | None
    percent: float | None


class BalancedOpening(ServerMessage, frozen=True):
    """An opening after which both sides have about the same chance.

    record   the game so far as one word, which can be opened
    moves    its moves as texts
    percent  side 0's chance by the longest search
    svg      a picture of the position
    """

    record: str
    moves: list[str]
    percent: float
    svg: str


class BalancedOpenings(ServerMessage, frozen=True):
    """The opening that was found, or null if there was none soon enough.

    seen  the candidates that were tried: where to go on
    """

    seen: int
    found: BalancedOpening | None


class LevelOption(ServerMessage, frozen=True):
    """A level of the engine; `rating` is on the scale of Elo, with the weakest level at 400."""

    level: int
    name: Sentence
    text: Sentence
    rating: int


# Files, and the server itself


class Exported(ServerMessage, frozen=True):
    """A game as text, and a name for its file.

    lost  what the format does not hold of the game, in words; empty if it holds everything
    """

    file_name: str
    text: str
    lost: list[Sentence]


class RecordEntry(ServerMessage, frozen=True):
    """A game of a text: its headers as the record has them.

    problem  why it cannot be read, in words; else empty
    """

    number: int
    names: tuple[str, str]
    event: str
    date: str
    result: str
    plies: int
    problem: Sentence


class Records(ServerMessage, frozen=True):
    """How many games a text holds, and some of them."""

    count: int
    games: list[RecordEntry]


class Animation(ServerMessage, frozen=True):
    """A game as an animated GIF (in base64), and a name for its file."""

    file_name: str
    gif: bytes


class EngineLogLine(ServerMessage, frozen=True):
    """A line between the server and an engine.

    slot    the slot of the engine in the pool, from 0
    at_s    seconds since the start of the pool
    by      the sender
    text    the line, cut off if it is long
    """

    slot: int
    at_s: float
    by: Literal["server", "engine"]
    text: str


class Health(ServerMessage, frozen=True):
    """The state of the server and its engines.

    makes_gifs  whether it has Pillow, which draws the GIFs of games
    """

    status: Literal["ok"]
    engines_running: int
    engines_waiting: int
    streams: int
    makes_gifs: bool


class Problem(ServerMessage, frozen=True):
    """An error (RFC 9457); `instance` is also in the server's log."""

    type: str
    title: str
    status: int
    detail: Sentence
    instance: str
