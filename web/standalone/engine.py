"""The engine in a worker of the browser: orders come as lines, and so do results.

A search cannot hear a message. So a script that wants it to stop sets a flag in shared memory,
which Python turns into SIGINT, and the handler stops the engine. Each second it sets the flag for
SIGALRM, whose handler tells the progress. Without shared memory the worker
is ended instead (`web.standalone.server`).
"""

from __future__ import annotations

import os
import signal
import zlib
from typing import TYPE_CHECKING, Any

import msgspec

from search.net.file import SHIPPED, net_path
from web.engines.orders import Command
from web.engines.process import Worker
from web.standalone.files import fetched

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyRules
    from web.engines.orders import Reply
    from web.engines.process import AnyEngine

TABLE_MB = 8  # a phone has less memory than the machine of `pente serve`
GZIP = 31  # zlib's name of the format


class PageWorker(Worker):
    """Keeps one engine, with a small table, and fetches the net of its game."""

    def __init__(self, send: Callable[[Reply], None]) -> None:
        super().__init__(send, table_mb=TABLE_MB, most_engines=1)

    def _engine(self, rules: AnyRules, seat: str = "") -> AnyEngine:
        fetch_net(rules.name)
        return super()._engine(rules, seat)


def fetch_net(game: str) -> None:
    """Write the file of a game's net, unless it is there or the game has none.

    Raises the script's error if it cannot be fetched.
    """
    path = net_path(game)
    if game in SHIPPED and not os.path.exists(path):
        packed = fetched(os.path.basename(path))
        with open(path, "wb") as file:
            file.write(zlib.decompress(packed, GZIP))


def begin(post: Callable[[str], object]) -> Callable[[str], None]:
    """A function that carries out an order, given as a line; `post` gets the results' lines."""

    def send(reply: Reply) -> None:
        post(msgspec.json.encode(reply).decode())

    worker = PageWorker(send)
    order, signalled = 0, False

    def stop(*_: Any) -> None:
        nonlocal signalled
        signalled = True
        worker.stop(order)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGALRM, lambda *_: worker.tell_progress())
    decoder = msgspec.json.Decoder(Command)

    def hear(line: str) -> None:
        nonlocal order, signalled
        command = decoder.decode(line)
        order = command.id
        if command.do == "stop" or signalled:  # before it was known what was coming
            worker.stop(order)
        if command.do == "search":
            worker.carry_out(command)
        signalled = False

    return hear
