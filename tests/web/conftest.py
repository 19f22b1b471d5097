"""A server in a thread, and a client that talks to it as the page does."""

from __future__ import annotations

import json
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from web.http.server import BoardServer, bind
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from web.game_service import GameService
    from web.sessions.session import Session

END_S = 8.0
ANSWER_S = 15.0
PEOPLE = ({"kind": "human"}, {"kind": "human"})
AGAINST_ENGINE = ({"kind": "human"}, {"kind": "engine", "level": 2})


class Running:
    """A running server with methods to talk to it."""

    def __init__(self, settings: Settings, host: str = "127.0.0.1") -> None:
        listener = bind(host, 0)
        self.port = listener.getsockname()[1]
        self._server = BoardServer(settings)
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()
        self._listener = listener
        self.client = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=ANSWER_S)

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
    def connections(self) -> set[Any]:
        """The server's open connections, for tests to read only."""
        return self._server.server_state.connections

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """Return the answer to a command, after a check of its status."""
        answer = self.client.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """Return the answer to a query, after a check of its status."""
        answer = self.client.get(f"/api/{path}", params=query)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new_game(self, preset: str = "gomoku-9", players: Any = PEOPLE, **more: Any) -> Any:
        """Start a new game."""
        return self.post("games", preset=preset, players=players, **more)

    def play(self, game: Any, *moves: str) -> Any:
        """Play these moves from where the game stands and return the game."""
        for move in moves:
            game = self.post(f"games/{game['id']}/play", node=game["current"], move=move)
        return game

    def wait(self, game: Any, done: Callable[[Any], bool], within_s: float = ANSWER_S) -> Any:
        """Return the game as soon as the condition holds."""
        deadline = time.monotonic() + within_s
        while not done(game):
            assert time.monotonic() < deadline, game
            time.sleep(0.02)
            game = self.get(f"games/{game['id']}")
        return game

    def until(self, done: Callable[[], bool], within_s: float = ANSWER_S) -> float:
        """The seconds until the condition holds."""
        began = time.monotonic()
        while not done():
            assert time.monotonic() < began + within_s, "it never came to hold"
            time.sleep(0.01)
        return time.monotonic() - began

    def tab(self, game: Any, name: str) -> Tab:
        """An open stream of events."""
        return Tab(self.client.base_url, game["id"], name)

    def end(self) -> None:
        """End the server, by a deadline."""
        self.client.close()
        self._server.end()
        self._thread.join(END_S)
        self._listener.close()
        assert not self._thread.is_alive(), "the server did not end"


class Tab:
    """A stream of events, read in a separate thread."""

    def __init__(self, base: httpx.URL, game: str, name: str) -> None:
        self.news: list[tuple[str, Any]] = []
        self.status = 0
        self._opened = threading.Event()
        self._client = httpx.Client(base_url=base, timeout=ANSWER_S)
        self._stop = threading.Event()
        query = {"game": game, "tab": name}
        self._thread = threading.Thread(target=self._read, args=(query,), daemon=True)
        self._thread.start()
        assert self._opened.wait(ANSWER_S), "the stream did not open"

    def _read(self, query: dict[str, str]) -> None:
        try:
            with self._client.stream("GET", "/api/events", params=query) as answer:
                self.status = answer.status_code
                kind = ""
                for line in answer.iter_lines():
                    self._opened.set()
                    if line.startswith("event: "):
                        kind = line.removeprefix("event: ")
                    if line.startswith("data: "):
                        self.news.append((kind, json.loads(line.removeprefix("data: "))))
                    if self._stop.is_set():
                        return
        except httpx.HTTPError:
            if not self._stop.is_set():
                raise
        finally:
            self._opened.set()

    def of(self, kind: str) -> list[Any]:
        """Return the news of one kind so far."""
        return [news for one, news in self.news if one == kind]

    def wait(self, kind: str, done: Callable[[Any], bool] = lambda _: True) -> Any:
        """Return the first news of one kind for which the condition holds."""
        deadline = time.monotonic() + ANSWER_S
        while True:
            for news in self.of(kind):
                if done(news):
                    return news
            assert time.monotonic() < deadline, self.news[-3:]
            time.sleep(0.01)

    def close(self) -> None:
        """Cut the connection, as a closed browser tab does."""
        self._stop.set()
        sockets = [
            connection._connection._network_stream.get_extra_info("socket")
            for connection in self._client._transport._pool.connections  # type: ignore[attr-defined]  # httpx hides it
        ]
        for one in sockets:
            one.shutdown(2)
        self._thread.join(ANSWER_S)
        self._client.close()
        assert not self._thread.is_alive(), "the stream was not cut"


@pytest.fixture
def settings(tmp_path: Any) -> Settings:
    """Settings of a server with one engine and with its games in the test's folder."""
    return Settings(data=str(tmp_path / "data"), slots=1)


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with one engine that the tests of a file share, each with its own games."""
    data = str(tmp_path_factory.mktemp("data"))
    running = Running(Settings(data=data, slots=1, burst=100_000))
    yield running
    running.end()
