"""The reference engine, for play without the kernel: the engine, on the search in plain Python.

`search.reference` has the board: `board_lines` the ranks, `static` the static value from scratch
and `board` its incremental form. `search.plain` is the search.
"""

from __future__ import annotations

from search.engine import Engine
from search.five.adapter import FiveAdapter
from search.plain import PlainKernel
from search.reference.board import ReferenceBoard
from search.reference.board_lines import LineCache
from search.result import Line
from search.score import win_in
from search.weights.file import shipped_weights

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from typing import Any

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.limits import Limits
    from search.weights import Weights


class ReferenceEngine(Engine):
    """Plays by the plain search; each node searches its best `width` candidates unless all lose.

    Slow: some ten thousand positions a second. `weights` default to those shipped for the game. It
    values positions by the weights alone: in Python a net would take a millisecond each.
    """

    def __init__(self, rules: FiveRules, weights: Weights | None = None) -> None:
        super().__init__(rules, weights or shipped_weights(rules, "none"), table_mb=0)

    def _adapted(self) -> Any:
        return ReferenceAdapter(self.rules, self.weights)

    def harvest(self) -> bytes:
        """Nothing: there is no table."""
        return b""

    def plant(self, harvest: bytes) -> None:
        """Do nothing: there is no table."""


class ReferenceAdapter(FiveAdapter):
    """Adapts the plain search of one game of five to the engine."""

    __slots__ = ("_cache", "_weights")

    shares = False
    kernel: PlainKernel  # type: ignore[assignment]  # in place of the compiled one

    def __init__(self, rules: Any, weights: Weights) -> None:
        self._weights = weights
        self._cache = LineCache(rules, weights)
        self.kernel = PlainKernel(
            lambda position, depth: (self._board(position), depth), weights["width"]
        )

    def _board(self, position: FivePosition) -> ReferenceBoard:
        return ReferenceBoard(position, self._weights, self._cache)

    def set_position(self, position: FivePosition) -> None:
        """Set the kernel's position, whose game is not over."""
        self.kernel.set_position(position)

    def won_lines(self, _limits: Limits, multipv: int) -> tuple[Line, ...]:
        """The lines that win at once."""
        points = self._board(self.kernel.position).winning_points()
        return tuple(Line(win_in(1), (point,), 1) for point in points[:multipv])

    def root_moves(self) -> list[int]:
        """The candidates."""
        return [point for point, _ in self.kernel.candidates()]

    def lost_moves(self, _moves: list[int], _limits: Limits) -> tuple[list[int], int | None]:
        """None are known without a search."""
        return [], None

    def with_win(self, pv: tuple[int, ...], _score: int) -> tuple[int, ...]:
        """The variation, with the move that wins at once after it."""
        return self._board(self.kernel.position).with_win(pv)

    @staticmethod
    def last_depth(position: FivePosition, most: int) -> int:
        """As in five in a row; 1 where a single move is legal: more would take Python long."""
        return FiveAdapter.last_depth(position, most if len(position.legal_moves()) > 1 else 1)
