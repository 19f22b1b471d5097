"""The routes of the API: one table for the application and for its description."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from arena.records.formats import FORMATS
from games.registry import family_class
from games.rules import DEFAULT_FAMILY
from search.levels import Level, levels_of
from web.contract import messages, positions, requests
from web.engines.balanced import find_balanced
from web.errors import unreadable
from web.families.choice import preset_views
from web.http.route import GAME, NODE, Routes
from web.http.safety import IMPORT, LIST_RECORDS
from web.http.seat_routes import SEAT_ROUTES
from web.http.study_routes import STUDY_ROUTES
from web.records.export import export
from web.records.reading import read_chosen, records_in
from web.sessions.beginning import new_session, play, rematch_of, undo
from web.sessions.session import Session
from web.sessions.store import MOST_LISTED
from web.sharing.animation import makes_gifs
from web.sharing.share import MS_OF_SPEED
from web.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.game_service import GameService
    from web.http.route import Call

WEAKEST_RATING, RATING_STEP = 400, 250
YES_NO = {"type": "string", "enum": ["true", "false"]}
FAMILY = {"type": "string", "maxLength": 80}
FIND = {"type": "string", "maxLength": 200}
SKIP = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
LIMIT = {"type": "integer", "minimum": 0, "maximum": MOST_LISTED}
FORMAT = {"type": "string", "enum": list(FORMATS)}
LANGUAGE = {"type": "string", "enum": list(LANGUAGES)}
SPEED = {"type": "string", "enum": list(MS_OF_SPEED)}

api = Routes()


@api.add("GET", "/api/presets")
async def presets(_: GameService, __: Call) -> list[messages.Preset]:
    """All games that the server offers."""
    return preset_views()


@api.add("GET", "/api/levels", family=FAMILY)
async def levels(_: GameService, call: Call) -> list[messages.LevelOption]:
    """The levels of the engine in one family of games, by the name in `Preset` and `Game`."""
    with unreadable():
        family = family_class(call.query.get("family", DEFAULT_FAMILY)).name
    return level_options(family)


def level_options(family: str) -> list[messages.LevelOption]:
    """The levels of the engine in a family of games."""
    return [
        messages.LevelOption(
            level=level.number, name=level.name, text=_strength(level), rating=_rating(level)
        )
        for level in levels_of(family)
    ]


def _rating(level: Level) -> int:
    """The rating of a level: matches put about 250 points between two (docs/strength.md)."""
    return WEAKEST_RATING + RATING_STEP * (level.number - 1)


def _strength(level: Level) -> str:
    if level.nodes is None:
        return "all that the clock allows"
    if level.depth is None:
        return f"looks at up to {level.nodes:,} positions"
    turns = f"looks {level.depth} turn{'s' if level.depth > 1 else ''} ahead"
    careless = level.careless_percent
    return f"{turns}, plays {careless} of 100 moves without looking" if careless else turns


@api.add("GET", "/api/games", deleted=YES_NO, find=FIND, skip=SKIP, limit=LIMIT)
async def games(service: GameService, call: Call) -> list[messages.GameSummary]:
    """The saved games, latest first; or the deleted ones that can be restored.

    `find` keeps those whose players, game, event and result have all its words.
    """
    wanted = {**call.query, "deleted": call.query.get("deleted") == "true"}
    rows = await service.games.archive.ask(lambda store: store.rows(**wanted))
    return [
        messages.GameSummary(
            id=id_, saved_at=saved_at, preset=preset, title=title, plies=plies, result=result
        )
        for id_, saved_at, preset, title, plies, result in rows
    ]


@api.add("POST", "/api/games", requests.NewGame)
async def new_game(service: GameService, call: Call) -> messages.Game:
    """A new game."""
    return (await service.admit(new_session(call.body))).view()


@api.add("POST", "/api/openings", requests.OpeningStep)
async def opening(service: GameService, call: Call) -> messages.Opening:
    """An opening in which a side is chosen, after some stones; the engine may place or choose."""
    return await service.openings.step(call.body)


@api.add("POST", "/api/balanced", requests.FindBalanced)
async def balanced(service: GameService, call: Call) -> messages.BalancedOpenings:
    """The next balanced opening of a game, by searches."""
    return await find_balanced(service.pool, call.body)


@api.add("GET", GAME)
async def game(service: GameService, call: Call) -> messages.Game:
    """The current state of a game."""
    return (await service.games.session(call.id)).view(call.seat)


@api.add("DELETE", GAME)
async def delete_game(service: GameService, call: Call) -> requests.Nothing:
    """Delete a game; it can be restored for a week, unless its space is needed."""
    await service.delete(call)
    return requests.Nothing()


@api.command("restore", requests.Nothing)
async def restore_game(service: GameService, call: Call) -> messages.Game:
    """Undo the deletion of a game."""
    return (await service.restore(call.id)).view()


@api.command("rematch", requests.Nothing)
async def rematch(service: GameService, call: Call) -> messages.Game:
    """A new game with the sides swapped."""
    session, _ = await service.permitted(call)
    return (await service.admit(rematch_of(session))).view()


@api.command("hint", requests.Nothing, 409)
async def hint(service: GameService, call: Call) -> messages.GameChange:
    """The engine's move here, after a search of one second."""
    return await service.hint(call)


