"""Exports a game as a record with a file name."""

from __future__ import annotations

import re

from arena.records.formats import SUFFIXES, write_record
from arena.records.losses import losses
from games.result import (
    OPEN,
    RESULT_OF_WINNER,
    SAID,
    TERMINATION,
)
from games.tree import GameTree
from web.contract import messages
from web.errors import unreadable
from web.sessions.session import Session


def export(session: Session, format_: str, node: int | None = None) -> messages.Exported:
    """The game in this format; with `node` only the line to that node.

    Raises NotFound, or Unreadable if the format cannot represent it.
    """
    with unreadable():
        record = record_of(session, node)
        text = write_record(record, format_)
        lost = losses(record, format_, text)
    name = file_name(session, SUFFIXES[format_])
    return messages.Exported(file_name=name, text=text, lost=lost)


def file_name(session: Session, suffix: str) -> str:
    """A name for a file of a game."""
    stem = re.sub(r"[^a-z0-9]+", "-", session.title.lower()).strip("-")[:40] or "game"
    return f"{stem}-{session.id[:6]}{suffix}"


def record_of(session: Session, node: int | None = None) -> GameTree:
    """The game as a record with the whole tree; each format keeps what it can.

    With `node` only the line to that node, as it stood there. Raises NotFound.
    """
    tree = session.tree
    result = session.last_result() if node is None else session.result_at(node)
    return tree.record(
        tree.kept() if node is None else [tree.node(id_) for id_ in tree.path(node)],
        names=(_name(session.players[0]), _name(session.players[1])),
        result=OPEN if result is None else RESULT_OF_WINNER[result.winner],
        tags=_tags(session),
    )


def _tags(session: Session) -> dict[str, str]:
    """The headers; how the game ended, if that is known and the board does not show it."""
    tags = {name: value for name, value in session.tree.tags.items() if name != TERMINATION}
    if session.verdict is not None and session.verdict[1] == session.last_result():
        ended_by = session.verdict[1].termination
        if ended_by != SAID:
            tags[TERMINATION] = ended_by
    return tags


def _name(player: messages.PlayerSetting) -> str:
    if player.name or player.kind == "human":
        return player.name
    return f"engine, level {player.level}" if player.level else "engine"
