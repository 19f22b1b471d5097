"""The application in a worker of the browser: scripts hand it requests and get answers in parts."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

import msgspec

from search.result import STOP
from web.contract import messages, requests
from web.engines.orders import Command, Reply
from web.http.app import make_app
from web.sessions.beginning import new_session
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from web.sessions.session import Session

DATA = "/data"
HOST = "localhost"  # as the guard of the application knows its own page
FIRST = "first-game"
IDLE_S = 600.0  # an engine costs a second to start, and memory while it is there


class Scripts(Protocol):
    """What the worker's script offers."""

    def answer(self, request: int, status: int, headers: Mapping[str, str]) -> object:
        """Begin the answer to a request."""

    def part(self, request: int, content: bytes, last: bool) -> object:  # noqa: FBT001 - a script
        """Go on with an answer."""

    def start_engine(self, heard: Any) -> Any:
        """An engine's worker: `post(line)`, `end()`, `can_stop`; `heard(line)` gets its lines.

        can_stop  it hears while it searches that it should stop
        """


class EngineWorker:
    """An engine in a worker of its own, in the place of the process that `pente serve` starts.

    Without shared memory a search cannot hear that it should stop. Then its worker is ended, its
    last result so far is the result, and another worker is started.
    """

    pid = 0

    def __init__(self, scripts: Scripts) -> None:
        self._scripts = scripts
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._latest: Reply | None = None  # of the order that is being carried out
        self._worker = self._started()
        self.stdin = self.stdout = self

    def _started(self) -> Any:
        """A new worker."""
        worker: Any = None

        def heard(line: str) -> None:
            if worker is self._worker:  # an ended one may have sent a line before
                reply = msgspec.json.decode(line, type=Reply)
                self._latest = None if reply.done else reply
                self._lines.put_nowait(line.encode() + b"\n")

        worker = self._scripts.start_engine(heard)
        return worker

    def write(self, line: bytes) -> None:
        """Send a line to the engine."""
        stops = msgspec.json.decode(line, type=Command).do == "stop"
        if not stops or self._worker.can_stop:
            self._worker.post(line.decode())
        elif self._latest is not None and self._latest.found is not None:
            self._worker.end()
            found = msgspec.structs.replace(self._latest.found, stopped_by=STOP)
            reply = msgspec.structs.replace(self._latest, found=found, done=True)
            self._lines.put_nowait(msgspec.json.encode(reply) + b"\n")
            self._latest, self._worker = None, self._started()

    async def readline(self) -> bytes:
        """The engine's next line; empty once it has ended."""
        return await self._lines.get()

    def kill(self) -> None:
        """End the engine at once."""
        self._worker.end()
        self._lines.put_nowait(b"")

    async def wait(self) -> int:
        """The exit status."""
        return 0


def first_session() -> Session:
    """The game of a first visit, which the page shows before there is a server."""
    players = (
        messages.PlayerSetting(kind="human", name="You"),
        messages.PlayerSetting(kind="engine", level=3),
    )
    session = new_session(requests.NewGame(preset="pente", players=players))
    session.id = FIRST
    return session


class Server:
    """The application, and the requests that it is answering."""

    def __init__(self, scripts: Scripts, data: str = DATA) -> None:
        """Raises OSError if games cannot be saved."""

        async def launch() -> EngineWorker:
            return EngineWorker(scripts)

        settings = Settings(data=data, slots=1, engine_idle_s=IDLE_S, launch=launch)
        self._app = make_app(settings)
        games = self._app.state.service.games
        if games.archive.store.load(FIRST) is None:
            games.save_now(first_session())
        self._scripts = scripts
        self._running: dict[int, asyncio.Task[None]] = {}

    def ask(self, request: int, method: str, url: str, kind: str, body: str) -> None:
        """Begin to answer a request with this number; `kind` is the body's content type."""
        task = asyncio.get_running_loop().create_task(
            self._answer(request, _scope(method, url, kind, body), body.encode())
        )
        self._running[request] = task
        task.add_done_callback(lambda _: self._running.pop(request, None))

    def leave(self, request: int) -> None:
        """The page no longer wants the answer: a stream's work ends."""
        if request in self._running:
            self._running[request].cancel()

    async def _answer(self, request: int, scope: MutableMapping[str, Any], body: bytes) -> None:
        """Call the application."""
        unread = [{"type": "http.request", "body": body, "more_body": False}]
        gone = asyncio.Event()  # never set: a page that leaves cancels the task

        async def receive() -> dict[str, Any]:
            if not unread:
                await gone.wait()
            return unread.pop()

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                headers = {name.decode(): value.decode() for name, value in message["headers"]}
                self._scripts.answer(request, message["status"], headers)
            else:
                more = message.get("more_body", False)
                self._scripts.part(request, message.get("body", b""), not more)

        await self._app(scope, receive, send)


def _scope(method: str, url: str, kind: str, body: str) -> dict[str, Any]:
    """What ASGI says of a request."""
    path, _, query = url.partition("?")
    headers = {"host": HOST, "content-length": str(len(body.encode())), "content-type": kind}
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
        "client": ("127.0.0.1", 0),
        "server": (HOST, 80),
        "state": {},
    }
