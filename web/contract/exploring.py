"""Messages of the explorer: what was played in a position, and its collections of games."""

from __future__ import annotations

from typing import Literal

from web.contract.messages import Score
from web.contract.schema import Pair, Sentence, View


class ExplorerMove(View, frozen=True):
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


class ExplorerGame(View, frozen=True):
    """A game that went through a position, after `ply` moves; its result as in records."""

    id: int
    names: tuple[str, str]
    date: str
    result: str
    plies: int
    ply: int


class Explored(View, frozen=True):
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


class Collection(View, frozen=True):
    """A collection of games that was imported into the explorer."""

    id: int
    name: str
    games: int
    imported_at: str


class ImportCourse(View, frozen=True):
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


class Explorer(View, frozen=True):
    """The games of the explorer: all, those that are saved on the board, and the collections."""

    games: int
    saved: int
    collections: list[Collection]
    importing: ImportCourse | None
