"""Textbook minimax and alpha-beta, for any game with the interface `Game`.

They search every move, and are not fast. A value is always for the side to move. A child's value
is negated only if the side has changed, since in some games a player moves several times in a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Game(Protocol):
    """The game that the searchers need; `search.pure.game` implements it."""

    @property
    def side(self) -> Any:
        """The side to move: any value that differs between the sides."""

    def moves(self) -> Sequence[Any]:
        """The moves: at least one, unless the game is over."""

    def play(self, move: Any, /) -> object:
        """Make a move."""

    def undo(self) -> object:
        """Take the last move back."""

    def is_over(self) -> bool:
        """Whether the search stops here."""

    def score(self) -> int:
        """The value for the side to move; exact if the game is over."""


class TextbookResult:
    """The result of a search: the value for the side to move, a best move, the positions entered.

    `move` is None if no move was searched: at depth 0 or after the end of the game.
    """

    __slots__ = ("move", "nodes", "value")

    def __init__(self, value: int, move: Any, nodes: int) -> None:
        self.value = value
        self.move = move
        self.nodes = nodes

    def __repr__(self) -> str:
        return f"TextbookResult(value={self.value}, move={self.move!r}, nodes={self.nodes})"


def minimax(game: Game, depth: int) -> TextbookResult:
    """The minimax value `depth` moves ahead; of equal moves the first is best."""
    if depth == 0 or game.is_over():
        return TextbookResult(game.score(), None, 1)
    best: int | None = None
    best_move = None
    nodes = 1
    for move in game.moves():
        side = game.side
        game.play(move)
        child = minimax(game, depth - 1)
        value = child.value if game.side == side else -child.value
        game.undo()
        nodes += child.nodes
        if best is None or value > best:
            best, best_move = value, move
    if best is None:
        raise ValueError("a game that is not over offers at least one move")
    return TextbookResult(best, best_move, nodes)


def alpha_beta(
    game: Game, depth: int, alpha: float = float("-inf"), beta: float = float("inf")
) -> TextbookResult:
    """The value of `minimax`, without searching lines that cannot change it.

    Fail-soft: a value between alpha and beta is exact. One at alpha or below is an upper bound of
    the true value; one at beta or above is a lower bound.
    """
    if depth == 0 or game.is_over():
        return TextbookResult(game.score(), None, 1)
    best: int | None = None
    best_move = None
    nodes = 1
    for move in game.moves():
        side = game.side
        game.play(move)
        if game.side == side:
            child = alpha_beta(game, depth - 1, alpha, beta)
            value = child.value
        else:
            child = alpha_beta(game, depth - 1, -beta, -alpha)
            value = -child.value
        game.undo()
        nodes += child.nodes
        if best is None or value > best:
            best, best_move = value, move
            alpha = max(alpha, best)
        if best >= beta:
            break  # the opponent will avoid this position
    if best is None:
        raise ValueError("a game that is not over offers at least one move")
    return TextbookResult(best, best_move, nodes)
