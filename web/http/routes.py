"""The routes of the API: one table for the application and for its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

<<<<<<< HEAD
from games.errors import GameError
from games.registry import family_class
=======
import msgspec

from games.registry import BUILT_IN
>>>>>>> aec69eb (web: a command answers with what it changed, and the stream tells it to the other tabs)
from games.rules import DEFAULT_FAMILY
from search.levels import Level, levels_of
from web.contract import messages, positions, requests
from web.errors import Unreadable
from web.families.choice import preset_views
from web.http.explorer_routes import EXPLORER_ROUTES
from web.http.puzzle_routes import PUZZLE_ROUTES
from web.http.route import GAME, NODE, Route
from web.http.share_routes import SHARE_ROUTES
from web.sessions.session import Session
from web.sessions.store import MOST_LISTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.game_service import GameService
    from web.http.route import Call, Handler

YES_NO = {"type": "string", "enum": ["true", "false"]}
FAMILY = {"type": "string", "maxLength": 80}
FIND = {"type": "string", "maxLength": 200}
SKIP = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
LIMIT = {"type": "integer", "minimum": 0, "maximum": MOST_LISTED}


async def presets(service: GameService, call: Call) -> list[messages.Preset]:
    """All games that the server offers."""
    del service, call
    return preset_views()


async def levels(service: GameService, call: Call) -> list[messages.LevelOption]:
    """The levels of the engine in one family of games, by the name in `Preset` and `Game`."""
    del service
    try:
        family = family_class(call.query.get("family", DEFAULT_FAMILY)).name
    except GameError as error:
        raise Unreadable(str(error)) from error
    return [
        messages.LevelOption(level=one.number, name=one.name, text=_strength(one))
        for one in levels_of(family)
    ]


def _strength(level: Level) -> str:
    """A description of a level."""
    if level.nodes is None:
        return "all that the clock allows"
    if level.depth is None:
        return f"looks at up to {level.nodes:,} positions"
    turns = f"looks {level.depth} turn{'s' if level.depth > 1 else ''} ahead"
    careless = level.careless_percent
    return f"{turns}, plays {careless} of 100 moves without looking" if careless else turns


async def games(service: GameService, call: Call) -> list[messages.GameSummary]:
    """The saved games, latest first; or the deleted ones that can be restored.

    `find` keeps those whose players, game, event and result have all its words.
    """
    query = call.query
    return await service.summaries(
        deleted=query.get("deleted") == "true",
        find=query.get("find", ""),
        skip=query.get("skip", 0),
        limit=query.get("limit", MOST_LISTED),
    )


async def new_game(service: GameService, call: Call) -> messages.Game:
    """A new game."""
    return (await service.create(call.body)).view()


async def opening(service: GameService, call: Call) -> messages.Opening:
    """An opening in which a side is chosen, after some stones; the engine may place or choose."""
    return await service.openings.step(call.body)


async def game(service: GameService, call: Call) -> messages.Game:
    """The current state of a game."""
    return (await service.session(call.id)).view()


async def delete_game(service: GameService, call: Call) -> requests.Nothing:
    """Delete a game; it can be restored for a week, unless its space is needed."""
    await service.delete(call.id)
    return requests.Nothing()


async def restore_game(service: GameService, call: Call) -> messages.Game:
    """Undo the deletion of a game."""
    return (await service.restore(call.id)).view()


async def rematch(service: GameService, call: Call) -> messages.Game:
    """A new game with the sides swapped."""
    return (await service.rematch(await service.session(call.id))).view()


async def hint(service: GameService, call: Call) -> messages.GameChange:
    """The engine's move here, after a search of one second."""
    return await service.hint(call.id, call.tab)


async def position(service: GameService, call: Call) -> positions.PositionView:
    """The position at a node; the current node does not change."""
    session = await service.session(call.id)
    node = call.query.get("node")
    return session.position(session.current if node is None else node)


async def analysis(service: GameService, call: Call) -> requests.Nothing:
    """Start or stop the analysis of a tab; its results are sent as events."""
    session = await service.session(call.id)
    if call.body.action == "start":
        service.analyses.start(session, call.body)
    else:
        service.analyses.stop(session.id, call.body.tab)
    return requests.Nothing()


async def review(service: GameService, call: Call) -> requests.Nothing:
    """Score the main line and mark its mistakes; results are sent as events."""
    service.reviews.start(await service.session(call.id), call.body.nodes)
    return requests.Nothing()


async def judge(service: GameService, call: Call) -> messages.GameChange:
    """Score a node and the one before it, and mark the move between them."""
    await service.judge(await service.session(call.id), call.body.node)
    return await service.command(call.id, lambda _: None, call.tab)  # saves the scores


