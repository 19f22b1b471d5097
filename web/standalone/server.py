"""The application in a worker of the browser: scripts hand it requests and get answers in parts."""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import unquote

import msgspec

from search.result import STOP
from web.contract import messages, requests
from web.engines.orders import Command, Reply
from web.http.app import make_app
from web.sessions.beginning import new_session
from web.settings import Settings
from web.standalone.files import fetched
from web.words import LANGUAGES, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, MutableMapping

    from web.sessions.session import Session

DATA = "/data"
HOST = "localhost"  # as the guard of the application knows its own page
FIRST = "first-game"
START_S = 60.0  # for an engine to start, which takes a slow phone many seconds
IDLE_S = 600.0  # an engine costs a second to start, and memory while it is there
REPLACE_S = 0.3  # until another is started for one that was ended: its last result goes out first


class Scripts(Protocol):
    """What the worker's script offers."""

    def answer(self, request: int, status: int, headers: Mapping[str, str]) -> object:
        """Begin the answer to a request."""

    def part(self, request: int, content: bytes, last: bool) -> object:  # noqa: FBT001 - a script
        """Go on with an answer."""

    def start_engine(self, heard: Any, ended: Any) -> Any:
        """An engine's worker: `post(line)`, `end()`, `can_stop`.

        heard     `heard(line)` gets its lines; the first is empty and says that it has started
        ended     is called if it breaks down
        can_stop  it hears while it searches that it should stop
        """


class EngineWorker:
    """An engine in a worker of its own, in the place of the process that `pente serve` starts.

    Without shared memory a search cannot hear that it should stop. Then its worker is ended, its
    last result so far is the result, and `replace` is called to start another.
    """

    pid = 0

    def __init__(self, scripts: Scripts, replace: Callable[[], None] = lambda: None) -> None:
        self._replace = replace
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._latest: Reply | None = None  # of the order that is being carried out
        self._stopping = False
        self._began = asyncio.Event()
        self.returncode: int | None = None
        self._worker = scripts.start_engine(self._hear, self._gone)
        self.stdin = self.stdout = self

    def _hear(self, line: str) -> None:
        """Take a line of the worker; one that was ended may have sent it before."""
        if self.returncode is not None:
            return
        self._began.set()
        if line:
            reply = msgspec.json.decode(line, type=Reply)
            self._latest = None if reply.done else reply
            self._lines.put_nowait(line.encode() + b"\n")
            self._stop_with_result()

    def _gone(self) -> None:
        """The worker is no longer there; who waits for a line hears it."""
        self.returncode = 0
        self._began.set()
        self._lines.put_nowait(b"")

    async def begun(self) -> None:
        """Wait until the engine has started, or broken down. Raises TimeoutError."""
        try:
            await asyncio.wait_for(self._began.wait(), START_S)
        except (TimeoutError, asyncio.CancelledError):
            self._kill()
            raise

    def write(self, line: bytes) -> None:
        """Send a line to the engine."""
        if self.returncode is not None:  # a stop that comes late; the reader hears that it ended
            return
        self._stopping = msgspec.json.decode(line, type=Command).do == "stop"
        if not self._stopping or self._worker.can_stop:
            self._worker.post(line.decode())
        else:
            self._stop_with_result()

    def _stop_with_result(self) -> None:
        """End a worker that should stop and cannot hear, once it has a result."""
        stops = self._stopping and not self._worker.can_stop
        if stops and self._latest is not None and self._latest.found is not None:
            result = msgspec.structs.replace(self._latest.found, stopped_by=STOP)
            reply = msgspec.structs.replace(self._latest, found=result, done=True)
            self._lines.put_nowait(msgspec.json.encode(reply) + b"\n")
            self._kill()
            self._replace()

    async def readline(self) -> bytes:
        """The engine's next line; empty once it has ended."""
        return await self._lines.get()

    async def end(self) -> None:
        """End the engine at once."""
        self._kill()

    def _kill(self) -> None:
        self._worker.end()
        self._gone()


def first_session() -> Session:
    """The game of a first visit, which the page shows before there is a server."""
    players = (
        messages.PlayerSetting(kind="human", name="You"),
        messages.PlayerSetting(kind="engine", level=3),
    )
    session = new_session(requests.NewGame(preset="pente", players=players))
    session.id = FIRST
    return session


def fetch_words(language: str) -> None:
    """Write the texts of a language, of which the pack has an empty file, unless they are there.

    Raises the script's error if they cannot be fetched.
    """
    path = os.path.join(WORDS, f"{language}.json")
    if language in LANGUAGES and not os.path.getsize(path):
        texts = fetched(f"../words/{language}.json")
        with open(path, "wb") as file:
            file.write(texts)


class Server:
    """The application, and the requests that it is answering."""

    def __init__(self, scripts: Scripts, data: str = DATA) -> None:
        """Raises OSError if games cannot be saved."""
        settings = Settings(data=data, slots=1, engine_idle_s=IDLE_S, launch=self._launch)
        self._app = make_app(settings)
        games = self._app.state.service.games
        if games.store.load(FIRST) is None:
            games.save_now(first_session())
        self._scripts = scripts
        self._spare: EngineWorker | None = None
        self._replacing: asyncio.TimerHandle | None = None
        self._running: dict[int, asyncio.Task[None]] = {}

    def ask(
        self,
        request: int,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: bytes | memoryview,
    ) -> None:
        """Begin to answer a request with this number."""
        scope = _scope(method, url, headers, len(body))
        task = asyncio.get_running_loop().create_task(self._answer(request, scope, bytes(body)))
        self._running[request] = task
        task.add_done_callback(lambda _: self._running.pop(request, None))

    def leave(self, request: int) -> None:
        """The page no longer wants the answer: a stream's work ends."""
        if request in self._running:
            self._running[request].cancel()

    async def _launch(self) -> EngineWorker:
        if self._replacing is not None:
            self._replacing.cancel()
        engine, self._spare = self._spare or EngineWorker(self._scripts, self._replace_soon), None
        await engine.begun()
        return engine

    def _replace_soon(self) -> None:
        self._replacing = asyncio.get_running_loop().call_later(REPLACE_S, self._replace)

    def _replace(self) -> None:
        self._spare = EngineWorker(self._scripts, self._replace_soon)

    async def _answer(self, request: int, scope: MutableMapping[str, Any], body: bytes) -> None:
        """Call the application; an answer that it breaks off ends there."""
        unread = [{"type": "http.request", "body": body, "more_body": False}]
        gone = asyncio.Event()  # never set: a page that leaves cancels the task

        async def receive() -> dict[str, Any]:
            if not unread:
                await gone.wait()
            return unread.pop()

        ended = False

        async def send(message: MutableMapping[str, Any]) -> None:
            nonlocal ended
            if message["type"] == "http.response.start":
                headers = {name.decode(): value.decode() for name, value in message["headers"]}
                self._scripts.answer(request, message["status"], headers)
            else:
                ended = not message.get("more_body", False)
                self._scripts.part(request, message.get("body", b""), ended)

        try:
            if scope["path"].endswith("/page"):
                fetch_words(scope["query_string"].decode().removeprefix("language="))
            await self._app(scope, receive, send)
        except Exception:  # noqa: BLE001 - the application has logged it
            if not ended:
                self._scripts.part(request, b"", True)


def _scope(method: str, url: str, headers: Mapping[str, str], size: int) -> dict[str, Any]:
    """What ASGI says of a request with a body of `size` bytes."""
    path, _, query = url.partition("?")
    headers = {**headers, "Host": HOST, "Content-Length": str(size)}
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
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 0),
        "server": (HOST, 80),
        "state": {},
    }
