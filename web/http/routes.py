"""The routes of the API: one table for the application and for its description."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.errors import GameError
from games.registry import family_class
from games.rules import DEFAULT_FAMILY
from search.levels import Level, levels_of
from web.contract import messages, positions, requests
from web.errors import Unreadable
from web.families.choice import preset_views
from web.http.explorer_routes import EXPLORER_ROUTES
from web.http.puzzle_routes import PUZZLE_ROUTES
from web.http.route import GAME, NODE, Route
from web.http.share_routes import SHARE_ROUTES
from web.sessions.store import MOST_LISTED

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call, Handler
    from web.sessions.session import Session

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


async def play(service: GameService, call: Call) -> messages.Game:
    """Play a move at the current node, or try one at any node."""

    def played(session: Session) -> None:
        if call.body.explore:
            session.explore(call.body.node, call.body.move)
        else:
            session.play(call.body.node, call.body.move)

    return await service.command(call.id, played)


async def undo(service: GameService, call: Call) -> messages.Game:
    """Take a move back; against an engine both plies, even while it searches."""
    return await service.command(call.id, lambda session: session.undo(explore=call.body.explore))


async def redo(service: GameService, call: Call) -> messages.Game:
    """Replay a move that was taken back."""
    return await service.command(call.id, lambda session: session.redo(explore=call.body.explore))


async def goto(service: GameService, call: Call) -> messages.Game:
    """Make a node the current one."""
    return await service.command(call.id, lambda session: session.goto(call.body.node))


async def resign(service: GameService, call: Call) -> messages.Game:
    """The person to move resigns."""
    return await service.command(call.id, lambda session: session.resign())


async def draw(service: GameService, call: Call) -> messages.Game:
    """Two people agree to a draw."""
    return await service.command(call.id, lambda session: session.agree_draw())


async def rematch(service: GameService, call: Call) -> messages.Game:
    """A new game with the sides swapped."""
    return (await service.rematch(await service.session(call.id))).view()


async def hint(service: GameService, call: Call) -> messages.Game:
    """The engine's move here, after a search of one second."""
    return await service.hint(call.id)


async def comment(service: GameService, call: Call) -> messages.Game:
    """Set the comment on a node."""
    return await service.command(
        call.id, lambda session: session.comment(call.body.node, call.body.text)
    )


async def delete_node(service: GameService, call: Call) -> messages.Game:
    """Delete a move with all that follows it."""
    return await service.command(call.id, lambda session: session.delete(call.body.node))


async def promote(service: GameService, call: Call) -> messages.Game:
    """Make the line to a node the main line."""
    return await service.command(call.id, lambda session: session.promote(call.body.node))


async def players(service: GameService, call: Call) -> messages.Game:
    """Replace the players from now on."""

    def change(session: Session) -> None:
        service.opponents.halt(session)
        session.players = call.body.players
        session.watching = False

    return await service.command(call.id, change)


async def engine(service: GameService, call: Call) -> messages.Game:
    """Start the engine to move, stop it, or let it move at once."""

    def change(session: Session) -> None:
        session.engine_go(go=call.body.go)
        if not call.body.go:
            service.opponents.halt(session)
        elif call.body.now:
            service.opponents.hurry(session)

    return await service.command(call.id, change)


async def position(service: GameService, call: Call) -> positions.PositionView:
    """The position at a node; the current node does not change."""
    session = await service.session(call.id)
    node = call.query.get("node")
    return session.position(session.current if node is None else node)


async def analysis(service: GameService, call: Call) -> messages.Game:
    """Start or stop the analysis of a tab; its results are sent as events."""
    session = await service.session(call.id)
    if call.body.action == "start":
        service.analyses.start(session, call.body)
    else:
        service.analyses.stop(session.id, call.body.tab)
    return session.view()


async def review(service: GameService, call: Call) -> messages.Game:
    """Score the main line and mark its mistakes; results are sent as events."""
    session = await service.session(call.id)
    service.reviews.start(session, call.body.nodes)
    return session.view()


async def judge(service: GameService, call: Call) -> messages.Game:
    """Score a node and the one before it, and mark the move between them."""
    session = await service.session(call.id)
    await service.judge(session, call.body.node)
    return await service.command(call.id, lambda _: None)  # saves and publishes the scores


async def stop_review(service: GameService, call: Call) -> messages.Game:
    """End the current review."""
    session = await service.session(call.id)
    service.reviews.stop(session.id)
    return session.view()


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


def _command(name: str, handler: Handler, body: Any, *refusals: int) -> Route:
    """The route of a command; the answer is the game."""
    return Route(
        method="POST",
        path=f"/api/games/{{id}}/{name}",
        handler=handler,
        body=body,
        answer=messages.Game,
        refusals=refusals,
    )


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
    _command("restore", restore_game, requests.Nothing),
    _command("play", play, requests.Play, 409),
    _command("undo", undo, requests.Step, 409),
    _command("redo", redo, requests.Step, 409),
    _command("goto", goto, requests.AtNode),
    _command("resign", resign, requests.Nothing, 409),
    _command("draw", draw, requests.Nothing, 409),
    _command("rematch", rematch, requests.Nothing),
    _command("hint", hint, requests.Nothing, 409),
    _command("comment", comment, requests.CommentOn),
    _command("delete", delete_node, requests.AtNode, 409),
    _command("promote", promote, requests.AtNode),
    _command("players", players, requests.NewPlayers),
    _command("engine", engine, requests.EngineGo, 409),
    Route(
        method="GET",
        path=f"{GAME}/position",
        handler=position,
        answer=positions.PositionView,
        query=(("node", NODE),),
    ),
    _command("analysis", analysis, requests.Analyse, 409),
    _command("review", review, requests.Review),
    _command("judge", judge, requests.AtNode),
    _command("review/stop", stop_review, requests.Nothing),
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
