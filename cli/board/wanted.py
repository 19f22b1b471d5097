"""What a server of the board is to do: where it listens, and which game it opens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.records.reading import Found


LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens, the folder of its games, and the address of a proxy before it."""

    host: str
    port: int
    data: str | None
    token: str | None
    public_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The game to open: that of a record at `ply`, or a `new` one of this name, or none.

    level  the level of the engine on `engine_side`; None: the strongest in a new game, and none in
           the game of a record
    """

    found: Found | None = None
    ply: int | None = None
    new: str | None = None
    level: int | None = None
    engine_side: int = 1
