"""Imports games: records of all formats, positions, or whole harness folders.

Of a text or an archive with several games the page shows a list, and gets the one that was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from arena.records.collection import (
    HARNESS,
    READ_FORMATS,
    kind_of,
    read_game,
    split_games,
    text_of,
)
from arena.records.formats import POSITION
from arena.records.harness_folder import read_folder
from arena.records.reading import Collection, FileGame, Refused, read_games
from games.errors import GameError
from games.registry import family_named
from games.result import OPEN, TERMINATION, WINNER_OF_RESULT, termination_of
from games.tree import ROOT, GameTree
from web.contract import messages, requests
from web.errors import NotFound, Unreadable, unreadable
from web.sessions.session import Session, new_id, two_people
from web.sessions.tree import SessionTree

if TYPE_CHECKING:
    from games.records.format import Part

MOST_LISTED = 100  # games at once: about a second
MOST_UNPACKED = 4 << 20  # bytes of an archive
SHOWN_REASONS = 5
MOST_COMMENT = 4000  # as `requests.Comment` has it


def records_in(request: requests.ListRecords) -> messages.Records:
    """The number of games in a text or file, and some of them. Raises Unreadable if it has none."""
    shown = slice(request.skip, request.skip + MOST_LISTED)
    if request.data is not None:
        games = _archived(request)
        entries = [_entry(number, game) for number, game in list(enumerate(games, 1))[shown]]
        return messages.Records(count=len(games), games=entries)
    kind, parts = _parts(request)
    if kind == HARNESS:
        return messages.Records(count=1, games=[])
    entries = [
        _entry(number, _part(part, kind, request.preset))
        for number, part in list(enumerate(parts, 1))[shown]
    ]
    if entries and all(entry.problem for entry in entries) and len(parts) == len(entries):
        raise Unreadable(entries[0].problem)
    return messages.Records(count=len(parts), games=entries)


def read_chosen(request: requests.Import) -> Session:
    """The game that a request has chosen of its text. Raises Unreadable, TooLarge or NotFound."""
    if request.number is None or (request.text is None and request.data is None):
        return read_import(request)
    if request.data is not None:
        games = _archived(request)
        game = games[_index(request.number, len(games))]
        if isinstance(game, Refused):
            raise Unreadable(game.reason)
        return _numbered(session_of(game.record), request.number, len(games))
    kind, parts = _parts(request)
    text = parts[_index(request.number, len(parts))].text
    session = read_import(msgspec.structs.replace(request, text=text, format=kind, number=None))
    return _numbered(session, request.number, len(parts))


def read_import(request: requests.Import) -> Session:
    """The first game of a request. Raises Unreadable or TooLarge."""
    if [request.text, request.files, request.data].count(None) != 2:
        raise Unreadable("expected one of text, files and data")
    if request.format is not None and request.format not in READ_FORMATS:
        raise Unreadable(
            f"no format is called {request.format!r}; there are {', '.join(READ_FORMATS)}"
        )
    with unreadable():
        games = _games(request)
        first = games.readable[0]
        session = session_of(first.record)
    if request.format == POSITION and (fault := session.views.fault(session.board)):
        raise Unreadable(fault)
    count, refused = len(games.games), games.refused
    if count > 1:
        number = games.games.index(first) + 1
        reasons = [f"Left out: {refusal.reason}." for refusal in refused[:SHOWN_REASONS]]
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
    return Collection([FileGame(read_folder(files, request.preset), "the files")])


def session_of(record: GameTree) -> Session:
    """A session for a record: both sides are people, the current node is its end."""
    family = record.family
    usual = family_named(family.rules.name).terms.get("pieces")
    session = Session(
        new_id(),
        family,
        _tree_of(record),
        two_people(record.names),
        title=_title(family.title, record),
    )
    if (pieces := family.terms.get("pieces")) != usual:
        session.pieces = pieces
    return _at_its_end(session, record)


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


def _index(number: int, count: int) -> int:
    """The place of a game by its number, from 1. Raises NotFound."""
    if number > count:
        raise NotFound(f"the text holds {count} games, there is no number {number}")
    return number - 1


def _numbered(session: Session, number: int, count: int) -> Session:
    """The session, with the number of its game in the title."""
    if count > 1:
        session.title = f"{session.title[:90]} (game {number} of {count})"
    return session


def _archived(request: requests.GivenText) -> list[FileGame | Refused]:
    """The games of a file that came as bytes. Raises Unreadable if none can be read."""
    with unreadable():
        return games_of_bytes(request).games


def _parts(request: requests.GivenText) -> tuple[str, list[Part]]:
    """The format of a text, and its games. Raises Unreadable."""
    with unreadable():
        text = text_of(request.text or "", "the text")
        kind = request.format or kind_of(text, request.preset)
        return kind, split_games(text, kind)


def _part(part: Part, kind: str, preset: str | None) -> FileGame | Refused:
    try:
        return FileGame(read_game(part.text, kind, preset), "the text")
    except GameError as error:
        return Refused("the text", str(error))


def _entry(number: int, game: FileGame | Refused) -> messages.RecordEntry:
    if isinstance(game, Refused):
        reason, names = game.reason, ("", "")
        return messages.RecordEntry(
            number=number, names=names, event="", date="", result="", plies=0, problem=reason
        )
    record = game.record
    event, date = (record.tags.get(name, "")[:80] for name in ("Event", "Date"))
    return messages.RecordEntry(
        number=number,
        names=record.names,
        event=event,
        date=date,
        result=record.result,
        plies=len(record.moves),
        problem="",
    )
