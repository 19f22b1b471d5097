"""A server on a port: finds a free one, starts, ends within two seconds."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
from typing import TYPE_CHECKING, Any

import uvicorn

from web.errors import Refusal
from web.http.app import make_app
from web.http.connections import BACKLOG, BoundedProtocol, most_connections
from web.log import quieten

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.game_service import GameService
    from web.sessions.session import Session
    from web.settings import Settings

END_S = 1  # for requests that are being answered
MOST_PORTS = 20  # tried after the requested one
MOST_HEAD = 64 << 10
UNHEARD_MS = 60_000  # TCP ends a connection whose client acknowledges nothing for so long
BUSY = (errno.EADDRINUSE, errno.EACCES)


class PortsBusy(OSError):  # noqa: N818 - a condition
    """Neither the requested port nor the next ones are free."""


def bind(host: str, port: int) -> socket.socket:
    """A listening socket on this port or, if it is busy, on the next that is free.

    Port 0 is any free one. Raises PortsBusy, or OSError for a host of another machine. The protocol
    is explicit because asyncio sets TCP_NODELAY only then, which sends small answers at once.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for offset in range(MOST_PORTS + 1):
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        # With SO_REUSEADDR, Windows would let a second server take the port of the first.
        how = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listener.setsockopt(socket.SOL_SOCKET, how, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::")
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
        try:
            listener.bind((host, min(port + offset, 65_535)))
            listener.listen(BACKLOG)
        except OSError as error:
            listener.close()
            if error.errno not in BUSY:
                raise
        else:
            return listener
    raise PortsBusy(f"ports {port} to {port + MOST_PORTS} of {host} are all busy")


class BoardServer(uvicorn.Server):
    """A server of the board. On shutdown it ends the streams, for which uvicorn would wait."""

    def __init__(self, settings: Settings) -> None:
        """Raises OSError if games cannot be saved."""
        app = make_app(settings)

        class Bounded(BoundedProtocol):
            most = most_connections()

        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=Bounded,
                backlog=BACKLOG,
                ws="none",
                lifespan="on",
                log_level="warning",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=END_S,
                h11_max_incomplete_event_size=MOST_HEAD,
            )
        )
        quieten()
        self.service: GameService = app.state.service
        self.on_start: Callable[[], object] = lambda: None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer requests, then call `on_start`."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        self.on_start()

    def call(self, function: Callable[[], object]) -> None:
        """Call a function in the thread of the event loop; nothing once that has ended."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(function)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Shut down on a signal; further ones change nothing, since games are being saved."""
        self.call(self.service.end_streams)
        super().handle_exit(sig, frame)
        self.force_exit = False

    def end(self) -> None:
        """Shut down; can be called from any thread."""
        self.should_exit = True
        self.call(self.service.end_streams)


def serve(
    settings: Settings,
    listener: socket.socket,
    on_ready: Callable[[], None] = lambda: None,
    opened: Session | None = None,
    watch: Callable[[BoardServer], object] = lambda _: None,
) -> None:
    """Serve on a listening socket until a signal; call `on_ready` when clients can connect.

    `opened` is a new game in which no engine is to move yet; it is saved first. `watch` is called
    with the server before that. Raises OSError if games cannot be saved.
    """
    server = BoardServer(settings)
    watch(server)
    if opened is not None:
        try:
            server.service.games.save_now(opened)
        except Refusal as error:
            raise OSError(error.detail) from error
    with contextlib.closing(listener), contextlib.suppress(KeyboardInterrupt):
        on_ready()  # the socket listens already and queues connections
        server.run(sockets=[listener])
