"""A server in a thread, and a client that talks to it as the page does."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode

import httpx
import pytest

from tests.arena.waiting import wait_for
from web.engines import pool
from web.http.server import BoardServer, bind
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

    from web.game_service import GameService
    from web.sessions.session import Session

DEADLINE_S = 60.0  # of every wait: only a fault lets it pass
PEOPLE = ({"kind": "human"}, {"kind": "human"})
AGAINST_ENGINE = ({"kind": "human"}, {"kind": "engine", "level": 2})
Answer = TypeVar("Answer")


def awaited(work: Coroutine[Any, Any, Answer]) -> Answer:
    """Run this in a separate thread: the tests of the page leave a loop in the main one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, work).result(2 * DEADLINE_S)


def merged(game: Any, change: Any) -> Any:
    """The game after a change, as `static/js/game/tree.js` does it."""
    nodes = {node["id"]: node for node in [*game["nodes"], *change["nodes"]]}
    below: dict[int, list[int]] = {id_: [] for id_ in nodes}
    for node in game["nodes"][1:]:
        below[node["parent"]].append(node["id"])
    below |= dict(change["children"])
    order, waiting, main = [], [0], [0]
    while waiting:
        order.append(nodes[waiting.pop()])
        waiting += below[order[-1]["id"]][::-1]
    while below[main[-1]]:
        main.append(below[main[-1]][0])
    rest = {name: value for name, value in change.items() if name not in ("since", "children")}
    return {**game, **rest, "nodes": order, "main": main}


class Ahead(asyncio.SelectorEventLoop):
    """An event loop for which a test lets time pass."""

    ahead_s = 0.0

    def time(self) -> float:
        """The time of the loop in seconds."""
        return super().time() + self.ahead_s


class Running:
    """A running server with methods to talk to it."""

    def __init__(self, settings: Settings, host: str = "127.0.0.1") -> None:
        self._listener = bind(host, 0)
        self.port = self._listener.getsockname()[1]
        self._server = BoardServer(settings)
        self._server.config.loop = f"{__name__}:{Ahead.__name__}"
        run = self._server.run
        self._thread = threading.Thread(target=run, args=([self._listener],), daemon=True)
        self._thread.start()
        self._games: dict[str, Any] = {}  # as last seen
        # The server ends idle connections, also those that `pass_time` makes so.
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}",
            timeout=DEADLINE_S,
            limits=httpx.Limits(max_keepalive_connections=0),
            verify=False,  # noqa: S501 - no certificates are read for plain HTTP
        )

    @property
    def service(self) -> GameService:
        """The server's state, for tests to read only."""
        return self._server.service

    def kept(self, game: Any) -> Session:
        """A game in the server's memory, for tests to read only."""
        session = self.service.games.known(game["id"])
        assert session is not None
        return session

    @property
    def loop(self) -> Ahead:
        """The server's event loop, for tests to run something in."""
        assert isinstance(self._server._loop, Ahead)
        return self._server._loop

    def pass_time(self, seconds: float) -> None:
        """Let time pass for the server's timers at once; those that are due follow."""
        done, loop = threading.Event(), self.loop

        def jump() -> None:
            loop.ahead_s += seconds
            done.set()

        self._server.call(jump)
        assert done.wait(DEADLINE_S)

    @property
    def connections(self) -> set[Any]:
        """The connections that the server has open now."""
        return set(self._server.server_state.connections)

    def connect(self) -> socket.socket:
        """A connection to the server."""
        return socket.create_connection(("127.0.0.1", self.port), DEADLINE_S)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """The answer to a command, after a check of its status."""
        return self._checked(self.client.post(f"/api/{path}", json=body), status)

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """The answer to a query, after a check of its status."""
        return self._checked(self.client.get(f"/api/{path}", params=query), status)

    def delete(self, path: str, status: int = 200) -> Any:
        """The answer to a deletion, after a check of its status."""
        return self._checked(self.client.delete(f"/api/{path}"), status)

    def _checked(self, answer: httpx.Response, status: int) -> Any:
        """The answer; instead of a change, the game after it, which the page makes likewise."""
        assert answer.status_code == status, answer.text
        data = answer.json()
        if not isinstance(data, dict) or "version" not in data:
            return data
        if "since" in data:
            known = self._games.get(data["id"], {"version": None})
            if known["version"] != data["since"]:
                return self.get(f"games/{data['id']}")
            data = merged(known, data)
        self._games[data["id"]] = data
        return data

    def new_game(self, preset: str = "gomoku-9", players: Any = PEOPLE, **more: Any) -> Any:
        """Start a new game."""
        return self.post("games", preset=preset, players=players, **more)

    def play(self, game: Any, *moves: str) -> Any:
        """Play these moves from where the game stands and return the game."""
        for move in moves:
            game = self.post(f"games/{game['id']}/play", node=game["current"], move=move)
        return game

    def played(self, preset: str, moves: str, **more: Any) -> Any:
        """A new game with these moves played."""
        return self.play(self.new_game(preset, **more), *moves.split())

    def wait(self, game: Any, done: Callable[[Any], bool]) -> Any:
        """The game as soon as the condition holds."""

        def now() -> Any:
            latest = self.get(f"games/{game['id']}")
            return done(latest) and latest

        return self.until(now)

    def answered(self, game: Any) -> Any:
        """The game as soon as no engine thinks and its move is saved."""

        async def saved() -> None:
            async with self.service.games.lock(game["id"]):
                pass

        latest = self.wait(game, lambda now: not now["thinking"])
        asyncio.run_coroutine_threadsafe(saved(), self.loop).result(DEADLINE_S)
        return latest

    until = staticmethod(wait_for)

    @contextlib.contextmanager
    def tab(self, game: Any, name: str, seat: str = "") -> Iterator[Tab]:
        """An open stream of events, of a player with the secret of a seat."""
        tab = Tab(self.connect(), {"game": game["id"], "tab": name, "seat": seat})
        try:
            yield tab
        finally:
            tab.close()

    def end(self) -> None:
        """End the server, by a deadline."""
        self.client.close()
        self._server.end()
        self._thread.join(DEADLINE_S)
        self._listener.close()
        assert not self._thread.is_alive(), "the server did not end"


