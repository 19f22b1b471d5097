"""The search of a move: the engine if there is one, the readable searcher if not, nothing if not.

Whatever is missing or broken costs strength and one loud line, never the move. A timer of the
operating system stands behind the search's own clock: if the search runs on past all that the plan
allows, the timer breaks it off and the move that already stands is played.
"""

from __future__ import annotations

# The C half of `signal`, which the interpreter holds already; `signal` itself loads enum, 4 ms.
from _signal import (  # type: ignore[import-not-found]  # the type stubs leave it out
    ITIMER_PROF,
    SIGPROF,
    setitimer,
    signal,
)
from time import process_time

from search.errors import HarvestError, KernelMissing, WeightsError
from search.limits import Limits
from search.native import table_memory
from search.weights import Weights
from search.weights.file import load_weights, weights_path

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Callable

    from games.five.position import Position
    from games.five.rules import Rules
    from search.engine import Engine
    from search.reference.engine import ReferenceEngine
    from search.result import SearchResult

    Say = Callable[[str], None]

LEAST_SEARCH_S = 0.002  # below this a search finds nothing that the instant move does not
TIMER_GRACE_S = 0.02  # the timer counts in ticks of up to 10 ms
LEAST_TICK_S = 0.001  # nothing left would stop the timer instead of letting it go off
ROOM_BYTES = 8 << 20  # beside a table, for what a move allocates after it


class SearchOverrunError(RuntimeError):
    """The search did not end when it should have; the timer broke it off."""


class Found:
    """What a search found, and the searcher with all that it has learnt.

    helpers_s  CPU seconds of the processes that helped, from fork to end
    """

    __slots__ = ("engine", "helpers_s", "result")

    def __init__(self, result: SearchResult, engine: Engine | ReferenceEngine) -> None:
        self.result = result
        self.engine = engine
        self.helpers_s = 0.0


def search(
    position: Position,
    weights: Weights,
    *,
    target_s: float,
    maximum_s: float,
    kept: bytes = b"",
    workers: int = 1,
    first_depth: int = 1,
    say: Say,
) -> Found | None:
    """What a search of some `target_s` CPU seconds finds; None if none could be made.

    How long it takes, up to `maximum_s`, is its own affair (`search.pace`). `kept` is what the
    search of the move before harvested; of the `workers` none is left when it ends; the deepening
    begins at `first_depth`. Raises
    SearchOverrunError a little after `maximum_s`, and whatever a broken searcher raises.
    """
    started_s = process_time()
    engine: Engine | ReferenceEngine | None = None
    if target_s < LEAST_SEARCH_S:
        return None
    _arm(1.1 * maximum_s + TIMER_GRACE_S)
    try:
        engine = open_engine(position.rules, weights, _table_mb(target_s), say, workers)
        if engine is not None and kept:
            _plant(engine, kept, say)
        spent_s = process_time() - started_s
        if engine is None or target_s - spent_s < LEAST_SEARCH_S:
            return None
        limits = Limits(
            cpu_s=maximum_s - spent_s, aim_s=target_s - spent_s, first_depth=first_depth
        )
        found = Found(engine.search(position.copy(), limits), engine)
    finally:
        _arm(0.0)
        helpers_s = 0.0 if engine is None else engine.dismiss()
    found.helpers_s = helpers_s
    return found


def _plant(engine: Engine | ReferenceEngine, kept: bytes, say: Say) -> None:
    """Give the searcher what was kept, if it is its own."""
    try:
        engine.plant(kept)
    except HarvestError as error:
        say(f"WARNING: what playdata.txt keeps of the search is not used: it {error}")


def tuned_weights(game: str, say: Say) -> Weights:
    """The weights of the game's file; built-in ones, and a loud line, if it cannot be used."""
    try:
        return load_weights(weights_path(game))
    except WeightsError as error:
        say(f"WARNING: playing with built-in weights: {error}")
        return Weights()


def open_engine(
    rules: Rules, weights: Weights | None, table_mb: int, say: Say, workers: int = 1
) -> Engine | ReferenceEngine | None:
    """The fastest searcher that there is; only the engine knows of `workers`.

    Where memory is short its table is smaller than `table_mb`, or there is no searcher.
    """
    reason: Exception
    try:
        from search.engine import Engine  # noqa: PLC0415  # it may be missing

        given_mb = _fitting_mb(table_mb)
        if given_mb < table_mb:
            say(f"WARNING: memory is short: the table has {given_mb} MiB instead of {table_mb}")
        return Engine(rules, weights, table_mb=given_mb, workers=workers)
    except (KernelMissing, ImportError, OSError, MemoryError) as missing:
        reason = missing
    try:
        table_memory(ROOM_BYTES).close()  # the readable searcher takes more than the engine
        from search.reference.engine import ReferenceEngine  # noqa: PLC0415  # only if needed

        say(f"WARNING: playing weakly by the slow readable searcher: {reason}")
        return ReferenceEngine(rules, weights)
    except (ImportError, OSError, MemoryError) as error:
        say(f"WARNING: playing weakly without any search: {reason}; {error}")
        return None


def _fitting_mb(table_mb: int) -> int:
    """`table_mb`, or half of it, a quarter, ... so that the system gives it and some room; or 1."""
    while table_mb > 1:
        try:
            table_memory((table_mb << 20) + ROOM_BYTES).close()
        except OSError:
            table_mb //= 2
        else:
            break
    return table_mb


def _table_mb(target_s: float) -> int:
    """The size of the table: touching memory costs 0.35 ms a megabyte, giving it back a fifth."""
    if target_s < 0.1:
        return 1
    return 4 if target_s < 0.5 else 16


def _arm(seconds: float) -> None:
    """Let the timer break the search off after so many CPU seconds; 0 stops it."""
    last_s = process_time() + seconds

    def ring(_signal: int, _frame: object) -> None:
        left_s = last_s - process_time()
        if left_s <= 0:
            raise SearchOverrunError("the search ran on past all that the clock plan allows")
        # The timer counts ticks: on a busy machine it is ahead of the clock that is charged.
        setitimer(ITIMER_PROF, max(left_s, LEAST_TICK_S))

    if seconds:
        signal(SIGPROF, ring)
    setitimer(ITIMER_PROF, seconds)
