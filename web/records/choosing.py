"""A text with several games: a list of them, and the text of the one that was chosen."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from arena.records.collection import HARNESS, kind_of, read_game, split_games, text_of
from games.errors import GameError
from games.records.gipf_game import GipfGame
from web.contract import messages, requests
from web.errors import NotFound, Unreadable
from web.records.reading import read_import

if TYPE_CHECKING:
    from arena.records.collection import Part
    from web.sessions.session import Session

MOST_LISTED = 100  # games at once: about a second


def records_in(wish: requests.ListRecords) -> messages.Records:
    """The number of games in a text, and some of them. Raises Unreadable if it holds none."""
    kind, parts = _parts(wish)
    if kind == HARNESS:
        return messages.Records(count=1, games=[])
    shown = list(enumerate(parts, 1))[wish.skip : wish.skip + MOST_LISTED]
    games = [_entry(number, part, kind, wish.preset) for number, part in shown]
    if games and all(game.problem for game in games) and len(parts) == len(games):
        raise Unreadable(games[0].problem)
    return messages.Records(count=len(parts), games=games)


async def read_chosen(wish: requests.Import) -> Session:
    """The game that a request has chosen of its text. Raises Unreadable, TooLarge or NotFound."""
    if wish.number is None or wish.text is None:
        return await read_import(wish)
    kind, parts = await asyncio.to_thread(_parts, wish)
    if wish.number > len(parts):
        raise NotFound(f"the text holds {len(parts)} games, there is no number {wish.number}")
    text = parts[wish.number - 1].text
    session = await read_import(msgspec.structs.replace(wish, text=text, format=kind, number=None))
    if len(parts) > 1:
        session.title = f"{session.title[:90]} (game {wish.number} of {len(parts)})"
    return session


def _parts(wish: requests.Import | requests.ListRecords) -> tuple[str, list[Part]]:
    """The format of a text, and its games. Raises Unreadable."""
    try:
        text = text_of(wish.text or "", "the text")
        kind = wish.format or kind_of(text, wish.preset)
        return kind, split_games(text, kind)
    except GameError as error:
        raise Unreadable(str(error)) from error


def _entry(number: int, part: Part, kind: str, preset: str | None) -> messages.RecordEntry:
    """What the list shows of a game."""
    names, event, date, result, plies, problem = ("", ""), "", "", "", 0, ""
    try:
        record = read_game(part.text, kind, preset)
    except GameError as error:
        problem = str(error)
    else:
        names, result = record.names, record.result
        event, date = (record.tags.get(name, "")[:80] for name in ("Event", "Date"))
        moves = record.moves if isinstance(record, GipfGame) else record.main_line()
        plies = len(moves)
    return messages.RecordEntry(
        number=number,
        names=names,
        event=event,
        date=date,
        result=result,
        plies=plies,
        problem=problem,
    )
