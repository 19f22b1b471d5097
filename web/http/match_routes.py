"""The routes of matches between engines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.contract import matches, messages, requests
from web.http.route import Routes

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call

SKIP = {"type": "integer", "minimum": 0, "maximum": matches.MOST_GAMES}

MATCH_ROUTES = api = Routes()


@api.add("GET", "/api/matches")
async def all_matches(service: GameService, _: Call) -> list[matches.MatchSummary]:
    """The matches, latest first."""
    return await service.matches.all()


@api.add("POST", "/api/matches", matches.NewMatch, 409)
async def new_match(service: GameService, call: Call) -> matches.Match:
    """A new match, which begins at once; one match plays at a time."""
    return await service.matches.create(call.body)


@api.add("GET", "/api/matches/{id}", skip=SKIP)
async def match(service: GameService, call: Call) -> matches.Match:
    """A match without the first `skip` games that ended; it pauses if nobody asks for it."""
    return await service.matches.view(call.id, call.query.get("skip", 0))


@api.add("POST", "/api/matches/{id}/go", requests.Nothing, 409)
async def go(service: GameService, call: Call) -> matches.Match:
    """Play what is left of a match."""
    return await service.matches.go(call.id)


@api.add("POST", "/api/matches/{id}/stop", requests.Nothing)
async def stop(service: GameService, call: Call) -> matches.Match:
    """Stop a match; the game that is being played is played anew when it goes on."""
    return await service.matches.stop(call.id)


@api.add("DELETE", "/api/matches/{id}")
async def delete_match(service: GameService, call: Call) -> requests.Nothing:
    """Delete a match."""
    await service.matches.delete(call.id)
    return requests.Nothing()


@api.add("POST", "/api/matches/{id}/open", matches.OpenMatchGame)
async def open_game(service: GameService, call: Call) -> messages.Game:
    """A game of a match on the board, also while it is played: then it grows there."""
    return (await service.open_match_game(call.id, call.body.game)).view()
