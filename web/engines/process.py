"""An engine process: reads orders from standard input, writes results to standard output.

`web.engines.pool` starts it as `python -m web.engines.process MEMORY_MB`. One thread reads, another
searches. The end of the input ends the process at once, so no engine outlives its server.
"""

from __future__ import annotations

import contextlib
import os
import queue
import random
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from games.registry import family_named, family_of
from search.engine import Engine
from search.errors import KernelMissing
from search.forced import search_past_forced
from search.levels import levels_of, play_level
from search.limits import Limits
from search.python_engine import PythonEngine
from search.weights.file import game_weights
from web.engines.orders import Command, EngineResult, Order, Reply, ResultLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyRules
    from search.result import SearchResult

AnyEngine = Engine | PythonEngine
TABLE_MB = 64
NICENESS = 5  # the server has priority
KEPT_ENGINES = 3  # such as that of an analysis, and two that play each other
TELL_S = 1.0  # between two words on the progress of a search
SLOW = "The compiled kernel is missing: a slow, weak searcher plays."
NOT_BUILT = "The compiled kernel is missing, so this is a random legal move: see install.sh."


class Worker:
    """The engines of this process, and its current order."""

    def __init__(
        self,
        send: Callable[[Reply], None],
        *,
        table_mb: float = TABLE_MB,
        most_engines: int = KEPT_ENGINES,
    ) -> None:
        """`send` gets the results; at most `most_engines` are kept, each with its table."""
        self._table_mb, self._most_engines = table_mb, most_engines
        self.orders: queue.Queue[Command] = queue.Queue()
        self._send = send
        self._engines: dict[tuple[AnyRules, str], AnyEngine] = {}
        self._lock = threading.RLock()  # in a page, a signal can come while it is held
        self._current: tuple[int, AnyEngine | None] = (0, None)
        self._stopped = 0  # orders up to this number must end
        self._started = 0.0
        self._latest: EngineResult | None = None  # of the current order

    def stop(self, id_: int) -> None:
        """End the order with this number, now or as soon as it begins."""
        with self._lock:
            self._stopped = max(self._stopped, id_)
            current, engine = self._current
            if current == id_ and engine is not None:
                engine.stop()

    def work(self) -> None:
        """Carry out orders for ever."""
        while True:
            self.carry_out(self.orders.get())

    def carry_out(self, command: Command) -> None:
        """Search, and send the result."""
        assert command.order is not None, "only searches are queued"
        try:
            result = self._answer(command.id, command.order)
            reply = Reply(id=command.id, found=result, done=True)
        except Exception as error:  # noqa: BLE001 - reported to the server, which decides
            reply = Reply(id=command.id, done=True, error=f"{type(error).__name__}: {error}")
        with self._lock:
            self._latest = None
            self._send(reply)

    def tell_progress(self) -> None:
        """Send the latest result again, with the nodes and the time so far."""
        with self._lock:
            id_, engine = self._current
            if engine is not None and self._latest is not None:
                nodes, move = engine.progress()
                ms = int(1000 * (time.monotonic() - self._started))
                result = replace(self._latest, nodes=nodes, ms=ms, searching=move)
                self._send(Reply(id=id_, found=result))

    def tell_often(self) -> None:
        """Tell the progress for ever."""
        while True:
            time.sleep(TELL_S)
            self.tell_progress()

    def _answer(self, id_: int, order: Order) -> EngineResult:
        family = family_named(order.preset, pieces=order.pieces)
        board = family.parse_position(order.position)
        dice = random.Random(order.seed)
        started = time.monotonic()
        try:
            engine = self._engine(board.rules, order.seat)
        except KernelMissing:
            return _random(board, dice)
        notice = SLOW if isinstance(engine, PythonEngine) else ""
        self._begin(id_, engine)
        limits = Limits(wall_s=order.wall_s, nodes=order.nodes, first_depth=order.first_depth)

        def listener(news: SearchResult) -> None:
            with self._lock:
                self._started, self._latest = started, engine_result(news, started, notice)
                self._send(Reply(id=id_, found=self._latest))

        if order.level is not None:
            level = levels_of(board.rules.family)[order.level - 1]
            played = play_level(engine, board, level, dice, limits, listener=listener)
            return engine_result(played.result, started, notice, move=played.move)
        result = search_past_forced(engine, board, limits, multipv=order.multipv, listener=listener)
        return engine_result(result, started, notice, done=True)

    def _begin(self, id_: int, engine: AnyEngine) -> None:
        """Make this the engine that `stop` stops."""
        with self._lock:
            self._current = (id_, engine)
            engine.resume()
            if self._stopped >= id_:
                engine.stop()

    def _engine(self, rules: AnyRules, seat: str = "") -> AnyEngine:
        """The engine for a game and a player, kept for later orders. Raises KernelMissing."""
        key = rules, seat
        engine = self._engines.pop(key, None)
        if engine is None:
            if len(self._engines) >= self._most_engines:
                self._engines.pop(next(iter(self._engines))).close()
            engine = open_engine(rules, self._table_mb)
        self._engines[key] = engine  # the most recently used is last
        return engine


