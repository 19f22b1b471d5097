"""Imports games: records of all formats, positions, or whole harness folders."""

from __future__ import annotations

import asyncio

from arena.records.collection import READ_FORMATS, read_games
from arena.records.formats import Record
from arena.records.harness_folder import read_folder
from games.errors import GameError
from games.families.choice import family_named
from games.families.family import AnyFamily
from games.gipf.rules import gipf_rules_named
from games.records.five_game import (
    DRAWN,
    LOST,
    OPEN,
    START,
    TERMINATION,
    WON,
    RecordedMove,
    termination_of,
)
from games.records.gipf_game import GipfGame
from web.contract import messages, requests
from web.errors import Unreadable
from web.sessions.names import new_id
from web.sessions.session import Session
from web.sessions.tree import ROOT, GameTree

MOST_COMMENT = 4000  # as `requests.Comment` has it
WINNER_OF_RESULT = {WON: 0, LOST: 1, DRAWN: None}


async def read_import(wish: requests.Import) -> Session:
    """The first game of a request. Raises Unreadable or TooLarge.

    A thread replays long records, so that other requests do not wait.
    """
    if (wish.text is None) == (wish.files is None):
        raise Unreadable("expected either text or files")
    if wish.format is not None and wish.format not in READ_FORMATS:
        raise Unreadable(
            f"no format is called {wish.format!r}; there are {', '.join(READ_FORMATS)}"
        )
    return await asyncio.to_thread(_read, wish)


def _read(wish: requests.Import) -> Session:
    """The same, synchronously."""
    try:
        records = _records(wish)
        session = session_of(records[0])
    except GameError as error:
        raise Unreadable(str(error)) from error
    if len(records) > 1:
        session.notices.append(f"The text holds {len(records)} games: this is the first.")
    return session


def _records(wish: requests.Import) -> list[Record]:
    """The records in a request, at least one. Raises GameError.

    Several files are a harness folder.
    """
    files = {"the text": wish.text} if wish.text is not None else wish.files or {}
    if len(files) == 1:
        ((name, text),) = files.items()
        return read_games(text, name, format_=wish.format, preset=wish.preset)
    return [read_folder(files, wish.preset)]


def session_of(record: Record) -> Session:
    """A session for a record: both sides are people, the current node is its end."""
    if isinstance(record, GipfGame):
        return _gipf_session(record)
    family = family_named(record.rules.name)
    tree = _tree_of(family, record, record.moves)
    title = _title(family.title, record)
    session = Session(new_id(), family, tree, _players(record), title=title)
    return _at_its_end(session, record)


def _players(record: Record) -> tuple[messages.PlayerSetting, messages.PlayerSetting]:
    """Two people with the names of the record."""
    first, second = (messages.PlayerSetting(kind="human", name=name[:80]) for name in record.names)
    return first, second


def _at_its_end(session: Session, record: Record) -> Session:
    """Go to the end of the main line; add a result that the board does not show."""
    session.goto(session.tree.main_line()[-1])
    session.tags = dict(record.tags)
    session.notices += [f"{note[:1].upper()}{note[1:]}." for note in record.notes]
    termination = record.tags.get(TERMINATION) or termination_of(record.result, None)
    if record.result == OPEN:
        termination = None
    if termination is not None and session.result is None:
        winner = WINNER_OF_RESULT[record.result]
        session.verdict = (session.current, session.views.result(winner, termination))
    return session


def _title(game: str, record: Record) -> str:
    """The title in the list of games."""
    names = " - ".join(filter(None, record.names))
    return f"{game}: {names}"[:120] if names else game


def _gipf_session(record: GipfGame) -> Session:
    """A session for a record of Gipf."""
    rules = record.start.rules
    handicap = rules.pieces != gipf_rules_named(rules.name).pieces
    pieces = rules.pieces if handicap else None
    family = family_named(rules.name, most_turns=rules.most_turns, pieces=pieces)
    tree = _tree_of(family, record, record.tree)
    title = _title(family.title, record)
    session = Session(new_id(), family, tree, _players(record), title=title)
    session.pieces = pieces
    return _at_its_end(session, record)


def _tree_of(family: AnyFamily, record: Record, moves: list[RecordedMove]) -> GameTree:
    """The tree of a record's moves, with its comments."""
    tree = GameTree(family, record.start.copy())
    tree.nodes[ROOT].comment = record.comment[:MOST_COMMENT]
    ids = {START: ROOT}
    for index, move in enumerate(moves):
        ids[index] = tree.add(ids[move.parent], move.point)
        tree.nodes[ids[index]].comment = move.comment[:MOST_COMMENT]
    return tree
