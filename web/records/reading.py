"""Imports games: records of all formats, positions, or whole harness folders."""

from __future__ import annotations

import asyncio

from arena.records.collection import READ_FORMATS
from arena.records.formats import Record
from arena.records.harness_folder import read_folder
from arena.records.reading import Collection, Found, read_games
from games.errors import GameError
from games.family import AnyFamily
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
from games.registry import family_named
from web.contract import messages, requests
from web.errors import Unreadable
from web.sessions.names import new_id
from web.sessions.session import Session
from web.sessions.tree import ROOT, GameTree

MOST_UNPACKED = 4 << 20  # bytes of an archive
SHOWN_REASONS = 5
MOST_COMMENT = 4000  # as `requests.Comment` has it
WINNER_OF_RESULT = {WON: 0, LOST: 1, DRAWN: None}


async def read_import(wish: requests.Import) -> Session:
    """The first game of a request. Raises Unreadable or TooLarge.

    A thread replays long records, so that other requests do not wait.
    """
    if [wish.text, wish.files, wish.data].count(None) != 2:
        raise Unreadable("expected one of text, files and data")
    if wish.format is not None and wish.format not in READ_FORMATS:
        raise Unreadable(
            f"no format is called {wish.format!r}; there are {', '.join(READ_FORMATS)}"
        )
    return await asyncio.to_thread(_read, wish)


def _read(wish: requests.Import) -> Session:
    """The same, synchronously."""
    try:
        games = _games(wish)
        found = games.found[0]
        session = session_of(found.record)
    except GameError as error:
        raise Unreadable(str(error)) from error
    count, refused = len(games.games), games.refused
    if count > 1:
        number = games.games.index(found) + 1
        reasons = [f"Left out: {each.reason}." for each in refused[:SHOWN_REASONS]]
        more = [f"... and {len(refused) - SHOWN_REASONS} more."] * (len(refused) > SHOWN_REASONS)
        whole = f"The text holds {count} games: this is number {number}."
        session.notices.append(" ".join([whole, *reasons, *more]))
    return session


def games_of_bytes(wish: requests.Import | requests.ListRecords) -> Collection:
    """The games of a file that came as bytes, one at least that can be read. Raises GameError."""
    return read_games(
        wish.data or b"",
        wish.name or "the file",
        format_=wish.format,
        preset=wish.preset,
        most_bytes=MOST_UNPACKED,
    )


def _games(wish: requests.Import) -> Collection:
    """The games in a request, at least one that can be read. Raises GameError.

    Several files are a harness folder.
    """
    if wish.data is not None:
        return games_of_bytes(wish)
    files = {"the text": wish.text} if wish.text is not None else wish.files or {}
    if len(files) == 1:
        ((name, text),) = files.items()
        return read_games(text, name, format_=wish.format, preset=wish.preset)
    return Collection([Found(read_folder(files, wish.preset), "the files")])


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
