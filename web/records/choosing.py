"""A text or an archive with several games: a list of them, and the one that was chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from arena.records.collection import HARNESS, kind_of, read_game, split_games, text_of
from arena.records.reading import Found, Refused
from games.errors import GameError
from web.contract import messages, requests
from web.errors import NotFound, Unreadable
from web.records.reading import games_of_bytes, read_import, session_of

if TYPE_CHECKING:
    from games.records.format import Part
    from web.sessions.session import Session

MOST_LISTED = 100  # games at once: about a second


def records_in(request: requests.ListRecords) -> messages.Records:
    """The number of games in a text or file, and some of them. Raises Unreadable if it has none."""
    shown = slice(request.skip, request.skip + MOST_LISTED)
    if request.data is not None:
        games = _archived(request)
        entries = [_entry(number, each) for number, each in list(enumerate(games, 1))[shown]]
        return messages.Records(count=len(games), games=entries)
    kind, parts = _parts(request)
    if kind == HARNESS:
        return messages.Records(count=1, games=[])
    entries = [
        _entry(number, _read(part, kind, request.preset))
        for number, part in list(enumerate(parts, 1))[shown]
    ]
    if entries and all(entry.problem for entry in entries) and len(parts) == len(entries):
        raise Unreadable(entries[0].problem)
    return messages.Records(count=len(parts), games=entries)


async def read_chosen(request: requests.Import) -> Session:
    """The game that a request has chosen of its text. Raises Unreadable, TooLarge or NotFound."""
    if request.number is None or (request.text is None and request.data is None):
        return await read_import(request)
    if request.data is not None:
        games = await asyncio.to_thread(_archived, request)
        game = games[_index(request.number, len(games))]
        if isinstance(game, Refused):
            raise Unreadable(game.reason)
        return _numbered(session_of(game.record), request.number, len(games))
    kind, parts = await asyncio.to_thread(_parts, request)
    text = parts[_index(request.number, len(parts))].text
    session = await read_import(
        msgspec.structs.replace(request, text=text, format=kind, number=None)
    )
    return _numbered(session, request.number, len(parts))


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


def _archived(request: requests.GivenText) -> list[Found | Refused]:
    """The games of a file that came as bytes. Raises Unreadable if none can be read."""
    try:
        return games_of_bytes(request).games
    except GameError as error:
        raise Unreadable(str(error)) from error


def _parts(request: requests.GivenText) -> tuple[str, list[Part]]:
    """The format of a text, and its games. Raises Unreadable."""
    try:
        text = text_of(request.text or "", "the text")
        kind = request.format or kind_of(text, request.preset)
        return kind, split_games(text, kind)
    except GameError as error:
        raise Unreadable(str(error)) from error


def _read(part: Part, kind: str, preset: str | None) -> Found | Refused:
    """The game of a part of a text."""
    try:
        return Found(read_game(part.text, kind, preset), "the text")
    except GameError as error:
        return Refused("the text", str(error))


def _entry(number: int, game: Found | Refused) -> messages.RecordEntry:
    """What the list shows of a game."""
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
