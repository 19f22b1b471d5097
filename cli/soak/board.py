"""The scene of `pente serve`: games over HTTP, with faults of the server, its disk and its engines.

The laws: each answer is JSON; each refusal says why; no answer has status 500; after every fault
each acknowledged move is in its game; the server ends when it gets a signal.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import sqlite3
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cli.soak.faults import damaged, polite_signals
from cli.soak.round import PENTE
from games.five.points import format_point

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from cli.soak.program import Program
    from cli.soak.round import Place

START_S = 60.0
END_S = 60.0
ANSWER_S = 60.0
MOST_COMMANDS = 40
HALF_OPEN = 20
RULES = ("gomoku-9", "pente", "gomoku-15")
PEOPLE = [{"kind": "human"}, {"kind": "human"}]
AGAINST_ENGINE = [{"kind": "human"}, {"kind": "engine", "level": 1}]


class Board:
    """A server, and what it has acknowledged.

    games  moves of the main line of each game, by its id, as last acknowledged
    """

    def __init__(self, place: Place, stack: ExitStack) -> None:
        self.place = place
        self.games: dict[str, list[str]] = {}
        self._stack = stack
        self.address: tuple[str, int] = ("", 0)
        self.database = ""
        self.server = self.start()

    def start(self) -> Program:
        """Start the server on the round's data, and wait for its address."""
        words = (*PENTE, "serve", "--port", "0", "--json", "--data", self.place.path("data"))
        server = self._stack.enter_context(self.place.program(words))
        deadline = time.monotonic() + START_S
        while "\n" not in server.out and server.wait(0.05) is None:
            if time.monotonic() > deadline:
                break
        if not self.place.law("\n" in server.out, "the server does not start", server):
            raise ServerLostError
        about = json.loads(server.out.splitlines()[0])
        address = urlsplit(about["address"])
        self.address = (address.hostname or "", address.port or 0)
        self.database = about["database"]
        return server

    def restart(self) -> None:
        """Start it again after its end, and compare its games with what was acknowledged."""
        self.server = self.start()
        self.compare()

    def compare(self) -> None:
        """Each acknowledged move is in its game."""
        for game, moves in self.games.items():
            status, answer = self.ask("GET", f"/api/games/{game}")
            if status == 200:
                found = main_line(answer)
                kept = found[: len(moves)] == moves
                self.place.law(kept, f"acknowledged {moves}, kept {found}", self.server)
                self.games[game] = found
            else:
                self.place.law(status == 0, f"an acknowledged game is gone: {status} {answer}")

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Status and JSON of an answer; 0 and a reason without one. Reports what breaks a law."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        connection = http.client.HTTPConnection(*self.address, timeout=ANSWER_S)
        try:
            connection.request(method, path, None if body is None else data, headers)
            answer = connection.getresponse()
            status, content = answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            return 0, f"{type(error).__name__}: {error}"
        finally:
            connection.close()
        try:
            found = json.loads(content)
        except ValueError:
            self.place.law(False, f"{method} {path}: {status} without JSON, {content[:200]!r}")
            return status, None
        if status >= 400:
            words = found.get("detail") or found.get("title")
            self.place.law(words, f"{method} {path}: {status} without a reason, {found}")
            self.place.law(status != 500, f"{method} {path}: {status} {found}", self.server)
        return status, found

    def open_game(self) -> str | None:
        """A new game's id, if the server makes one."""
        dice = self.place.dice
        players = AGAINST_ENGINE if dice.random() < 0.3 else PEOPLE
        wish = {"preset": dice.choice(RULES), "players": players}
        status, game = self.ask("POST", "/api/games", wish)
        if status != 200:
            return None
        self.games[game["id"]] = main_line(game)
        return str(game["id"])

    def play(self) -> int:
        """Play a random legal move in a random game; return the status, 0 without an answer."""
        dice = self.place.dice
        game = dice.choice([*self.games]) if self.games and dice.random() < 0.9 else None
        game = game or self.open_game()
        if game is None:
            return 0
        status, view = self.ask("GET", f"/api/games/{game}")
        if status != 200 or view["thinking"] or view["result"]:
            return status
        body = {"node": view["current"], "move": random_move(view, dice)}
        status, view = self.ask("POST", f"/api/games/{game}/play", body)
        if status == 200:
            self.games[game] = main_line(view)
        return status


class ServerLostError(Exception):
    """The server does not start; the round ends, its law is reported."""


def main_line(game: dict[str, Any]) -> list[str]:
    """The moves of a game's main line."""
    by_id = {node["id"]: node["move"] for node in game["nodes"]}
    return [by_id[node] for node in game["main"][1:]]


def random_move(view: dict[str, Any], dice: Random) -> str:
    """A random empty point of a game's position; an opening rule may forbid it."""
    empty = [point for point, cell in enumerate(view["position"]["cells"]) if cell == "."]
    return format_point(dice.choice(view["position"]["legal"] or empty), view["size"])