class Tab:
    """A stream of events, read in a separate thread."""

    def __init__(self, connection: socket.socket, query: dict[str, str]) -> None:
        self.news: list[tuple[str, Any]] = []
        self._connection, self._lines = connection, connection.makefile("rb")
        head = f"GET /api/events?{urlencode(query)} HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
        connection.sendall(head.encode())
        assert b" 200 " in self._lines.readline(), "the stream did not open"
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        kind = ""
        with contextlib.suppress(ConnectionResetError):  # the server has ended it
            for line in self._lines:
                name, _, value = line.decode().strip().partition(": ")
                if name == "event":
                    kind = value
                if name == "data":
                    self.news.append((kind, json.loads(value)))

    def of(self, kind: str) -> list[Any]:
        """The news of one kind so far."""
        return [news for one, news in self.news if one == kind]

    def wait(self, kind: str, done: Callable[[Any], bool] = lambda _: True) -> Any:
        """The first news of one kind for which the condition holds."""
        return wait_for(lambda: next((news for news in self.of(kind) if done(news)), None))

    def close(self) -> None:
        """Cut the connection, as a closed browser tab does."""
        with contextlib.suppress(OSError):  # the server has ended it
            self._connection.shutdown(socket.SHUT_RDWR)
        self._thread.join(DEADLINE_S)
        self._lines.close()
        self._connection.close()
        assert not self._thread.is_alive(), "the stream was not cut"


@contextlib.contextmanager
def serving(settings: Settings, host: str = "127.0.0.1") -> Iterator[Running]:
    """A server that ends with the block."""
    running = Running(settings, host)
    try:
        yield running
    finally:
        running.end()


@pytest.fixture(scope="module", autouse=True)
def patience() -> Iterator[None]:
    """The board kills a slow engine only where a test makes it hang."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "GRACE_S", DEADLINE_S)
        patch.setattr(pool, "STOP_S", DEADLINE_S)
        yield


@pytest.fixture
def settings(tmp_path: Any) -> Settings:
    """Settings of a server with one engine and with its games in the test's folder."""
    return Settings(data=str(tmp_path / "data"), slots=1)


@pytest.fixture
def own(settings: Settings) -> Iterator[Running]:
    """A server for one test."""
    with serving(settings) as running:
        yield running


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with one engine that the tests of a file share, each with its own games."""
    data = str(tmp_path_factory.mktemp("data"))
    with serving(Settings(data=data, slots=1, burst=100_000)) as running:
        yield running
