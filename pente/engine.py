"""The engine: analyses games, whole or iteration by iteration."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Self

from games.registry import family_named
from pente.analysis import Analysis, analysis_of
from pente.errors import EngineBusy, GameOver, OptionError, public_errors
from pente.game import Game, position_of_game
from pente.iterations import Stream
from search.engine import Engine as SearchEngine
from search.forced import search_past_forced
from search.limits import MOST_S, Limits, check_workers
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyPosition, AnyRules
    from search.result import SearchResult

DEFAULT_S = 5.0  # of `analyse` without any limit
CLOCKS = ("cpu", "wall")  # on which seconds are measured


class Engine:
    """An engine that keeps its table from one search to the next.

        with pente.Engine(workers=2) as engine:
            best = engine.analyse(game, seconds=1)

    It plays every game. Where the rules change, it begins with an empty table. Searches of several
    threads run one after the other; for searches at the same time, make several engines.
    """

    def __init__(
        self,
        game: str | Game | None = None,
        *,
        workers: int = 1,
        table_mb: float = 16,
        weights: str | os.PathLike[str] | None = None,
    ) -> None:
        """Make an engine; with `game`, a game or its name, load what its rules need now.

        workers   processes that search together, 1 to 16
        table_mb  size of the table in MiB
        weights   path of a weights file, or a name in `data/weights`; None: those of the game

        A text to analyse that does not name its game is read as this one. Raises KernelMissing,
        UnknownGame, or OptionError for options out of range.
        """
        self._preset = game.name if isinstance(game, Game) else game
        self._options = (workers, table_mb, None if weights is None else os.fspath(weights))
        self._lock = threading.RLock()
        self._engine: SearchEngine | None = None
        self._owner = os.getpid()
        self._streaming = False
        self._closed = False
        with public_errors():
            check_workers(workers)
            if self._preset is not None:
                self._opened(family_named(self._preset).rules)

    def analyse(
        self,
        game: Game | str,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clock: str = "wall",
        lines: int = 1,
        whole_turns: bool = True,
        listener: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """The best lines of the game's position; see `pente.analyse`."""
        if seconds is None and nodes is None and depth is None:
            seconds = DEFAULT_S
        limits = limits_of(seconds, nodes, depth, clock)
        position = position_of(game, self._preset)
        self._check_free()
        with self._lock:
            return self._search(position, limits, lines, listener, whole_turns=whole_turns)

    def stream(
        self,
        game: Game | str,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        clock: str = "wall",
        lines: int = 1,
    ) -> Stream:
        """One record for each iteration of the search; see `pente.stream`.

        Close the stream before the engine searches again. Raises EngineBusy otherwise.
        """
        limits = limits_of(seconds, nodes, depth, clock)
        position = position_of(game, self._preset)
        self._check_free()
        with public_errors():
            check_lines(lines)
            self._opened(position.rules)

        def run(listener: Callable[[Analysis], None]) -> Analysis:
            with self._lock:
                try:
                    return self._search(position, limits, lines, listener)
                finally:
                    self._streaming = False
                    if self._engine is not None:
                        self._engine.dismiss()  # a helper ends with the thread that started it

        self._streaming = True
        return Stream(run, self.stop)

    def stop(self) -> None:
        """End the running search, which returns what it has found. Call it from another thread."""
        engine = self._engine
        if engine is not None and self._owner == os.getpid():
            engine.stop()

    def new_game(self) -> None:
        """Forget what earlier searches have found."""
        self._check_free()
        with self._lock:
            if self._engine is not None:
                self._engine.new_game()

    def close(self) -> None:
        """End a running search and all processes, and release the table's memory."""
        self._after_fork()
        self._closed = True
        self.stop()
        with self._lock:
            engine, self._engine = self._engine, None
            if engine is not None:
                engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        """Leave no process behind."""
        if getattr(self, "_engine", None) is not None:
            self.close()

    def __repr__(self) -> str:
        workers, table_mb, weights = self._options
        state = ", closed" if self._closed else ""
        given = "" if weights is None else f", weights={weights!r}"
        return f"<Engine workers={workers}, table_mb={table_mb:g}{given}{state}>"

    def _after_fork(self) -> None:
        """Begin anew in a forked process: the search's processes and threads are the parent's."""
        if self._owner != os.getpid():
            self._owner, self._lock = os.getpid(), threading.RLock()
            self._engine, self._streaming = None, False

    def _check_free(self) -> None:
        self._after_fork()
        if self._streaming:
            raise EngineBusy("a stream of this engine is still running: close it first")

    def _opened(self, rules: AnyRules) -> SearchEngine:
        if self._closed:
            raise OptionError("this engine has been closed")
        if self._engine is not None and self._engine.rules != rules:
            self._engine.close()
            self._engine = None
        if self._engine is None:
            workers, table_mb, weights = self._options
            if not table_mb > 0:
                raise OptionError(f"table_mb is {table_mb}, expected more than 0")
            self._engine = SearchEngine(
                rules, game_weights(rules, weights), table_mb=table_mb, workers=workers
            )
        return self._engine

    def _search(
        self,
        position: AnyPosition,
        limits: Limits,
        lines: int,
        listener: Callable[[Analysis], object] | None = None,
        *,
        whole_turns: bool = True,
    ) -> Analysis:
        def hear(result: SearchResult) -> None:
            if listener is not None:
                listener(analysis_of(position, result, None, whole_turns=whole_turns))

        result = self._result(position, limits, lines, hear)
        return analysis_of(position, result, self._engine, whole_turns=whole_turns)

    def _result(
        self,
        position: AnyPosition,
        limits: Limits,
        lines: int = 1,
        listener: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """What the search finds, past forced moves."""
        with public_errors():
            check_lines(lines)
            engine = self._opened(position.rules)
            engine.resume()
            return search_past_forced(engine, position, limits, multipv=lines, listener=listener)


def limits_of(
    seconds: float | None, nodes: int | None, depth: int | None = None, clock: str = "wall"
) -> Limits:
    """The limits of a search. Raises OptionError."""
    if clock not in CLOCKS:
        raise OptionError(f"clock is {clock!r}, expected {' or '.join(CLOCKS)}")
    if seconds is not None and not 0 <= seconds <= MOST_S:
        raise OptionError(f"seconds is {seconds}, expected 0 to {MOST_S:.0f}")
    for name, limit in (("nodes", nodes), ("depth", depth)):
        if limit is not None and limit < 1:
            raise OptionError(f"{name} is {limit}, expected 1 or more")
    with public_errors():
        cpu_s, wall_s = (seconds, None) if clock == "cpu" else (None, seconds)
        return Limits(nodes=nodes, depth=depth, cpu_s=cpu_s, wall_s=wall_s)


def game_of(game: Game | str, preset: str | None = None) -> Game:
    """The game, or that of a text. Raises NotationError, TypeError for anything else."""
    if isinstance(game, str):
        return Game.from_text(game, preset)
    if not isinstance(game, Game):
        raise TypeError(f"expected a pente.Game or a text such as 'K10 L11', not {game!r:.80}")
    return game


def position_of(game: Game | str, preset: str | None = None) -> AnyPosition:
    """The position to search. Raises GameOver if the game has ended, and as `game_of`."""
    game = game_of(game, preset)
    outcome = game.outcome
    if outcome is not None:
        raise GameOver(f"nothing to search: the game is over ({outcome.reason})")
    return position_of_game(game)


def check_lines(lines: int) -> None:
    """Raise OptionError unless a search can find so many lines."""
    if lines < 1:
        raise OptionError(f"lines is {lines}, expected 1 or more")


def analyse(
    game: Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    clock: str = "wall",
    lines: int = 1,
    workers: int = 1,
    table_mb: float = 16,
    weights: str | os.PathLike[str] | None = None,
    whole_turns: bool = True,
    listener: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """The best lines of the game's position, from an empty table.

    game      a Game, or a text as for `Game.from_text`: moves as "K10 L11", a position, a record
    seconds   seconds of the clock
    clock     "wall", or "cpu": the CPU time of all processes of the search together
    nodes     positions to enter; with one worker the result is always the same
    depth     turns to look ahead
    lines     number of lines to find; there may be fewer, and only one where a move is forced
    workers, table_mb, weights   as for `Engine`
    whole_turns  Gipf: complete a first move of which the search saw only the beginning
    listener  is called with the analysis so far after each iteration

    The first limit that is reached ends the search; without any it takes 5 seconds. Ctrl-C ends it
    with KeyboardInterrupt. Raises GameOver, NotationError, OptionError or KernelMissing.
    """
    with Engine(workers=workers, table_mb=table_mb, weights=weights) as engine:
        return engine.analyse(
            game,
            seconds=seconds,
            nodes=nodes,
            depth=depth,
            clock=clock,
            lines=lines,
            whole_turns=whole_turns,
            listener=listener,
        )


def stream(
    game: Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    clock: str = "wall",
    lines: int = 1,
    workers: int = 1,
    table_mb: float = 16,
    weights: str | os.PathLike[str] | None = None,
) -> Stream:
    """An iterator over the results of a search, one for each finished iteration.

    The search runs in a thread while the caller works. Without limits it ends when the best line is
    proved, or when the caller stops it: by `close`, by leaving a `with` block, or by leaving a
    `for` loop that holds the only reference. Arguments and errors are those of `analyse`.
    """
    game = game_of(game)
    engine = Engine(game, workers=workers, table_mb=table_mb, weights=weights)
    try:
        return engine.stream(
            game, seconds=seconds, nodes=nodes, depth=depth, clock=clock, lines=lines
        )
    except BaseException:
        engine.close()
        raise
