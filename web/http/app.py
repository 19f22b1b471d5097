"""The application: API routes, event streams and static files behind the security checks."""

from __future__ import annotations

import contextlib
import os
import re
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse
from starlette.routing import Mount, Route

from web.errors import NotFound, Refusal, Unreadable
from web.game_service import GameService
from web.http import route as api
from web.http.error_documents import on_abort, on_crash, on_http_error, on_refusal
from web.http.files import PublicFiles
from web.http.routes import ROUTES
from web.http.safety import Guard
from web.words import encode

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

    from web.events import GameTab, Stream
    from web.settings import Settings

STATIC = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "static")
JSON = "application/json"
TAB = re.compile(api.TAB["pattern"])
GAME = re.compile(api.ID["pattern"])


def make_app(settings: Settings) -> Starlette:
    """The application, with its own game service as `app.state.service`.

    Raises OSError if games cannot be saved.
    """
    service = GameService(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        """Close the service when the server ends."""
        try:
            yield
        finally:
            await service.close()

    app = Starlette(
        routes=[
            Mount(
                "/api",
                routes=[
                    *(_route(route, service) for route in ROUTES),
                    Route("/events", partial(_events, service), methods=["GET"]),
                    Route("/openapi.json", _description, methods=["GET"]),
                ],
            ),
            # Only public files are compressed: lengths of compressed answers can reveal secrets.
            Mount("/", PublicFiles(STATIC)),
        ],
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={
            Refusal: on_refusal,
            HTTPException: on_http_error,
            ClientDisconnect: on_abort,
            Exception: on_crash,
        },
        lifespan=lifespan,
    )
    app.state.service = service
    return app


def _route(route: api.Route, service: GameService) -> Route:
    async def endpoint(request: Request) -> Response:
        with route.claim(service):
            body = None if route.body is None else api.decode_body(route, await request.body())
            query = api.decode_query(route, request.query_params.multi_items())
            tab = request.headers.get(api.TAB_HEADER)
            call = api.Call(
                id=request.path_params.get("id", ""),
                deed=route.deed,
                query=query,
                body=body,
                tab=tab,
                seat=request.headers.get(api.SEAT_HEADER),
            )
            answer = await route.handler(service, call)
        text = msgspec.json.encode(answer) if tab is None else encode(answer)  # a page has tabs
        return Response(text, media_type=JSON)

    return Route(route.path.removeprefix("/api"), endpoint, methods=[route.method])


async def _description(_: Request) -> Response:
    from web.http.openapi import describe  # noqa: PLC0415 - not needed to start a server

    return Response(msgspec.json.encode(describe()), media_type=JSON)


async def _events(service: GameService, request: Request) -> Response:
    tabs = _tabs(request)
    known = await service.announcements(dict.fromkeys(game for game, _ in tabs))
    stream = service.hub.open(tabs, dict(zip(tabs, _seats(request, len(tabs)), strict=True)))
    for announcement in known:
        stream.put(("game", announcement.id, None), announcement)
        service.tell_presence(announcement.id)
    return StreamingResponse(_flow(service, stream), media_type="text/event-stream")


def _tabs(request: Request) -> list[GameTab]:
    """The games and tabs that a request names. Raises NotFound or Unreadable."""
    games, tabs = (request.query_params.getlist(name) for name in ("game", "tab"))
    if not games or not all(map(GAME.fullmatch, games)):
        raise NotFound("the query names no game: expected game=ID")
    if not all(map(TAB.fullmatch, tabs)):
        raise Unreadable("the query names no tab: expected tab=NAME, letters and digits")
    if len(games) != len(tabs):
        raise Unreadable(f"the query names {len(games)} games and {len(tabs)} tabs: expected pairs")
    return list(zip(games, tabs, strict=True))


def _seats(request: Request, count: int) -> list[str]:
    """The secret of the seat of each tab, "" for none. Raises Unreadable."""
    seats = request.query_params.getlist("seat") or [""] * count
    if len(seats) != count:
        raise Unreadable(f"the query names {len(seats)} seats and {count} tabs: expected pairs")
    return seats


async def _flow(service: GameService, stream: Stream) -> AsyncIterator[bytes]:
    """The events of a stream; when the client disconnects, its background work ends."""
    try:
        async for event in stream.events():
            yield event
    finally:
        service.hub.gone(stream)
