"""Events that the server streams to the page, except changes of games: analysis, review."""

from __future__ import annotations

from typing import Literal

from arena.review.marks import Mark
from web.contract.messages import BestLine, Score
from web.contract.schema import Sentence, ServerMessage


class AnalysisLine(ServerMessage, frozen=True):
    """A principal variation: its moves as texts, and the points or spots to draw them on."""

    score: Score
    depth: int
    moves: list[str]
    points: list[int | str]


class Analysis(ServerMessage, frozen=True):
    """The state of an analysis.

    tab       the tab that requested it
    key       the key of its position
    state     "queued" for an engine, "running", "resting" at its budget, "stopped"
    seldepth  plies of the longest line
    nps       positions a second
    question  the page's name for the request
    searching the move that is being searched; "" where that is not known
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
    lines: list[AnalysisLine]
    notice: Sentence
    question: str
    searching: str


class ReviewedNode(ServerMessage, frozen=True):
    """A node's score and mark, and the engine's line after it."""

    id: int
    score: Score
    mark: Mark | None
    best: BestLine


class ReviewNews(ServerMessage, frozen=True):
    """The progress of a review.

    nodes     those scored since the last event
    accuracy  of side 0 and side 1 in percent so far, null without a judged move
    """

    game: str
    state: Literal["running", "done", "stopped"]
    done: int
    total: int
    nodes: list[ReviewedNode]
    accuracy: tuple[float | None, float | None]


class Presence(ServerMessage, frozen=True):
    """Whether the players of a game by invitation show it now, by seat.

    overdue       who has been gone for that long: if it is their turn, the other may end the game
    patience_min  how long, in minutes
    """

    game: str
    here: tuple[bool, bool]
    overdue: tuple[bool, bool]
    patience_min: int
