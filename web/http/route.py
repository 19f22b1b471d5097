"""A route of the API, and a request as its handler gets it, decoded."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from web.contract.seats import SECRET
from web.errors import NotFound, Unreadable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractContextManager

    from web.game_service import GameService

    Handler = Callable[[GameService, "Call"], Awaitable[Any]]

GAME = "/api/games/{id}"
ID = {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}
NODE = {"type": "integer", "minimum": 0, "maximum": 1_000_000}
TAB_HEADER = "Pente-Tab"
TAB = {"type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"}
SEAT_HEADER = "Pente-Seat"
SEAT = {"type": "string", "pattern": SECRET}


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A decoded request.

    id    the one in the path
    deed  what follows it there: the name of a command
    tab   the tab that sends it, or None; the streams do not tell it a change that it gets as answer
    seat  the secret of a seat, or None
    """

    id: str
    deed: str
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    tab: str | None = None
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A route: the types of its query and body, and the error statuses beyond the usual ones.

    claim  what a request needs before its body is read and until it is answered
    """

    method: str
    path: str
    handler: Handler
    body: Any
    query: dict[str, dict[str, Any]]
    refusals: tuple[int, ...]
    claim: Callable[[GameService], AbstractContextManager[None]]

    @property
    def deed(self) -> str:
        """What follows the id of a game in the path: the name of a command."""
        return self.path.removeprefix(GAME).removeprefix("/")

    @property
    def answer(self) -> Any:
        """The type that the handler returns."""
        names = {"GameService": object, "Call": Call}
        return get_type_hints(self.handler, localns=names)["return"]

    @property
    def summary(self) -> str:
        """The first line of the handler's docstring."""
        return (self.handler.__doc__ or "").splitlines()[0]


class Routes(list[Route]):
    """Routes in order; each is declared where its handler is."""

    def add(
        self,
        method: str,
        path: str,
        body: Any = None,
        *refusals: int,
        claim: Callable[[GameService], AbstractContextManager[None]] = lambda _: nullcontext(),
        **query: dict[str, Any],
    ) -> Callable[[Handler], Handler]:
        """Add the function below as the handler of a route."""

        def added(handler: Handler) -> Handler:
            self.append(Route(method, path, handler, body, query, refusals, claim))
            return handler

        return added

    def command(self, name: str, body: Any, *refusals: int) -> Callable[[Handler], Handler]:
        """Add the function below as the handler of a command of a game."""
        return self.add("POST", f"{GAME}/{name}", body, *refusals)


def decode_body(route: Route, data: bytes) -> Any:
    """The body as the type of the route. Raises Unreadable with the reason."""
    try:
        return msgspec.json.decode(data, type=route.body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(f"the body is not as expected: {error}") from error


def decode_query(route: Route, given: list[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a query. Raises Unreadable for unknown and repeated ones."""
    known, parameters = route.query, {}
    for name, text in given:
        schema = known.get(name)
        if schema is None:
            if name == "token":
                continue
            raise Unreadable(f"the query has no parameter {name!r} here")
        if name in parameters:
            raise Unreadable(f"the parameter {name!r} is given twice")
        parameters[name] = _value(name, text, schema)
    return parameters


def _value(name: str, text: str, schema: dict[str, Any]) -> Any:
    if schema["type"] == "integer":
        if not (text.isascii() and text.isdigit() and len(text) < 8):
            raise Unreadable(f"{name}={text[:40]!r}: expected a number")
        if int(text) > schema["maximum"]:
            raise NotFound(f"{name}={text}: at most {schema['maximum']}")
        return int(text)
    if len(text) > schema.get("maxLength", len(text)):
        raise Unreadable(f"{name}: {len(text)} characters, at most {schema['maxLength']}")
    if text not in schema.get("enum", [text]):
        raise Unreadable(f"{name}={text[:40]!r}: expected one of {', '.join(schema['enum'])}")
    return text