def open_engine(rules: Any, table_mb: float) -> AnyEngine:
    """The engine for a game; without the kernel, the Python search where it knows the game.

    Raises KernelMissing for other games without their kernel.
    """
    weights = game_weights(rules)
    try:
        return Engine(rules, weights, table_mb=table_mb)
    except KernelMissing:
        if not family_of(rules).harness:
            raise
        return PythonEngine(rules, weights)


def _random(board: Any, dice: random.Random) -> EngineResult:
    """A random legal move, with a notice."""
    return engine_result(None, time.monotonic(), NOT_BUILT, move=dice.choice(board.legal_moves()))


def engine_result(
    result: SearchResult | None,
    started: float,
    notice: str,
    *,
    move: int | None = None,
    done: bool = False,
) -> EngineResult:
    """The message for a result; without a result, for a level that did not search."""
    ms = int(1000 * (time.monotonic() - started))
    if result is None:
        assert move is not None, "a level that does not search still has a move"
        return EngineResult(
            move=move, lines=[], depth=0, nodes=0, ms=ms, stopped_by="depth", notice=notice
        )
    return EngineResult(
        move=result.best if move is None else move,
        lines=[
            ResultLine(score=line.score, pv=list(line.pv), depth=line.depth)
            for line in result.lines
        ],
        depth=result.depth,
        nodes=result.nodes,
        ms=ms,
        stopped_by=result.stopped_by if done or move is not None else "",
        notice=notice,
    )


_WRITING = threading.Lock()


def send(reply: Reply) -> None:
    """Write one whole line to the server; end the process if the server is gone."""
    try:
        with _WRITING:
            os.write(sys.stdout.fileno(), msgspec.json.encode(reply) + b"\n")
    except OSError:
        os._exit(1)


def cap_memory(most_bytes: int) -> None:
    """Limit the address space of this process, if the system supports that."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not supported everywhere
        import resource  # noqa: PLC0415 - Unix only

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def main() -> None:
    """Handle orders until the input ends."""
    cap_memory(int(sys.argv[1]) << 20)
    if hasattr(os, "nice"):  # Unix only
        os.nice(NICENESS)
    worker = Worker(send)
    for lasting in (worker.work, worker.tell_often):
        threading.Thread(target=lasting, daemon=True).start()
    decoder = msgspec.json.Decoder(Command)
    for line in sys.stdin.buffer:
        command = decoder.decode(line)
        if command.do == "stop":
            worker.stop(command.id)
        else:
            worker.orders.put(command)
    os._exit(0)  # a search in the compiled kernel cannot be interrupted


if __name__ == "__main__":
    main()
