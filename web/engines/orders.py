"""What the server asks an engine process, and what it is told: lines of JSON on pipes.

    -> {"id": 7, "do": "search", "order": {...}}      <- {"id": 7, "found": {...}, "done": false}
    -> {"id": 7, "do": "stop"}                        <- {"id": 7, "found": {...}, "done": true}

A line with `error` ends its order too. Positions travel as text, moves as numbers.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class Order(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A search that is wanted.

    preset, pieces, position  which game, and where in it
    multipv  lines; of an order with a level the level decides
    wall_s   seconds until it ends by itself
    level    play as this level, with what is random from `seed`; None: search
    first_depth  where the deepening begins: what an earlier slice of the same search has done
    """

    preset: str
    position: str
    pieces: tuple[int, int] | None = None
    multipv: int = 1
    wall_s: float = 1.0
    nodes: int | None = None
    level: int | None = None
    seed: int = 0
    first_depth: int = 1


class FoundLine(Struct, kw_only=True, frozen=True):
    """A line with its score for the side to move; `win_in` is own moves of the winner, or None."""

    score: int
    pv: list[int]
    proven: Literal["", "win", "loss"]
    win_in: int | None


class Found(Struct, kw_only=True, frozen=True):
    """What a search has found so far.

    move       what is to be played
    lines      best first; none where a level plays without a look, or no engine knows the game
    stopped_by as `search.result` has it; "" while the search goes on
    notice     what a player should know about this answer, or ""
    """

    move: int
    lines: list[FoundLine]
    depth: int
    nodes: int
    ms: int
    stopped_by: str
    notice: str = ""


class Word(Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A line to an engine process."""

    id: int
    do: Literal["search", "stop"]
    order: Order | None = None


class Reply(Struct, kw_only=True, frozen=True):
    """A line from an engine process."""

    id: int
    found: Found | None = None
    done: bool = False
    error: str = ""
