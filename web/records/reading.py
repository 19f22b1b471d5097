"""Imports games: records of all formats, positions, or whole harness folders."""

from __future__ import annotations

import asyncio

from arena.records.collection import READ_FORMATS
from arena.records.formats import POSITION
from arena.records.harness_folder import read_folder
from arena.records.reading import Collection, Found, read_games
from games.errors import GameError
from games.registry import family_named
from games.result import OPEN, TERMINATION, WINNER_OF_RESULT, termination_of
from games.tree import ROOT, GameTree
from web.contract import messages, requests
from web.errors import Unreadable
from web.sessions.session import Session, new_id
from web.sessions.tree import SessionTree

MOST_UNPACKED = 4 << 20  # bytes of an archive
SHOWN_REASONS = 5
MOST_COMMENT = 4000  # as `requests.Comment` has it


async def read_import(request: requests.Import) -> Session:
    """The first game of a request. Raises Unreadable or TooLarge.

    A thread replays long records, so that other requests do not wait.
    """
    if [request.text, request.files, request.data].count(None) != 2:
        raise Unreadable("expected one of text, files and data")
    if request.format is not None and request.format not in READ_FORMATS:
        raise Unreadable(
            f"no format is called {request.format!r}; there are {', '.join(READ_FORMATS)}"
        )
    return await asyncio.to_thread(_read, request)


def _read(request: requests.Import) -> Session:
    """The same, synchronously."""
    try:
        games = _games(request)
        found = games.found[0]
        session = session_of(found.record)
    except GameError as error:
        raise Unreadable(str(error)) from error
    if request.format == POSITION and (fault := session.views.fault(session.board)):
        raise Unreadable(fault)
    count, refused = len(games.games), games.refused
    if count > 1:
        number = games.games.index(found) + 1
        reasons = [f"Left out: {each.reason}." for each in refused[:SHOWN_REASONS]]
        more = [f"... and {len(refused) - SHOWN_REASONS} more."] * (len(refused) > SHOWN_REASONS)
        whole = f"The text holds {count} games: this is number {number}."
        session.notices.append(" ".join([whole, *reasons, *more]))
    return session


def games_of_bytes(request: requests.GivenText) -> Collection:
    """The games of a file that came as bytes, one at least that can be read. Raises GameError."""
    return read_games(
        request.data or b"",
        request.name or "the file",
        format_=request.format,
        preset=request.preset,
        most_bytes=MOST_UNPACKED,
    )


def _games(request: requests.Import) -> Collection:
    """The games in a request, at least one that can be read. Raises GameError.

    Several files are a harness folder.
    """
    if request.data is not None:
        return games_of_bytes(request)
    files = {"the text": request.text} if request.text is not None else request.files or {}
    if len(files) == 1:
        ((name, text),) = files.items()
        return read_games(text, name, format_=request.format, preset=request.preset)
    return Collection([Found(read_folder(files, request.preset), "the files")])


def session_of(record: GameTree) -> Session:
    """A session for a record: both sides are people, the current node is its end."""
    family = record.family
    usual = family_named(family.rules.name).terms.get("pieces")
    session = Session(
        new_id(), family, _tree_of(record), _players(record), title=_title(family.title, record)
    )
    if (pieces := family.terms.get("pieces")) != usual:
        session.pieces = pieces
    return _at_its_end(session, record)


def _players(record: GameTree) -> tuple[messages.PlayerSetting, messages.PlayerSetting]:
    """Two people with the names of the record."""
    first, second = (messages.PlayerSetting(kind="human", name=name[:80]) for name in record.names)
    return first, second


def _at_its_end(session: Session, record: GameTree) -> Session:
    """Go to the end of the main line; add a result that the board does not show."""
    session.goto(session.tree.main_line()[-1])
    session.notices += [f"{note[:1].upper()}{note[1:]}." for note in record.notes]
    termination = record.tags.get(TERMINATION) or termination_of(record.result, None)
    if record.result == OPEN:
        termination = None
    if termination is not None and session.result is None:
        winner = WINNER_OF_RESULT[record.result]
        session.verdict = (session.current, session.views.result(winner, termination))
    return session


def _title(game: str, record: GameTree) -> str:
    """The title in the list of games."""
    names = " - ".join(filter(None, record.names))
    return f"{game}: {names}"[:120] if names else game


def _tree_of(record: GameTree) -> SessionTree:
    """The tree of a record with its comments and markup; moves that are named twice are joined."""
    tree = SessionTree(record.start)
    tree.tags = dict(record.tags)
    ids: dict[int, int] = {}
    for node in record.in_order():
        ids[node.id] = tree.add(ids[node.parent], node.move) if ids else ROOT
        added = tree.nodes[ids[node.id]]
        added.comment, added.markup = node.comment[:MOST_COMMENT], node.markup or added.markup
    return tree
