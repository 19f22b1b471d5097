"""The engine for play without the kernel, on the search in plain Python (`search.pure`)."""

from __future__ import annotations

from search.engine import Engine
from search.five.adapter import FiveAdapter
from search.five.forced import VCF_PART, to_the_end, win_by_vcf
from search.limits import nodes_within
from search.pure.search import PureSearch
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

NODES_PER_S = 30_000  # a guess, to turn limits of time into nodes


class PythonEngine(Engine):
    """Plays by the selective search in plain Python, with the rules and values of the kernel.

    `reference` in a match names this engine.

    Some thirty thousand positions a second. `weights` default to those shipped for the game. It
    values positions by the weights alone: in Python a net would take a millisecond each.
    """

    aim_share = 0.6  # its games last longer

    def __init__(self, rules: FiveRules, weights: Weights | None = None) -> None:
        super().__init__(rules, weights or shipped_weights(rules, "none"), table_mb=0)

    def _adapted(self) -> Any:
        return PythonAdapter(self.rules, self.weights)

    def harvest(self) -> bytes:
        """Nothing: the table is no array of bytes."""
        return b""

    def plant(self, harvest: bytes) -> None:
        """Do nothing: there is no harvest."""


class PythonAdapter(FiveAdapter):
    """Adapts the search in plain Python of one game of five to the engine."""

    __slots__ = ()

    shares = False
    kernel: Any  # a PureSearch, in place of the compiled one

    def __init__(self, rules: Any, weights: Weights) -> None:
        self.kernel = PureSearch(rules, weights)

    def set_position(self, position: FivePosition) -> None:
        """Set the kernel's position, whose game is not over."""
        self.kernel.set_position(position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """The lines that win at once, or, if `multipv` is 1, the line of a win by threats."""
        kernel = self.kernel
        if kernel.wins_at_once():
            winning = kernel.winning_points()[:multipv]
            return tuple(Line(win_in(1), (point,), 1) for point in winning)
        nodes = int(nodes_within(limits, NODES_PER_S) * VCF_PART)
        line = win_by_vcf(kernel, nodes) if multipv == 1 else None
        return () if line is None else (to_the_end(kernel, limits, line),)

    def lost_moves(self, _moves: list[int], _limits: Limits) -> tuple[list[int], int | None]:
        """None are known without a search."""
        return [], None

    @staticmethod
    def last_depth(position: FivePosition, most: int) -> int:
        """As in five in a row; 1 where a single move is legal: more would take Python long."""
        return FiveAdapter.last_depth(position, most if len(position.legal_moves()) > 1 else 1)
