"""The API's routes: one table, from which both the application and its description are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.rules import FIVE_FAMILY, GIPF_FAMILY
from search.levels import Level as LevelOfPlay
from search.levels import levels_of
from web.contract import messages, positions, requests
from web.families.choice import preset_views
from web.records.export import EXPORTS, export
from web.records.reading import read_import

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from web.house import House
    from web.sessions.session import Session

    Handler = Callable[[House, "Call"], Awaitable[Any]]

ID = {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}
NODE = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
TAB = {"type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"}
FORMAT = {"type": "string", "enum": list(EXPORTS)}
YES_NO = {"type": "string", "enum": ["true", "false"]}
FAMILY = {"type": "string", "enum": [FIVE_FAMILY, GIPF_FAMILY]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request as its handler gets it: the id in the path, the query, the decoded body."""

    id: str
    query: dict[str, Any]
    body: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """A route: what it takes and gives, and which refusals to expect beside the usual ones."""

    method: str
    path: str
    handler: Handler
    answer: Any
    body: Any = None
    query: tuple[tuple[str, dict[str, Any]], ...] = ()
    refusals: tuple[int, ...] = ()

    @property
    def summary(self) -> str:
        """The first line of the handler's text."""
        return (self.handler.__doc__ or "").splitlines()[0]


async def presets(house: House, call: Call) -> list[messages.Preset]:
    """All games that can be played."""
    del house, call
    return preset_views()


async def levels(house: House, call: Call) -> list[messages.Level]:
    """The strengths of the engine, as they are in one family of games."""
    del house
    family = call.query.get("family", FIVE_FAMILY)
    return [
        messages.Level(level=one.number, name=one.name, text=_strength(one))
        for one in levels_of(family)
    ]


def _strength(level: LevelOfPlay) -> str:
    """What a level does, in words."""
    if level.nodes is None:
        return "all that the clock allows"
    if level.depth is None:
        return f"looks at up to {level.nodes:,} positions"
    turns = f"looks {level.depth} turn{'s' if level.depth > 1 else ''} ahead"
    careless = level.careless_percent
    return f"{turns}, plays {careless} of 100 moves without looking" if careless else turns


async def games(house: House, call: Call) -> list[messages.GameSummary]:
    """The saved games, latest first; or the deleted ones that can be restored."""
    return house.summaries(deleted=call.query.get("deleted") == "true")


async def new_game(house: House, call: Call) -> messages.Game:
    """A new game."""
    return house.create(call.body).view()


async def game(house: House, call: Call) -> messages.Game:
    """A game as it stands."""
    return house.session(call.id).view()


async def delete_game(house: House, call: Call) -> requests.Nothing:
    """Delete a game; for a week it can be restored, unless its room is needed."""
    house.delete(call.id)
    return requests.Nothing()


async def restore_game(house: House, call: Call) -> messages.Game:
    """Undo the deletion of a game."""
    return house.restore(call.id).view()


async def play(house: House, call: Call) -> messages.Game:
    """Play a move at the current node."""
    session = house.session(call.id)
    session.play(call.body.node, call.body.move)
    return _done(house, session)


async def undo(house: House, call: Call) -> messages.Game:
    """Take back: against an engine both plies, also while it thinks."""
    session = house.session(call.id)
    session.undo()
    return _done(house, session)


async def redo(house: House, call: Call) -> messages.Game:
    """Play again what was taken back."""
    session = house.session(call.id)
    session.redo()
    return _done(house, session)


async def goto(house: House, call: Call) -> messages.Game:
    """Make a node the current one."""
    session = house.session(call.id)
    session.goto(call.body.node)
    return _done(house, session)


async def resign(house: House, call: Call) -> messages.Game:
    """The person to move gives the game up."""
    session = house.session(call.id)
    session.resign()
    return _done(house, session)


async def draw(house: House, call: Call) -> messages.Game:
    """Two people agree to a draw."""
    session = house.session(call.id)
    session.agree_draw()
    return _done(house, session)


async def rematch(house: House, call: Call) -> messages.Game:
    """A new game with the sides swapped."""
    return house.rematch(house.session(call.id)).view()


async def hint(house: House, call: Call) -> messages.Game:
    """What the engine would play here, after a second of thought."""
    session = house.session(call.id)
    await house.hint(session)
    return _done(house, session)


async def comment(house: House, call: Call) -> messages.Game:
    """Write the comment of a node."""
    session = house.session(call.id)
    session.comment(call.body.node, call.body.text)
    return _done(house, session)


