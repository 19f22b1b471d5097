"""Moves that a script writes to standard input, one on a line, for `pente play --json`.

A thread reads them. They are played in the thread of the server, when no engine is to move.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from agent.gomocup.loop import STANDARD_INPUT, incoming_lines
from web.errors import Refusal, Stale
from web.http.route import Call
from web.log import log_failure

if TYPE_CHECKING:
    from cli.board.game_lines import GameLines
    from web.http.server import BoardServer
    from web.sessions.session import Session

RESIGN, UNDO = "resign", "undo"
WAITS = "the engine is to move and waits, because a person views earlier moves on the board"


class ScriptedMoves:
    """Plays the moves of a script in one game.

    Once the script has sent a move, the server ends with the game, or when the input has ended and
    the engine has answered.
    """

    def __init__(self, server: BoardServer, game: str, lines: GameLines) -> None:
        self._server = server
        self._game = game
        self._lines = lines
        self._waiting: deque[str] = deque()
        self._sent = False
        self._closed = False
        self._again = False
        self._playing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for word in incoming_lines(STANDARD_INPUT):
            if word:
                self._server.call(partial(self._take, word))
        self._server.call(self._end_of_input)

    def _take(self, word: str) -> None:
        self._sent = True
        self._waiting.append(word)
        self.go_on()

    def _end_of_input(self) -> None:
        self._closed = True
        self.go_on()

    def go_on(self) -> None:
        """Play what waits, unless an engine is to move; end the server when nothing is left."""
        self._again = True
        if self._playing is None or self._playing.done():
            self._playing = asyncio.get_running_loop().create_task(self._play_all())
            self._playing.add_done_callback(log_failure)

    async def _play_all(self) -> None:
        while self._again:
            self._again = False
            session = await self._server.service.games.session(self._game)
            while self._waiting and session.last_result() is None:
                if session.engine_to_move() is not None:
                    break
                await self._play(self._waiting.popleft())
            over = session.last_result() is not None
            ended = self._closed and not self._waiting and session.engine_to_move() is None
            if self._sent and (over or ended):
                self._server.end()

    async def _play(self, word: str) -> None:
        """Play one line, or say why not."""

        def change(session: Session) -> None:
            if word == RESIGN:
                session.resign()
            elif word == UNDO:
                session.undo()
            elif session.players[session.board.side].kind == "engine":
                raise Stale(" ".join(session.notices) or WAITS)
            else:
                session.play(session.current, word)

        try:
            await self._server.service.command(Call(id=self._game, deed="script"), change)
        except Refusal as error:
            self._lines.refuse(self._game, word, error.detail)
