"""An engine as a process of its own: orders in on standard input, findings out on standard output.

Started by `web.engines.pool` as `python -m web.engines.process MEMORY_MB`. One thread reads, one
searches; the end of the input ends the process at once, whatever it does, so no engine outlives its
server.
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

from games.families.choice import family_named
from games.five.rules import Rules
from search.engine import Engine
from search.errors import KernelMissing
from search.levels import levels_of, play_level
from search.limits import Limits
from search.reference.engine import ReferenceEngine
from search.score import is_loss, is_win, own_moves_to_win
from search.weights.file import game_weights
from web.engines.orders import Found, FoundLine, Order, Reply, Word

if TYPE_CHECKING:
    from games.gipf.rules import GipfRules
    from search.result import Line, SearchResult

AnyEngine = Engine | ReferenceEngine
TABLE_MB = 64
NICENESS = 5  # the server goes first
KEPT_ENGINES = 2  # games whose tables are kept
SLOW = "The compiled kernel is missing: the slow readable searcher plays, weakly."
NOT_BUILT = "The compiled kernel is missing, so this is a random legal move: see install.sh."


class Desk:
    """The engines of a process, and the order that it works on."""

    def __init__(self) -> None:
        self.orders: queue.Queue[Word] = queue.Queue()
        self._engines: dict[Rules | GipfRules, AnyEngine] = {}
        self._lock = threading.Lock()
        self._current: tuple[int, AnyEngine | None] = (0, None)
        self._stopped = 0  # orders up to this number are to end

    def stop(self, id_: int) -> None:
        """End the order of this number, now or as soon as it begins."""
        with self._lock:
            self._stopped = max(self._stopped, id_)
            current, engine = self._current
            if current == id_ and engine is not None:
                engine.stop()

    def work(self) -> None:
        """Do orders for ever."""
        while True:
            word = self.orders.get()
            assert word.order is not None, "only searches are queued"
            try:
                found = self._answer(word.id, word.order)
                say(Reply(id=word.id, found=found, done=True))
            except Exception as error:  # noqa: BLE001 - said to the server, which decides
                say(Reply(id=word.id, done=True, error=f"{type(error).__name__}: {error}"))

    def _answer(self, id_: int, order: Order) -> Found:
        """What the engine, or the level, finds."""
        family = family_named(order.preset, pieces=order.pieces)
        board = family.parse_position(order.position)
        dice = random.Random(order.seed)
        started = time.monotonic()
        try:
            engine = self._engine(board.rules)
        except KernelMissing:
            return _random(board, dice)
        notice = SLOW if isinstance(engine, ReferenceEngine) else ""
        self._begin(id_, engine)
        limits = Limits(wall_s=order.wall_s, nodes=order.nodes, first_depth=order.first_depth)
        if order.level is not None:
            level = levels_of(board.rules.family)[order.level - 1]
            played = play_level(engine, board, level, dice, limits)
            return found_of(played.result, started, notice, move=played.move)
        result = engine.search(
            board,
            limits,
            multipv=order.multipv,
            listener=lambda news: say(Reply(id=id_, found=found_of(news, started, notice))),
        )
        return found_of(result, started, notice, done=True)

    def _begin(self, id_: int, engine: AnyEngine) -> None:
        """Make an engine the one that `stop` stops."""
        with self._lock:
            self._current = (id_, engine)
            engine.resume()
            if self._stopped >= id_:
                engine.stop()

    def _engine(self, rules: Rules | GipfRules) -> AnyEngine:
        """The engine of a game, kept for the next order. Raises KernelMissing."""
        if rules not in self._engines:
            if len(self._engines) >= KEPT_ENGINES:
                self._engines.pop(next(iter(self._engines))).close()
            self._engines[rules] = open_engine(rules)
        return self._engines[rules]


def open_engine(rules: Rules | GipfRules) -> AnyEngine:
    """The engine of a game; without the kernel, of the five family the readable searcher.

    Raises KernelMissing for Gipf without the kernel.
    """
    weights = game_weights(rules)
    try:
        return Engine(rules, weights, table_mb=TABLE_MB)
    except KernelMissing:
        if not isinstance(rules, Rules):
            raise
        return ReferenceEngine(rules, weights)


def _random(board: Any, dice: random.Random) -> Found:
    """A random legal move, with the notice that says why."""
    move = dice.choice(board.legal_moves())
    return Found(move=move, lines=[], depth=0, nodes=0, ms=0, stopped_by="depth", notice=NOT_BUILT)


def found_of(
    result: SearchResult | None,
    started: float,
    notice: str,
    *,
    move: int | None = None,
    done: bool = False,
) -> Found:
    """A search's result as it travels; without one, a level that did not look."""
    ms = int(1000 * (time.monotonic() - started))
    if result is None:
        assert move is not None, "a level that does not look has its move all the same"
        return Found(
            move=move, lines=[], depth=0, nodes=0, ms=ms, stopped_by="depth", notice=notice
        )
    return Found(
        move=result.best if move is None else move,
        lines=[line_of(line) for line in result.lines],
        depth=result.depth,
        nodes=result.nodes,
        ms=ms,
        stopped_by=result.stopped_by if done or move is not None else "",
        notice=notice,
    )


def line_of(line: Line) -> FoundLine:
    """A line as it travels."""
    if is_win(line.score):
        return FoundLine(
            score=line.score, pv=list(line.pv), proven="win", win_in=own_moves_to_win(line.score)
        )
    if is_loss(line.score):
        moves = own_moves_to_win(-line.score)
        return FoundLine(score=line.score, pv=list(line.pv), proven="loss", win_in=moves)
    return FoundLine(score=line.score, pv=list(line.pv), proven="", win_in=None)


_SAYING = threading.Lock()


def say(reply: Reply) -> None:
    """Write a line, whole, to the server; without one, end."""
    try:
        with _SAYING:
            os.write(sys.stdout.fileno(), msgspec.json.encode(reply) + b"\n")
    except OSError:
        os._exit(1)


def cap_memory(most_bytes: int) -> None:
    """Let the process have no more address space than this, where the system can see to it."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # not everywhere as on Linux
        import resource  # noqa: PLC0415 - as said

        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


def main() -> None:
    """Serve orders until the input ends."""
    cap_memory(int(sys.argv[1]) << 20)
    os.nice(NICENESS)
    desk = Desk()
    threading.Thread(target=desk.work, daemon=True).start()
    decoder = msgspec.json.Decoder(Word)
    for line in sys.stdin.buffer:
        word = decoder.decode(line)
        if word.do == "stop":
            desk.stop(word.id)
        else:
            desk.orders.put(word)
    os._exit(0)  # the searching thread may be in the kernel, which nothing interrupts


if __name__ == "__main__":
    main()
