"""Serves the board until it is interrupted; needs the extra `web`."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import webbrowser
from functools import partial
from typing import TYPE_CHECKING, Any

import rich_click as click

from cli.board.game_lines import GameLines, JsonLines
from cli.board.scripted_moves import ScriptedMoves
from cli.output.settings import is_json
from cli.output.stopping import end_on_signals
from games.registry import all_games
from web.contract.messages import PlayerSetting
from web.contract.requests import NewGame
from web.http.addresses import BadPublicUrl, PublicUrl, bases, own_names, parse_public_url
from web.http.server import bind, serve
from web.records.reading import session_of
from web.sessions.beginning import new_session
from web.sessions.store import FILE, data_folder
from web.settings import LOOPBACK as NAMES
from web.settings import Settings

if TYPE_CHECKING:
    from cli.board.play_command import Endpoint, Wanted
    from web.http.server import BoardServer
    from web.sessions.session import Session


def serve_board(endpoint: Endpoint, wanted: Wanted | None) -> None:
    """Serve until interrupted; the address opens what `play` wants.

    With --json `play` prints the moves of all games, `serve` its start and end.
    """
    end_on_signals()
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        # The server handles SIGTERM by itself while it runs.
        signal.signal(signal.SIGHUP, lambda *_: signal.raise_signal(signal.SIGTERM))
    all_games()  # a plugged game that cannot be read is an error now, not on the page
    try:
        public = None if endpoint.public_url is None else parse_public_url(endpoint.public_url)
    except BadPublicUrl as error:
        raise click.UsageError(f"--public-url {error}") from error
    opened, began_s = None if wanted is None else _opened(wanted), time.monotonic()
    listener = bind(endpoint.host, endpoint.port)
    bound = listener.getsockname()[1]
    if endpoint.port not in (0, bound):
        print(f"Port {endpoint.port} is busy: using port {bound} instead.", file=sys.stderr)
    names = NAMES if endpoint.host in (*NAMES, "::1") else (*NAMES, *own_names(endpoint.host))
    settings = Settings(
        data=endpoint.data or data_folder(), hosts=names, public=public, token=endpoint.token
    )
    addresses = _addresses(endpoint, bound, public, opened)
    about: dict[str, object] = {
        "event": "listening",
        "address": addresses[0],
        "addresses": addresses,
        "game": None if opened is None else opened.id,
        "pid": os.getpid(),
        "database": os.path.abspath(os.path.join(settings.data, FILE)),
    }

    say = JsonLines()

    def ready() -> None:
        if is_json():
            say(about)
        _announce(addresses, browser=wanted is not None and not wanted.script)

    watch = Watch(opened, say, script=wanted is not None and wanted.script)
    serve(settings, listener, ready, opened, watch.begin)
    watch.close()
    if is_json() and wanted is None:
        passed_s = round(time.monotonic() - began_s, 3)
        say({**about, "event": "ended", "seconds_wall": passed_s})
    if say.broken:
        raise BrokenPipeError


def _addresses(
    endpoint: Endpoint, port: int, public: PublicUrl | None, opened: Session | None
) -> list[str]:
    end = f"#token={endpoint.token}" if endpoint.token else ""
    end += f"#game={opened.id}" if opened is not None else ""
    return [f"{base}/{end}" for base in bases(endpoint.host, port, public)]


def _announce(addresses: list[str], *, browser: bool) -> None:
    """Print the addresses, unless the user wants JSON; open the first one in the browser."""
    if not is_json():
        print(f"The board is at {addresses[0]} (Ctrl-C ends it)", flush=True)
        for other in addresses[1:]:
            print(f"also at {other}", flush=True)
    if browser:
        threading.Thread(target=webbrowser.open, args=(addresses[0],), daemon=True).start()


def _opened(wanted: Wanted) -> Session | None:
    """The wanted game. Raises UsageError for a ply that the record does not have."""
    people = (PlayerSetting(kind="human"), PlayerSetting(kind="human"))
    if wanted.recorded is not None:
        opened = session_of(wanted.recorded.record)
    elif wanted.new is not None:
        opened = new_session(NewGame(preset=wanted.new, players=people))
    else:
        return None
    against_engine = wanted.new is not None or wanted.level is not None
    if wanted.ply is not None:
        line = opened.tree.main_line()
        if wanted.ply >= len(line):
            raise click.UsageError(f"the game has {len(line) - 1} moves, not {wanted.ply}")
        opened.goto(line[wanted.ply])
        if against_engine or wanted.script:  # the new moves replace the recorded ones
            opened.took_back, opened.verdict = True, None
    if against_engine:
        players: list[Any] = list(opened.players)
        players[wanted.engine_side] = PlayerSetting(kind="engine", level=wanted.level)
        opened.players = (players[0], players[1])
        opened.held = True  # until the server runs
    return opened


class Watch:
    """Starts the engine of the command's game; with --json prints all moves and plays a script's.

    It prints nothing where no game was opened, as `serve` opens none.
    """

    def __init__(self, opened: Session | None, say: JsonLines, *, script: bool) -> None:
        self._opened = opened
        self._say = say
        self._lines = None if opened is None or not is_json() else GameLines(say, opened.id)
        self._script = script
        self._scripted: ScriptedMoves | None = None

    def begin(self, server: BoardServer) -> None:
        """Prepare a server that has not started yet."""
        if self._opened is not None:
            server.on_start = partial(self._started, server, self._opened)

    def _started(self, server: BoardServer, opened: Session) -> None:
        """Begin to listen to the games; the server answers now."""
        if self._lines is not None:
            if self._script:
                self._scripted = ScriptedMoves(server, opened.id, self._lines)
            server.service.listener = partial(self._hear, server, self._lines)
            self._hear(server, self._lines, opened)
        if any(player.kind == "engine" for player in opened.players):
            server.service.begin(opened)
        if self._scripted is not None:
            self._scripted.start()

    def _hear(self, server: BoardServer, lines: GameLines, session: Session) -> None:
        """Print what has changed in a game, and play on."""
        lines.hear(session)
        if self._scripted is not None:
            server.call(self._scripted.go_on)
        if self._say.broken:
            server.end()

    def close(self) -> None:
        """Print how far the games came that have not ended."""
        if self._lines is not None:
            self._lines.close()
