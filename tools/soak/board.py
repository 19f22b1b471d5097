"""The scene of `pente serve`: games over HTTP, with faults of the server, its disk and its engines.

The laws: each answer is JSON; each refusal says why; no answer has status 500; after every fault
each acknowledged move is in its game; the server ends when it gets a signal.
"""

from __future__ import annotations

import http.client
import json
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from typing import Any
from urllib.parse import urlsplit

from games.five.points import format_point
from tools.soak.faults import POLITE, damaged, kill_helper, moment, pause, shortage
from tools.soak.stage import PENTE, Program, Stage

START_S = END_S = 60.0
ANSWER_S = 20.0  # a server without open files lets its clients wait
MOST_COMMANDS = 40
CONNECTIONS = 20
RULES = ("gomoku-9", "pente", "gomoku-15")
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
AGAINST_ENGINE = [{"kind": "human"}, {"kind": "engine", "level": 1}]
REQUEST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}"


class Board:
    """A server, and what it has acknowledged.

    games  moves of the main line of each game, by its id, as last acknowledged
    """

    def __init__(self, stage: Stage, stack: ExitStack) -> None:
        self.stage = stage
        self.games: dict[str, list[str]] = {}
        self._stack = stack
        self.server = self._start()

    def _start(self) -> Program:
        """Start the server on the round's data, and wait for its address."""
        words = (*PENTE, "serve", "--port", "0", "--json", "--data", "data")
        server = self._stack.enter_context(self.stage.program(words))
        deadline = time.monotonic() + START_S
        while "\n" not in server.out and time.monotonic() < deadline:
            if server.wait(0.05) is not None:
                break
        if "\n" not in server.out:
            raise RuntimeError(f"no server: exit code {server.code}, it said: {server.err}")
        address = urlsplit(json.loads(server.out.splitlines()[0])["address"])
        self.address = (address.hostname or "", address.port or 0)
        return server

    def restart(self) -> None:
        """Start it again after its end, and compare its games with what was acknowledged."""
        self.stage.law(self.server.wait(END_S) is not None, "the server does not end", self.server)
        self._stack.close()
        self.server = self._start()
        self.compare()

    def compare(self) -> None:
        """Each acknowledged move is in its game."""
        for game, moves in self.games.items():
            status, answer = self.ask("GET", f"/api/games/{game}")
            if status == 200:
                line = main_line(answer)
                kept = line[: len(moves)] == moves
                self.stage.law(kept, f"acknowledged {moves}, kept {line}", self.server)
                self.games[game] = line
            else:
                self.stage.law(status == 0, f"an acknowledged game is gone: {status} {answer}")

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and JSON of an answer; 0 and a reason without one. Reports what breaks a law."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        try:
            with closing(http.client.HTTPConnection(*self.address, timeout=ANSWER_S)) as line:
                line.request(method, path, None if body is None else data, headers)
                answer = line.getresponse()
                status, content = answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            return 0, f"{type(error).__name__}: {error}"
        try:
            parsed = json.loads(content)
        except ValueError:
            self.stage.law(False, f"{method} {path}: {status} without JSON, {content[:200]!r}")
            return status, None
        if status >= 400:
            words = parsed.get("detail") or parsed.get("title")
            self.stage.law(words, f"{method} {path}: {status} without a reason, {parsed}")
            self.stage.law(status != 500, f"{method} {path}: {status} {parsed}", self.server)
        return status, parsed

    def play(self) -> int:
        """Play a random move in a random or new game; return the status, 0 without an answer."""
        dice = self.stage.dice
        if self.games and dice.random() < 0.9:
            status, view = self.ask("GET", f"/api/games/{dice.choice([*self.games])}")
        else:
            players = AGAINST_ENGINE if dice.random() < 0.3 else PEOPLE
            request = {"preset": dice.choice(RULES), "players": players}
            status, view = self.ask("POST", "/api/games", request)
        if status != 200:
            return status
        self.games.setdefault(view["id"], main_line(view))
        if view["thinking"] or view["result"]:
            return status
        empty = [point for point, cell in enumerate(view["position"]["cells"]) if cell == "."]
        point = dice.choice(view["position"]["legal"] or empty)  # an opening rule may forbid it
        body = {"node": view["current"], "move": format_point(point, view["size"])}
        status, change = self.ask("POST", f"/api/games/{view['id']}/play", body)
        if status == 200:
            self.games[view["id"]] = [*main_line(view), change["nodes"][-1]["move"]]
        return status


def main_line(game: dict[str, Any]) -> list[str]:
    """The moves of a game's main line."""
    by_id = {node["id"]: node["move"] for node in game["nodes"]}
    return [by_id[node] for node in game["main"][1:]]


def play_on_board(stage: Stage) -> None:
    """Games on a server under faults."""
    with ExitStack() as stack:
        board = Board(stage, stack)
        for _ in range(stage.dice.randint(5, MOST_COMMANDS)):
            board.play()
            if stage.dice.random() < 0.2:
                stage.dice.choice(FAULTS)(board)
        board.compare()
        board.server.send(signal.SIGTERM)
        stage.law(board.server.wait(END_S) is not None, "the server does not end", board.server)
        stage.law(board.server.code in (0, 130), "an end with another exit code", board.server)


def end_server(board: Board) -> None:
    """End it by a signal, perhaps while a move is on its way, and start it on the same games."""
    number = board.stage.dice.choice((signal.SIGKILL, signal.SIGKILL, *POLITE))
    moment(board.server, board.stage, 0.2)
    board.server.send(number)
    board.stage.faults.append(f"{number.name} to the server")
    board.play()
    board.restart()


def end_shortage(board: Board) -> None:
    """Play in a shortage of disk or files, end it, and play again."""
    shortage(board.server, board.stage, 0.0, kinds=2)
    for _ in range(board.stage.dice.randint(1, 6)):
        board.play()
    for kind in board.server.limits:
        board.server.limit(kind, -1)
    board.stage.law(0 < board.play() < 500, "no move after a shortage", board.server)


def bad_requests(board: Board) -> None:
    """Leave damaged requests on open connections, and play meanwhile."""
    dice = board.stage.dice
    board.stage.faults.append("damaged requests on open connections")
    with ExitStack() as stack:
        for _ in range(dice.randint(1, CONNECTIONS)):
            with suppress(OSError):
                line = stack.enter_context(socket.create_connection(board.address, timeout=5))
                line.sendall(damaged(REQUEST, dice))
        board.play()
    board.stage.law(board.play(), "no answer after damaged requests", board.server)


FAULTS: tuple[Callable[[Board], None], ...] = (
    end_server,
    lambda board: kill_helper(board.server, board.stage, 0.2),
    lambda board: pause(board.server, board.stage),
    end_shortage,
    bad_requests,
)
