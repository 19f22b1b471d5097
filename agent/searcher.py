"""The search of a move: by the compiled kernel, else in plain Python, else none.

A missing or broken part costs strength and prints a warning, but never costs the move. A timer of
the operating system backs up the search's own clock; Windows has none. If the search exceeds the
plan's maximum, the timer aborts it and the agent plays the fallback move.
"""

from __future__ import annotations

# The C part of `signal`, which is built in; importing `signal` itself loads enum, 4 ms.
import _signal  # type: ignore[import-not-found]  # the type stubs leave it out
from time import process_time

from agent.clock import LEAST_SEARCH_S
from games.errors import in_words
from search.errors import HarvestError, KernelMissing, NetError, WeightsError
from search.limits import Limits
from search.native import kernel_of, table_memory
from search.net.file import game_net
from search.weights import Weights
from search.weights.file import load_weights, weights_path

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Callable

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.engine import Engine
    from search.python_engine import PythonEngine
    from search.result import SearchResult

    AnyEngine = Engine | PythonEngine
    Say = Callable[[str], None]

TIMER_GRACE_S = 0.02  # the timer counts in ticks of up to 10 ms
LEAST_TICK_S = 0.001  # 0 would stop the timer instead of letting it fire
# Left free next to the table: the net takes 5 MiB, later allocations of the move the rest.
SPARE_BYTES = 13 << 20


class SearchOverrunError(RuntimeError):
    """The search did not end in time; the timer aborted it."""


def search(
    position: FivePosition,
    weights: Weights,
    *,
    target_s: float,
    maximum_s: float,
    kept: bytes = b"",
    workers: int = 1,
    first_depth: int = 1,
    say: Say,
) -> tuple[SearchResult, AnyEngine, float] | None:
    """The result of a search of about `target_s` CPU seconds; None if there was no search.

    With it come the engine and the CPU seconds of the helper processes, from fork to end.
    `search.pace` decides when it ends, `maximum_s` at the latest. `kept` is the harvest of the last
    move's search. All `workers` have ended when it returns; iterations begin at `first_depth`.
    Raises SearchOverrunError a little after `maximum_s`, and whatever a broken search raises.
    """
    started_s = process_time()
    engine: AnyEngine | None = None
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
            cpu_s=maximum_s - spent_s,
            aim_s=engine.aim_share * (target_s - spent_s),
            first_depth=first_depth,
        )
        result = engine.search(position.copy(), limits)
    finally:
        _arm(0.0)
        helpers_s = 0.0 if engine is None else engine.dismiss()
    return result, engine, helpers_s


def _plant(engine: AnyEngine, kept: bytes, say: Say) -> None:
    """Load the kept harvest into the engine; warn if the engine does not accept it."""
    try:
        engine.plant(kept)
    except HarvestError as error:
        say(f"WARNING: the harvest in playdata.txt is not used: it {error}")


def tuned_weights(game: str, say: Say) -> Weights:
    """The weights of the game's file; if it cannot be used, built-in weights and a warning."""
    try:
        return load_weights(weights_path(game), game=game)
    except WeightsError as error:
        say(f"WARNING: playing with built-in weights: {error}")
        return Weights()


def has_kernel() -> bool:
    """Whether the compiled kernel can be loaded; if so, it is."""
    try:
        kernel_of("five")
    except (KernelMissing, OSError, MemoryError):
        return False
    return True


def open_engine(
    rules: FiveRules,
    weights: Weights | None,
    table_mb: int,
    say: Say,
    workers: int = 1,
    *,
    game: str | None = None,
) -> AnyEngine | None:
    """The fastest engine available; only the compiled one supports `workers` and a net.

    `game` is the one whose net it uses, by default that of the rules. If memory is short, its table
    is smaller than `table_mb`, or the result is None.
    """
    reason: Exception
    try:
        from search.engine import Engine  # noqa: PLC0415  # the kernel may be missing

        kernel_of("five")  # before the net, which serves the kernel alone
        given_mb = _fitting_mb(table_mb)
        if given_mb < table_mb:
            say(f"WARNING: low memory: the table has {given_mb} MiB instead of {table_mb}")
        weights = weights or Weights()
        try:
            with_net = weights.with_net(game_net(game or rules.name))
            return Engine(rules, with_net, table_mb=given_mb, workers=workers)
        except (NetError, MemoryError) as error:
            say(f"WARNING: playing without the learned net: {in_words(error)}")
            return Engine(rules, weights, table_mb=given_mb, workers=workers)
    except (KernelMissing, ImportError, OSError, MemoryError) as missing:
        reason = missing
    try:
        table_memory(SPARE_BYTES).close()  # the search in plain Python needs more than the kernel
        from search.python_engine import PythonEngine  # noqa: PLC0415  # only if needed

        what = "playing weakly with the slow search in plain Python"
        say(f"WARNING: {what}: {in_words(reason)}")
        return PythonEngine(rules, weights)
    except (ImportError, OSError, MemoryError) as error:
        say(f"WARNING: playing weakly without a search: {in_words(reason)}; {in_words(error)}")
        return None


def _fitting_mb(table_mb: int) -> int:
    """`table_mb`, halved until the system can allocate it and SPARE_BYTES; 1 at least."""
    while table_mb > 1:
        try:
            table_memory((table_mb << 20) + SPARE_BYTES).close()
        except OSError:
            table_mb //= 2
        else:
            break
    return table_mb


def _table_mb(target_s: float) -> int:
    """The table size in MiB: each MiB costs 0.35 ms to touch, without huge pages."""
    if target_s < 0.1:
        return 1
    return 4 if target_s < 0.5 else 16


def _arm(seconds: float) -> None:
    """Set the timer to abort the search after this many CPU seconds; 0 stops the timer."""
    if not hasattr(_signal, "setitimer"):
        return
    last_s = process_time() + seconds

    def ring(_number: int, _frame: object) -> None:
        left_s = last_s - process_time()
        if left_s <= 0:
            raise SearchOverrunError("the search exceeded the maximum of the time plan")
        # The timer counts ticks: on a busy machine it runs ahead of the charged clock.
        _signal.setitimer(_signal.ITIMER_PROF, max(left_s, LEAST_TICK_S))

    if seconds:
        _signal.signal(_signal.SIGPROF, ring)
    _signal.setitimer(_signal.ITIMER_PROF, seconds)
