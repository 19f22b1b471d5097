"""The plain search of `docs/evaluation.md`, for any game.

The compiled kernel in plain mode agrees with it node by node.
"""

from __future__ import annotations

from search.python_kernel import NEVER
from search.score import INFINITY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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
