"""Watches the games of a server for `--json`: prints their moves, and plays those of a script."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cli.board.game_lines import GameLines
from cli.board.scripted_moves import ScriptedMoves

if TYPE_CHECKING:
    from web.http.server import BoardServer
    from web.sessions.session import Session


class JsonLines:
    """Prints objects as lines of JSON; `broken` tells whether nobody reads them any more."""

    def __init__(self) -> None:
        self.broken = False

    def __call__(self, fields: dict[str, object]) -> None:
        """Print one object."""
        if not self.broken:
            try:
                print(json.dumps(fields), flush=True)
            except BrokenPipeError:
                self.broken = True


class Watch:
    """Starts the engine of the command's game, prints all moves, and plays those of a script."""

    def __init__(self, opened: Session | None, say: JsonLines | None, *, script: bool) -> None:
        """`say` prints the moves; `script` reads moves as well, which needs `say`."""
        self._opened = opened
        self._say = say
        self._script = script
        self._server: BoardServer | None = None
        self._lines: GameLines | None = None
        self._scripted: ScriptedMoves | None = None

    def begin(self, server: BoardServer) -> None:
        """Prepare a server that has not started yet."""
        self._server = server
        server.on_start = self._started

    def _started(self) -> None:
        """Begin to listen to the games; the server answers now."""
        opened, server = self._opened, self._server
        if opened is None or server is None:
            return
        if self._say is not None:
            self._lines = GameLines(self._say, opened.id)
            if self._script:
                self._scripted = ScriptedMoves(server, opened.id, self._lines)
            server.service.listener = self._hear
            self._hear(opened)
        if any(player.kind == "engine" for player in opened.players):
            server.service.begin(opened)
        if self._scripted is not None:
            self._scripted.start()

    def _hear(self, session: Session) -> None:
        """Print what has changed in a game, and play on."""
        assert self._lines is not None
        assert self._server is not None
        assert self._say is not None
        self._lines.hear(session)
        if self._scripted is not None:
            self._server.call(self._scripted.go_on)
        if self._say.broken:
            self._server.end()

    def close(self) -> None:
        """Print how far the games came that have not ended."""
        if self._lines is not None:
            self._lines.close()
