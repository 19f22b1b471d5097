"""The plain search of `docs/evaluation.md`, for any game, and its interface of a compiled kernel.

`Walk` is the recursion; the compiled kernel in plain mode agrees with it node by node.
`PlainKernel` has what the engine needs of a kernel (`search.kernel.searcher`): one iteration at a
time, within limits. It keeps no table, and has no helpers.
"""

from __future__ import annotations

from search.python_kernel import NEVER, LimitReached, PythonKernel
from search.score import INFINITY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from search.textbook.minimax import Game


class Walk:
    """The recursion on one game; counts nodes and keeps the principal variation.

    `value` restores the game when it returns; after LimitReached discard both.

    check       called at the node `check_at`; returns the node of the next call
    nodes       positions entered, including those before this walk
    root_value  the value of the move that the root's line begins with
    """

    __slots__ = ("_check", "_check_at", "_game", "_lines", "nodes", "root_value")

    def __init__(
        self, game: Game, *, nodes: int = 0, check: Callable[[int], int] | None = None
    ) -> None:
        self._game = game
        self._check = check
        self._check_at = NEVER if check is None else nodes
        self._lines: list[tuple[int, ...]] = [()]  # by ply: the best line found from there
        self.nodes = nodes
        self.root_value = -INFINITY

    @property
    def line(self) -> tuple[int, ...]:
        """The moves of the root's principal variation; () before its first move was searched."""
        return self._lines[0]

    def value(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The value for the side to move, `ply` moves from the root, `depth` moves ahead.

        Fail-soft: a value between alpha and beta is exact. One at alpha or below is an upper bound
        of the true value; one at beta or above is a lower bound.
        """
        self.enter()
        if not depth or self._game.is_over():
            return self._game.score()
        return self.best_of(self._game.moves(), alpha, beta, depth, ply)

    def enter(self) -> None:
        """Count a node. Raises LimitReached."""
        if self.nodes >= self._check_at and self._check is not None:
            self._check_at = self._check(self.nodes)
        self.nodes += 1

    def best_of(self, moves: Iterable[int], alpha: int, beta: int, depth: int, ply: int) -> int:
        """The value of the best of these moves; exact or a bound as in `value`.

        The first move gets the full window, the others must beat alpha in a null window first.
        """
        game, lines = self._game, self._lines
        while len(lines) < ply + 2:
            lines.append(())
        best = -INFINITY
        for number, move in enumerate(moves):
            lines[ply + 1] = ()
            side = game.side
            game.play(move)
            value = self._child(side, alpha, alpha + 1 if number else beta, depth - 1, ply + 1)
            if number and alpha < value < beta and depth > 1:  # at depth 1 it is exact already
                value = self._child(side, alpha, beta, depth - 1, ply + 1)
            game.undo()
            best = max(best, value)
            if value > alpha:
                alpha = value
                lines[ply] = (move, *lines[ply + 1])
                if ply == 0:
                    self.root_value = value
                if value >= beta:
                    break
        return best

    def _child(self, side: int, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The value, for `side`, of the position after its move."""
        if self._game.side == side:
            return self.value(alpha, beta, depth, ply)
        return -self.value(-beta, -alpha, depth, ply)


class PlainKernel(PythonKernel):
    """The plain search of one game, with the interface of a compiled kernel.

    game_at     (position, depth): a fresh game to search that far, and its depth in moves
    """

    def __init__(self, game_at: Callable[[Any, int], tuple[Game, int]]) -> None:
        super().__init__()
        self._game_at = game_at
        self._walk: Walk

    def set_position(self, position: Any) -> None:
        """Search this position, whose game is not over; it stays as it is."""
        self.position = position
        self._walk = Walk(self.game())

    def game(self) -> Game:
        """The position as a game of its own."""
        return self._game_at(self.position, 1)[0]

    def iterate(
        self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, first: int = -1
    ) -> int | None:
        """The value at this depth in turns, fail-soft; None if a limit ended the iteration."""
        game, depth = self._game_at(self.position, depth)
        walk = self._walk = Walk(game, nodes=self.nodes, check=self._check)
        moves = [move for move in game.moves() if move not in self._excluded]
        try:
            walk.enter()
            return walk.best_of(
                sorted(moves, key=lambda move: move != first), alpha, beta, depth, 0
            )
        except LimitReached:
            return None
        finally:
            self.nodes = walk.nodes

    def candidates(self) -> list[tuple[int, int]]:
        """The moves in the order in which they are tried; each counts alike."""
        return [(move, 0) for move in self.game().moves()]

    def evaluate(self) -> int:
        """The value of the position without a search."""
        return self.game().score()

    def pv(self) -> tuple[int, ...]:
        """The best line of the last iteration; () before its first move was searched."""
        return self._walk.line

    @property
    def root_value(self) -> int:
        """The value of the best line of the last iteration."""
        return self._walk.root_value