@api.add("GET", f"{GAME}/position", node=NODE)
async def position(service: GameService, call: Call) -> positions.PositionView:
    """The position at a node; the current node does not change."""
    session = await service.games.session(call.id)
    node = call.query.get("node")
    return session.position(session.current if node is None else node)


@api.command("analysis", requests.Analyse, 409)
async def analysis(service: GameService, call: Call) -> requests.Nothing:
    """Start or stop the analysis of a tab; its results are sent as events."""
    session, _ = await service.permitted(call)
    if call.body.action == "start":
        service.analyses.start(session, call.body)
    else:
        service.analyses.stop(session.id, call.body.tab)
    return requests.Nothing()


@api.command("review", requests.Review)
async def review(service: GameService, call: Call) -> requests.Nothing:
    """Score the main line and mark its mistakes; results are sent as events."""
    session, _ = await service.permitted(call)
    service.reviews.start(session, call.body.nodes)
    return requests.Nothing()


@api.command("judge", requests.AtNode)
async def judge(service: GameService, call: Call) -> messages.GameChange:
    """Score a node and the one before it, and mark the move between them."""
    session, _ = await service.permitted(call)
    await service.reviews.judge(session, call.body.node)
    return await service.command(call, lambda _: None)  # saves the scores


@api.command("review/stop", requests.Nothing)
async def stop_review(service: GameService, call: Call) -> requests.Nothing:
    """End the current review."""
    session, _ = await service.permitted(call)
    service.reviews.stop(session.id)
    return requests.Nothing()


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
        session = await asyncio.to_thread(read_chosen, call.body)
    return (await service.admit(session)).view()


@api.add("POST", LIST_RECORDS, requests.ListRecords)
async def list_records(service: GameService, call: Call) -> messages.Records:
    """The games of a text, to choose one; nothing is saved."""
    async with service.reading:
        return await asyncio.to_thread(records_in, call.body)


@api.add("GET", "/api/engines/log")
async def engine_log(service: GameService, _: Call) -> list[messages.EngineLogLine]:
    """The last messages between the server and its engines."""
    return service.pool.log()


@api.add("GET", "/api/health")
async def health(service: GameService, _: Call) -> messages.Health:
    """The state of the server and its engines."""
    return messages.Health(
        status="ok",
        engines_running=service.pool.running,
        engines_waiting=service.pool.waiting,
        streams=len(service.hub),
        makes_gifs=makes_gifs(),
    )


@api.command("players", requests.NewPlayers)
async def players(service: GameService, call: Call) -> messages.GameChange:
    """Replace the players from now on."""

    def change(session: Session) -> None:
        service.opponents.halt(session)
        session.players = call.body.players
        session.watching = False

    return await service.command(call, change)


@api.command("engine", requests.EngineGo, 409)
async def engine(service: GameService, call: Call) -> messages.GameChange:
    """Start the engine to move, stop it, or let it move at once."""

    def change(session: Session) -> None:
        session.engine_go(go=call.body.go)
        if not call.body.go:
            service.opponents.halt(session)
        elif call.body.now:
            service.opponents.hurry(session)

    return await service.command(call, change)


def _change(name: str, body: Any, method: Callable[..., object], *refusals: int) -> None:
    """Add the route of a method of sessions that takes the fields of the body."""

    async def handler(service: GameService, call: Call) -> messages.GameChange:
        request = msgspec.structs.asdict(call.body)
        return await service.command(call, lambda game: method(game, **request))

    handler.__name__, handler.__doc__ = name, method.__doc__
    api.command(name, body, *refusals)(handler)


_change("play", requests.Play, play, 409)
_change("undo", requests.UndoRedo, undo, 409)
_change("redo", requests.UndoRedo, Session.redo, 409)
_change("goto", requests.AtNode, Session.goto)
_change("draw/offer", requests.DrawOffer, Session.offer_draw, 409)
_change("draw", requests.Nothing, Session.agree_draw, 409)
_change("comment", requests.CommentOn, Session.comment)
_change("markup", requests.MarkupOn, Session.draw)
_change("delete", requests.AtNode, Session.delete, 409)
_change("keep", requests.AtNode, Session.keep)
_change("promote", requests.AtNode, Session.promote)

ROUTES = (*api, *SEAT_ROUTES, *STUDY_ROUTES)
