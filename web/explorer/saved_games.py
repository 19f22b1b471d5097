"""What the explorer takes from a saved game: the game, once it has ended, and known scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.explorer.entries import entry_of, images_of
from web.records.export import record_of
from web.sessions.saved import decode

if TYPE_CHECKING:
    from web.explorer.entries import Entry
    from web.explorer.index import ScoreRow
    from web.sessions.session import Session


def read_saved(body: bytes) -> tuple[Entry | None, list[ScoreRow]]:
    """The entry of a saved game and the scores of its positions.

    A game that has not ended does not count: it may be a position that someone looks at.
    """
    try:
        session = decode(body)
        ended = session.last_result() is not None
        entry = entry_of(record_of(session)) if ended else None
    except (ValueError, KeyError, AssertionError):  # the list of saved games shows it
        return None, []
    return (entry if entry and entry.visits else None), _scores(session)


def _scores(session: Session) -> list[ScoreRow]:
    """The scores that reviews and analyses have left in the tree."""
    images = images_of(session.family.rules)
    found: list[ScoreRow] = []
    for node in session.tree.in_order():
        if node.score is not None:
            key, _ = images.key(session.tree.board_at(node.id))
            score = node.score
            found.append((key, score.kind, score.value, score.percent))
    return found
