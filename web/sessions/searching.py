"""What a saved game is found by: its players, game, event and result, as one folded text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from web.sessions.store import Row

LONGEST = 2_000  # characters


class _Player(msgspec.Struct):
    name: str = ""


class _Named(msgspec.Struct):
    """The part of a saved game that names people and events; nothing else is decoded."""

    players: list[_Player] = []
    tags: dict[str, str] = {}


def words_of(row: Row, body: bytes) -> str:
    """The text that a search looks in."""
    _, _, preset, title, _, result = row
    try:
        named = msgspec.json.decode(body, type=_Named)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        named = _Named()  # the list shows a game that cannot be read, too
    names = (player.name for player in named.players)
    return "\n".join([title, preset, result, *names, *named.tags.values()])[:LONGEST].casefold()


def terms_of(find: str) -> list[str]:
    """The parts of a search, all of which a game must have."""
    return find.casefold().split()
