"""The routes by which a game leaves the board and comes in: records, a page, a GIF."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from web.contract import messages, requests
from web.http.route import GAME, NODE, Routes
from web.http.safety import IMPORT, LIST_RECORDS
from web.records.export import EXPORTS, export
from web.records.reading import read_chosen, records_in
from web.sharing.share import MS_OF_SPEED
from web.words import LANGUAGES

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call

FORMAT = {"type": "string", "enum": list(EXPORTS)}
LANGUAGE = {"type": "string", "enum": list(LANGUAGES)}
SPEED = {"type": "string", "enum": list(MS_OF_SPEED)}

SHARE_ROUTES = api = Routes()


@api.add("GET", f"{GAME}/export", None, 409, format=FORMAT, node=NODE)
async def export_game(service: GameService, call: Call) -> messages.Exported:
    """The game as a record; with a node only the line to it."""
    session = await service.games.session(call.id)
    return export(session, call.query.get("format") or "json", call.query.get("node"))


@api.add("GET", f"{GAME}/page", language=LANGUAGE)
async def share_page(service: GameService, call: Call) -> messages.Exported:
    """The game with variations, comments and scores as one HTML file that needs no server."""
    session = await service.games.session(call.id)
    return await service.sharing.page(session, call.query.get("language") or "en")


@api.add("GET", f"{GAME}/card")
async def card(service: GameService, call: Call) -> messages.GameCard:
    """Players and a small picture of a saved game, which is not opened for that."""
    return await service.sharing.card(await service.games.saved(call.id))


@api.add("GET", f"{GAME}/gif", node=NODE, speed=SPEED)
async def share_gif(service: GameService, call: Call) -> messages.Animation:
    """The line to a node, by default the main line, as an animated GIF."""
    session = await service.games.session(call.id)
    return await service.sharing.gif(
        session, call.query.get("node"), call.query.get("speed") or "normal"
    )


@api.add("POST", IMPORT, requests.Import)
async def import_game(service: GameService, call: Call) -> messages.Game:
    """A new game from a record, a position or a harness folder; one game of several."""
    async with service.reading:
        session = await read_chosen(call.body)
    return (await service.admit(session)).view()


@api.add("POST", LIST_RECORDS, requests.ListRecords)
async def list_records(service: GameService, call: Call) -> messages.Records:
    """The games of a text, to choose one; nothing is saved."""
    async with service.reading:
        return await asyncio.to_thread(records_in, call.body)
