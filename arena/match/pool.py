"""Several games of a match at once: worker processes that are told numbers and send back games.

A worker is `arena.match.worker`; it reads one line for each game from its standard input and writes
one line, the game's record, to its standard output. Workers are ended and reaped whatever happens;
what a worker has started it ends itself when it is told to stop.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from arena.errors import ContestantError, MatchError
from arena.game.record import GameRecord, parse_game

if TYPE_CHECKING:
    from collections.abc import Iterator

STOP_DEADLINE_S = 15.0  # a worker that was told to stop ends its agent first
GAME_DEADLINE_S = 24 * 3600.0  # no clock of ours lets a game last as long


class Crew:
    """Worker processes that play games of one match; a context manager."""

    def __init__(self, spec: dict[str, Any], workers: int) -> None:
        self._spec = spec
        self._count = workers
        self._workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        # The environment stays as it is: agents inherit it.
        top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        start = (
            f"import sys; sys.path.insert(0, {top!r}); from arena.match.worker import main; main()"
        )
        try:
            for _ in range(self._count):
                worker = subprocess.Popen(
                    [sys.executable, "-c", start],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
                self._workers.append(worker)
                _send(worker, json.dumps(self._spec))
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def play(self, games: list[int]) -> Iterator[GameRecord]:
        """The records of these games as they end.

        Raises ContestantError or MatchError if a worker cannot play or dies.
        """
        todo = list(reversed(games))
        with selectors.DefaultSelector() as selector:
            for worker in self._workers:
                if todo:
                    _send(worker, str(todo.pop()))
                    assert worker.stdout is not None  # it is a pipe
                    selector.register(worker.stdout, selectors.EVENT_READ, worker)
            while selector.get_map():
                ready = selector.select(GAME_DEADLINE_S)
                if not ready:
                    raise MatchError(f"no game ended within {GAME_DEADLINE_S / 3600:.0f} hours")
                for key, _ in ready:
                    yield _receive(key.data)
                    if todo:
                        _send(key.data, str(todo.pop()))
                    else:
                        selector.unregister(key.fileobj)

    def _stop(self) -> None:
        """End all workers: ask, wait, kill."""
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + STOP_DEADLINE_S
        for worker in self._workers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.wait(max(0.0, deadline - time.monotonic()))
            worker.kill()
            worker.wait()
            for pipe in (worker.stdin, worker.stdout):
                if pipe is not None:
                    with contextlib.suppress(OSError):  # what was not read by a dead worker
                        pipe.close()
        self._workers.clear()


def _send(worker: subprocess.Popen[bytes], line: str) -> None:
    assert worker.stdin is not None  # it is a pipe
    with contextlib.suppress(BrokenPipeError):  # its death is seen when its answer is read
        worker.stdin.write(line.encode() + b"\n")
        worker.stdin.flush()


def _receive(worker: subprocess.Popen[bytes]) -> GameRecord:
    """The record that a worker sends, which writes whole lines only."""
    assert worker.stdout is not None  # it is a pipe
    line = worker.stdout.readline().decode()
    if not line.endswith("\n"):
        raise MatchError(f"a worker ended with exit code {worker.wait(STOP_DEADLINE_S)}")
    if line.startswith('{"refused":'):
        raise ContestantError(json.loads(line)["refused"])
    return parse_game(line)