def play_on_board(place: Place) -> None:
    """Games on a server under faults."""
    with ExitStack() as stack, contextlib.suppress(ServerLostError):
        board = Board(place, stack)
        for _ in range(place.dice.randint(5, MOST_COMMANDS)):
            board.play()
            if place.dice.random() < 0.2:
                place.dice.choice(FAULTS)(board)
        board.compare()
        board.server.send(signal.SIGTERM)
        place.law(board.server.wait(END_S) is not None, "the server does not end", board.server)
        place.law(board.server.code in (0, 130), "an end with another exit code", board.server)


def kill_server(board: Board) -> None:
    """Kill it, and start it again on the same games."""
    board.place.sleep(0, 0.2)
    board.server.send(signal.SIGKILL)
    board.server.wait(END_S)
    board.place.fault("kill -9 of the server")
    board.restart()


def stop_server(board: Board) -> None:
    """End it by a signal while a move is on its way, and start it again."""
    board.server.send(board.place.dice.choice(polite_signals()))
    board.play()
    board.place.law(board.server.wait(END_S) is not None, "no end by signal", board.server)
    board.place.fault("end of the server by a signal")
    board.restart()


def kill_engine(board: Board) -> None:
    """Kill one of the server's engines."""
    engines = [pid for pid in board.server.family() if pid != board.server.pid]
    if engines:
        with contextlib.suppress(ProcessLookupError):
            os.kill(board.place.dice.choice(engines), signal.SIGKILL)
        board.place.fault("kill -9 of an engine")


def pause_one(board: Board) -> None:
    """Stop the server or an engine for a moment."""
    victim = board.place.dice.choice(board.server.family() or [board.server.pid])
    with contextlib.suppress(ProcessLookupError):
        os.kill(victim, signal.SIGSTOP)
        seconds = board.place.sleep(0.05, 1.0)
        os.kill(victim, signal.SIGCONT)
        board.place.fault(f"SIGSTOP for {seconds:.2f} s")


def fill_disk(board: Board) -> None:
    """Let no file grow, play on, make room, and play again."""
    size = os.path.getsize(board.database)
    board.server.limit("FSIZE", board.place.dice.choice((0, 4096, size, size + 4096)))
    board.place.fault("disk full")
    for _ in range(board.place.dice.randint(1, 6)):
        board.play()
    board.server.limit("FSIZE", -1)
    board.place.law(board.play() < 500, "no move after there is room again", board.server)


def lock_database(board: Board) -> None:
    """Lock the games from another program for a while; the server has to answer meanwhile."""
    with contextlib.closing(sqlite3.connect(board.database, timeout=10)) as other:
        other.execute("BEGIN EXCLUSIVE")
        board.place.fault("games locked by another program")
        board.play()
        begun_s = time.monotonic()
        status, _ = board.ask("GET", "/api/health")
        board.place.law(status in (0, 200, 503), f"health answers {status}")
        board.place.law(time.monotonic() - begun_s < END_S, "the server is stalled")
        other.rollback()


def half_open(board: Board) -> None:
    """Open connections that never finish their request, and play on."""
    with ExitStack() as stack:
        for _ in range(HALF_OPEN):
            with contextlib.suppress(OSError):
                line = stack.enter_context(socket.create_connection(board.address, timeout=5))
                line.sendall(
                    b"POST /api/games HTTP/1.1\r\nHost: x"[: board.place.dice.randrange(34)]
                )
        board.place.fault("half-open connections")
        for _ in range(3):
            board.play()


def malformed(board: Board) -> None:
    """Send damaged requests: bytes, JSON and paths."""
    dice = board.place.dice
    body = json.dumps({"node": 0, "move": "E5", "explore": False}).encode()
    for _ in range(dice.randint(1, 20)):
        game = dice.choice([*board.games, "nothing", "..%2f..", "%00"])
        status, _ = board.ask("POST", f"/api/games/{game}/comment", damaged(body, dice))
        board.place.law(status < 500 or status in (503, 507), f"malformed JSON: {status}")
        with contextlib.suppress(OSError), socket.create_connection(board.address, 5) as line:
            raw = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}"
            line.sendall(damaged(raw, dice))
            line.settimeout(0.2)
            line.recv(100)
    board.place.fault("malformed requests")
    status, _ = board.ask("GET", "/api/health")
    board.place.law(status == 200, f"after malformed requests health answers {status}")


def short_of_files(board: Board) -> None:
    """Allow hardly a further open file, play, and allow them again."""
    open_now = len(os.listdir(f"/proc/{board.server.pid}/fd"))
    board.server.limit("NOFILE", open_now + board.place.dice.randint(0, 4))
    board.place.fault("no further open files")
    for _ in range(3):
        board.play()
    board.server.limit("NOFILE", -1)
    board.place.law(0 < board.ask("GET", "/api/health")[0] < 500, "no answer with files again")


FAULTS: tuple[Callable[[Board], None], ...] = (
    kill_server,
    stop_server,
    kill_engine,
    pause_one,
    fill_disk,
    lock_database,
    half_open,
    malformed,
    short_of_files,
)