async def stop_review(service: GameService, call: Call) -> requests.Nothing:
    """End the current review."""
    service.reviews.stop((await service.session(call.id)).id)
    return requests.Nothing()


async def engine_log(service: GameService, call: Call) -> list[messages.EngineLogLine]:
    """The last messages between the server and its engines."""
    del call
    return service.pool.log()


async def health(service: GameService, call: Call) -> messages.Health:
    """The state of the server and its engines."""
    del call
    return messages.Health(
        status="ok",
        engines_running=service.pool.running,
        engines_waiting=service.pool.waiting,
        streams=len(service.hub),
    )


async def players(service: GameService, call: Call) -> messages.GameChange:
    """Replace the players from now on."""

    def change(session: Session) -> None:
        service.opponents.halt(session)
        session.players = call.body.players
        session.watching = False

    return await service.command(call.id, change, call.tab)


async def engine(service: GameService, call: Call) -> messages.GameChange:
    """Start the engine to move, stop it, or let it move at once."""

    def change(session: Session) -> None:
        session.engine_go(go=call.body.go)
        if not call.body.go:
            service.opponents.halt(session)
        elif call.body.now:
            service.opponents.hurry(session)

    return await service.command(call.id, change, call.tab)


def _command(
    name: str, handler: Handler, body: Any, *refusals: int, answer: Any = messages.GameChange
) -> Route:
    """The route of a command."""
    return Route(
        method="POST",
        path=f"{GAME}/{name}",
        handler=handler,
        body=body,
        answer=answer,
        refusals=refusals,
    )


def _change(name: str, body: Any, method: Callable[..., object], *refusals: int) -> Route:
    """The route of a method of sessions that takes the fields of the body."""

    async def handler(service: GameService, call: Call) -> messages.GameChange:
        wish = msgspec.structs.asdict(call.body)
        return await service.command(call.id, lambda game: method(game, **wish), call.tab)

    handler.__name__, handler.__doc__ = name, method.__doc__
    return _command(name, handler, body, *refusals)


ROUTES = (
    Route(method="GET", path="/api/presets", handler=presets, answer=list[messages.Preset]),
    Route(
        method="GET",
        path="/api/levels",
        handler=levels,
        answer=list[messages.LevelOption],
        query=(("family", FAMILY),),
    ),
    Route(
        method="GET",
        path="/api/games",
        handler=games,
        answer=list[messages.GameSummary],
        query=(("deleted", YES_NO), ("find", FIND), ("skip", SKIP), ("limit", LIMIT)),
    ),
    Route(
        method="POST",
        path="/api/games",
        handler=new_game,
        body=requests.NewGame,
        answer=messages.Game,
    ),
    Route(
        method="POST",
        path="/api/openings",
        handler=opening,
        body=requests.OpeningStep,
        answer=messages.Opening,
    ),
    Route(method="GET", path=GAME, handler=game, answer=messages.Game),
    Route(method="DELETE", path=GAME, handler=delete_game, answer=requests.Nothing),
    _command("restore", restore_game, requests.Nothing, answer=messages.Game),
    _change("play", requests.Play, Session.play, 409),
    _change("undo", requests.Step, Session.undo, 409),
    _change("redo", requests.Step, Session.redo, 409),
    _change("goto", requests.AtNode, Session.goto),
    _change("resign", requests.Nothing, Session.resign, 409),
    _change("draw", requests.Nothing, Session.agree_draw, 409),
    _command("rematch", rematch, requests.Nothing, answer=messages.Game),
    _command("hint", hint, requests.Nothing, 409),
    _change("comment", requests.CommentOn, Session.comment),
    _change("delete", requests.AtNode, Session.delete, 409),
    _change("promote", requests.AtNode, Session.promote),
    _command("players", players, requests.NewPlayers),
    _command("engine", engine, requests.EngineGo, 409),
    Route(
        method="GET",
        path=f"{GAME}/position",
        handler=position,
        answer=positions.PositionView,
        query=(("node", NODE),),
    ),
    _command("analysis", analysis, requests.Analyse, 409, answer=requests.Nothing),
    _command("review", review, requests.Review, answer=requests.Nothing),
    _command("judge", judge, requests.AtNode),
    _command("review/stop", stop_review, requests.Nothing, answer=requests.Nothing),
    *SHARE_ROUTES,
    *EXPLORER_ROUTES,
    *PUZZLE_ROUTES,
    Route(
        method="GET",
        path="/api/engines/log",
        handler=engine_log,
        answer=list[messages.EngineLogLine],
    ),
    Route(method="GET", path="/api/health", handler=health, answer=messages.Health),
)