async def delete_node(house: House, call: Call) -> messages.Game:
    """Delete a move with all that follows it."""
    session = house.session(call.id)
    session.delete(call.body.node)
    return _done(house, session)


async def promote(house: House, call: Call) -> messages.Game:
    """Make the line to a node the main line."""
    session = house.session(call.id)
    session.promote(call.body.node)
    return _done(house, session)


async def players(house: House, call: Call) -> messages.Game:
    """Other players from now on."""
    session = house.session(call.id)
    house.opponents.halt(session)
    session.players = call.body.players
    session.watching = False
    return _done(house, session)


async def engine(house: House, call: Call) -> messages.Game:
    """Let the engine to move think, stop it, or have its answer at once."""
    session = house.session(call.id)
    session.engine_go(go=call.body.go)
    if not call.body.go:
        house.opponents.halt(session)
    elif call.body.now:
        house.opponents.hurry(session)
    return _done(house, session)


async def position(house: House, call: Call) -> positions.PositionView:
    """The position at a node; the current node stays."""
    session = house.session(call.id)
    node = call.query.get("node")
    return session.position(session.current if node is None else node)


async def analysis(house: House, call: Call) -> messages.Game:
    """Start or stop the analysis of a tab; what it finds comes as events."""
    session = house.session(call.id)
    if call.body.action == "start":
        house.analyses.start(session, call.body)
    else:
        house.analyses.stop(session.id, call.body.tab)
    return session.view()


async def review(house: House, call: Call) -> messages.Game:
    """Score the main line and mark its mistakes; they come as events."""
    session = house.session(call.id)
    house.reviews.start(session, call.body.nodes)
    return session.view()


async def stop_review(house: House, call: Call) -> messages.Game:
    """End the review that is under way."""
    session = house.session(call.id)
    house.reviews.stop(session.id)
    return session.view()


async def export_game(house: House, call: Call) -> messages.Exported:
    """The game as a record."""
    return export(house.session(call.id), call.query.get("format") or "json")


async def import_game(house: House, call: Call) -> messages.Game:
    """A new game from a record, a position or a harness folder."""
    session = await read_import(call.body)
    return house.admit(session).view()


async def engine_log(house: House, call: Call) -> list[messages.EngineWord]:
    """The last lines between the server and its engines."""
    del call
    return house.pool.log()


async def health(house: House, call: Call) -> messages.Health:
    """That the server lives, and what its engines do."""
    del call
    return messages.Health(
        status="ok",
        engines_running=house.pool.running,
        engines_waiting=house.pool.waiting,
        streams=len(house.hub),
    )


def _done(house: House, session: Session) -> messages.Game:
    """After a command: everybody is told, the asker in the answer."""
    house.changed(session)
    return session.view()


def _command(name: str, handler: Handler, body: Any, *refusals: int) -> Route:
    """A command to a game: its body in, the game out."""
    return Route(
        method="POST",
        path=f"/api/games/{{id}}/{name}",
        handler=handler,
        body=body,
        answer=messages.Game,
        refusals=refusals,
    )


GAME = "/api/games/{id}"
ROUTES = (
    Route(method="GET", path="/api/presets", handler=presets, answer=list[messages.Preset]),
    Route(
        method="GET",
        path="/api/levels",
        handler=levels,
        answer=list[messages.Level],
        query=(("family", FAMILY),),
    ),
    Route(
        method="GET",
        path="/api/games",
        handler=games,
        answer=list[messages.GameSummary],
        query=(("deleted", YES_NO),),
    ),
    Route(
        method="POST",
        path="/api/games",
        handler=new_game,
        body=requests.NewGame,
        answer=messages.Game,
    ),
    Route(method="GET", path=GAME, handler=game, answer=messages.Game),
    Route(method="DELETE", path=GAME, handler=delete_game, answer=requests.Nothing),
    _command("restore", restore_game, requests.Nothing),
    _command("play", play, requests.Play, 409),
    _command("undo", undo, requests.Nothing, 409),
    _command("redo", redo, requests.Nothing, 409),
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
    _command("review/stop", stop_review, requests.Nothing),
    Route(
        method="GET",
        path=f"{GAME}/export",
        handler=export_game,
        answer=messages.Exported,
        query=(("format", FORMAT),),
        refusals=(409,),
    ),
    Route(
        method="POST",
        path="/api/import",
        handler=import_game,
        body=requests.Import,
        answer=messages.Game,
    ),
    Route(
        method="GET",
        path="/api/engines/log",
        handler=engine_log,
        answer=list[messages.EngineWord],
    ),
    Route(method="GET", path="/api/health", handler=health, answer=messages.Health),
)
