"""Messages between the server and an engine process: lines of JSON on pipes.

    -> {"id": 7, "do": "search", "order": {...}}      <- {"id": 7, "found": {...}, "done": false}
    -> {"id": 7, "do": "stop"}                        <- {"id": 7, "found": {...}, "done": true}

A line with `error` also ends its order. Positions are sent as text, moves as numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from games.family import AnyFamily


class Order(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A search request.

    preset, pieces, position  the game and the position
    multipv  number of lines; with a level, the level decides
    wall_s   time limit in wall-clock seconds
    level    play as this level, with random choices from `seed`; None: search
    seat     who plays: each has an engine, with its table, of its own; or ""
    first_depth  first depth of the deepening: the one that earlier turns have reached
    """

    preset: str
    position: str
    pieces: tuple[int, int] | None = None
    multipv: int = 1
    wall_s: float = 1.0
    nodes: int | None = None
    level: int | None = None
    seed: int = 0
    seat: str = ""
    first_depth: int = 1


def order_of(family: AnyFamily, board: Any, pieces: tuple[int, int] | None, **more: Any) -> Order:
    """The order for a position; `more` are its other fields."""
    preset, position = family.rules.name, family.format_position(board)
    return Order(preset=preset, position=position, pieces=pieces, **more)


class ResultLine(Struct, kw_only=True, frozen=True):
    """A line with its score for the side to move and its depth."""

    score: int
    pv: list[int]
    depth: int = 0


class EngineResult(Struct, kw_only=True, frozen=True):
    """The results of a search so far.

    move       the best move
    lines      best first; empty if a level moves without a search, or there is no engine
    stopped_by a reason of `search.result`; "" while the search continues
    notice     a notice for the players about this answer, or ""
    searching  the move that is being searched, while the search continues and tells it
    """

    move: int
    lines: list[ResultLine]
    depth: int
    nodes: int
    ms: int
    stopped_by: str
    notice: str = ""
    searching: int | None = None


class Command(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A message to an engine process."""

    id: int
    do: Literal["search", "stop"]
    order: Order | None = None


class Reply(Struct, kw_only=True, frozen=True):
    """A message from an engine process."""

    id: int
    found: EngineResult | None = None
    done: bool = False
    error: str = ""
