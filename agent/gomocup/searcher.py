"""The engine of our Gomocup brain: opened for the current rules, stopped from another thread."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from agent.gomocup.protocol import GomocupError, like_preset
from agent.searcher import open_engine, tuned_weights
from search.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.engine import Engine
    from search.limits import Limits
    from search.python_engine import PythonEngine
    from search.result import SearchResult


class GomocupSearcher:
    """The engine of the current game; replaced when rules or memory change."""

    def __init__(self, warn: Callable[[str], None]) -> None:
        self.weights = Weights()
        self._warn = warn
        self._engine: Engine | PythonEngine | None = None
        self._opened_for: tuple[FiveRules, int] | None = None
        self._lock = threading.Lock()
        self._stops = 0  # calls of `stop` without a matching `go_on`

    def open(self, rules: FiveRules, table_mb: int) -> None:
        """Open an engine for these rules and this table size, unless it is open already."""
        if self._opened_for == (rules, table_mb):
            return
        self.close()
        self.weights = tuned_weights(like_preset(rules), self._warn)
        self._engine = open_engine(
            rules, self.weights, table_mb, self._warn, game=like_preset(rules)
        )
        self._opened_for = rules, table_mb

    def new_game(self) -> None:
        """Clear the results of earlier searches; reopen the engine if memory has become short."""
        if self._engine is None or self._opened_for is None:
            return
        try:
            self._engine.new_game()
        except OSError:
            rules, table_mb = self._opened_for
            self.close()
            self.open(rules, table_mb)

    def search(self, position: FivePosition, limits: Limits, lines: int = 1) -> SearchResult:
        """Search so many lines of a position. Raises GomocupError if there is no engine."""
        engine = self._engine
        if engine is None:
            raise GomocupError("there is no engine to search with")
        with self._lock:
            if self._stops:
                engine.stop()
        return engine.search(position, limits, multipv=lines)

    def stop(self) -> None:
        """End searches until `go_on` has been called as often; for use by another thread."""
        with self._lock:
            self._stops += 1
            if self._engine is not None:
                self._engine.stop()

    def go_on(self) -> None:
        """Cancel one `stop`, if there is one."""
        with self._lock:
            self._stops = max(0, self._stops - 1)
            if not self._stops and self._engine is not None:
                self._engine.resume()

    def close(self) -> None:
        """Close the engine and free its memory."""
        with self._lock:
            engine, self._engine = self._engine, None
            self._opened_for = None
        if engine is not None:
            engine.close()
