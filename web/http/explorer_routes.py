"""The routes of the explorer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.contract import exploring, messages, requests
from web.errors import NotFound
from web.http.route import GAME, NODE, Routes
from web.http.safety import EXPLORER_IMPORT

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call

RESULT_OF_WORD = {"first": 0, "second": 1, "draw": 2}  # indexes of RESULTS
FIND = {"type": "string", "maxLength": 200}
RESULT = {"type": "string", "enum": ["", *RESULT_OF_WORD]}

EXPLORER_ROUTES = api = Routes()


@api.add("GET", f"{GAME}/explorer", node=NODE, find=FIND, result=RESULT)
async def explored(service: GameService, call: Call) -> exploring.Explored:
    """What was played in the position of a node: in saved games, collections and the book.

    `find` keeps the games that have all its words in the players' names or the date.
    """
    session, query = await service.games.session(call.id), call.query
    node, result = query.get("node", session.current), RESULT_OF_WORD.get(query.get("result", ""))
    return await service.explorer.look(session, node, query.get("find", ""), result)


@api.add("GET", "/api/explorer")
async def explorer(service: GameService, _: Call) -> exploring.Explorer:
    """The games of the explorer, and how far an import has come."""
    return await service.explorer.view()


@api.add(
    "POST",
    EXPLORER_IMPORT,
    requests.ImportGames,
    claim=lambda service: service.explorer.import_claimed(),
)
async def import_games(service: GameService, call: Call) -> exploring.Explorer:
    """Start to import a collection of games into the explorer.

    A game that the explorer has already counts once. An import that was broken off goes on where it
    ended if it is requested again.
    """
    await service.explorer.begin_import(call.body)
    return await service.explorer.view()


@api.add("POST", "/api/explorer/stop", requests.Nothing)
async def stop_import(service: GameService, _: Call) -> exploring.Explorer:
    """End the current import; the games that were read stay."""
    await service.explorer.stop_import()
    return await service.explorer.view()


@api.add("DELETE", "/api/explorer/collections/{id}")
async def remove_collection(service: GameService, call: Call) -> exploring.Explorer:
    """Remove a collection from the explorer, with the games that no other collection has."""
    if not (call.id.isascii() and call.id.isdigit() and len(call.id) < 10):
        raise NotFound("there is no such collection")
    await service.explorer.remove(int(call.id))
    return await service.explorer.view()


@api.add("POST", "/api/explorer/open", requests.OpenExplored)
async def open_explored(service: GameService, call: Call) -> messages.Game:
    """Open a game of the explorer: the saved game that it is, or a new one."""
    return (await service.open_explored(call.body.game)).view()
