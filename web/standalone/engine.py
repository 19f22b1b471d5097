"""The engine in a worker of the browser: orders come as lines, and so do results.

A search cannot hear a message. So a script that wants it to stop sets a flag in shared memory,
which Python turns into SIGINT, and the handler stops the engine. Without shared memory the worker
is ended instead (`web.standalone.server`).
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

import msgspec

from web.engines.orders import Command
from web.engines.process import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from web.engines.orders import Reply


def begin(post: Callable[[str], object]) -> Callable[[str], None]:
    """A function that carries out an order, given as a line; `post` gets the results' lines."""

    def send(reply: Reply) -> None:
        post(msgspec.json.encode(reply).decode())

    worker = Worker(send)

    def stop(*_: Any) -> None:
        worker.stop_current()

    signal.signal(signal.SIGINT, stop)
    decoder = msgspec.json.Decoder(Command)

    def hear(line: str) -> None:
        command = decoder.decode(line)
        if command.do == "stop":
            worker.stop(command.id)
        else:
            worker.carry_out(command)

    return hear
