"""A game as the explorer keeps it: who played, the result, and each position with its move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from games.images import Images
from games.registry import family_named
from games.result import RESULTS
from games.share import format_line
from web.records.export import record_of
from web.sessions.saved import decode

if TYPE_CHECKING:
    from games.family import AnyRules
    from games.tree import GameTree
    from web.explorer.index import ScoreRow
    from web.sessions.session import Session

LONGEST_NAME = 80
LONGEST_DATE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A game.

    digest  equal for two records of the same game
    names   of side 0 and side 1; "" if unknown
    date    as the record has it
    result  an index of RESULTS: 0 and 1 are the winner's side
    share   start and main line as one word (`games.share`)
    visits  the key of each position of the main line before its last, and the name of the move
    """

    digest: bytes
    preset: str
    names: tuple[str, str]
    date: str
    result: int
    share: str
    visits: list[tuple[int, int]]


def images_of(rules: AnyRules) -> Images:
    """The keys of the positions of a game; limits of turns and handicaps make no other game."""
    return _images(rules.name)


@cache
def _images(preset: str) -> Images:
    return Images(family_named(preset).rules)


def entry_of(record: GameTree) -> Entry:
    """The entry of a game. Two records of one game differ in their spelling only.

    So names are compared without case, and other headers than the date do not count.
    """
    first, second = (" ".join(name.split())[:LONGEST_NAME] for name in record.names)
    date = record.tags.get("Date", "")[:LONGEST_DATE]
    result = RESULTS.index(record.result)
    share = format_line(record)
    told = (share, first.casefold(), second.casefold(), date, result)
    return Entry(
        digest=digest_of(repr(told)),
        preset=record.rules.name,
        names=(first, second),
        date=date,
        result=result,
        share=share,
        visits=images_of(record.rules).visits(record.start, record.moves),
    )


def digest_of(text: str) -> bytes:
    """A short digest of a text."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


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
    rows: list[ScoreRow] = []
    for node in session.tree.in_order():
        if node.score is not None:
            key, _ = images.key(session.tree.board_at(node.id))
            score = node.score
            rows.append((key, score.kind, score.value, score.percent))
    return rows
