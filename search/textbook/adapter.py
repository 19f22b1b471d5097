"""Plays a game that has no compiled kernel: the plain search over its rules, for the engine.

The engine deepens, aims and stops as always.
"""

from __future__ import annotations

from games.registry import family_named, family_of
from search.plain import Walk
from search.python_kernel import LimitReached, PythonKernel
from search.score import INFINITY
from search.textbook.rules_game import RulesAdapter, RulesGame, material
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.family import AnyPosition, AnyRules
    from search.limits import Limits
    from search.result import Line
    from search.weights import Weights


class PlainKernel(PythonKernel):
    """The plain search of one position, with the interface of a compiled kernel."""

    _walk: Walk

    def set_position(self, position: AnyPosition) -> None:
        """Search this position, whose game is not over; it stays as it is."""
        self.position = position
        self._walk = Walk(self.game(1))

    def game(self, turns: int) -> BoundedTurns:
        """The position as a game of its own that is over after so many turns."""
        return BoundedTurns(RulesGame(self.position.copy(), material), turns)

    def iterate(
        self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, first: int = -1
    ) -> int | None:
        """The value at this depth in turns, fail-soft; None if a limit ended the iteration."""
        game = self.game(depth)
        walk = self._walk = Walk(game, nodes=self.nodes, check=self._check)
        moves = [move for move in game.moves() if move not in self._excluded]
        moves.sort(key=lambda move: move != first)
        try:
            walk.enter()
            return walk.best_of(moves, alpha, beta, UNBOUNDED, 0)
        except LimitReached:
            return None
        finally:
            self.nodes = walk.nodes

    def candidates(self) -> list[tuple[int, int]]:
        """The moves in the order in which they are tried; each counts alike."""
        return [(move, 0) for move in self.game(1).moves()]

    def evaluate(self) -> int:
        """The value of the position without a search."""
        return self.game(1).score()

    def pv(self) -> tuple[int, ...]:
        """The best line of the last iteration; () before its first move was searched."""
        return self._walk.line

    @property
    def root_value(self) -> int:
        """The value of the best line of the last iteration."""
        return self._walk.root_value


class TextbookAdapter(RulesAdapter):
    """The plain search of a game of any family."""

    __slots__ = ()

    logistic = True
    shares = False
    levels: tuple[tuple[Any, ...], ...] = ()
    bench = ""
    quick_plies = 1
    evaluation = "material"

    def __init__(self, _rules: AnyRules, _weights: Weights) -> None:
        self.kernel = PlainKernel()

    @staticmethod
    def scale(_rules: AnyRules) -> float:
        """A piece more is a chance of 73 %."""
        return 100.0

    def set_position(self, position: AnyPosition) -> None:
        """Set the kernel's position, whose game is not over."""
        self.kernel.set_position(position)

    def won_lines(self, _limits: Limits, _multipv: int) -> tuple[Line, ...]:
        """None are known without a search."""
        return ()

    def lost_moves(self, _moves: list[int], _limits: Limits) -> tuple[list[int], int | None]:
        """None are known without a search."""
        return [], None

    def perft(self, depth: int) -> dict[str, int]:
        """The family's own counts."""
        position = self.kernel.position
        return family_of(position.rules).perft(position, depth)

    @staticmethod
    def parse_position(game: str, text: str) -> AnyPosition:
        """The position that `format_position` of the family wrote. Raises ValueError."""
        position: AnyPosition = family_named(game).parse_position(text)
        return position
