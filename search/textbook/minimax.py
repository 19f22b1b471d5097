"""Minimax and alpha-beta as the textbooks have them, over any game that offers five things.

Nothing here is fast and nothing is left out. The tree is walked by playing and taking back; a value
is always seen from the side to move, and is turned round only where the side has changed: in some
games a player moves several times in a row.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from collections.abc import Sequence
    from typing import Any, Protocol

    class Game(Protocol):
        """What the searchers ask of a game; `search.reference.board` offers it."""

        @property
        def side(self) -> Any:
            """Who is to move: any value that tells one side from the other."""

        def moves(self) -> Sequence[Any]:
            """The moves there are: at least one, unless the game is over."""

        def play(self, move: Any, /) -> object:
            """Make a move."""

        def undo(self) -> object:
            """Take the last move back."""

        def is_over(self) -> bool:
            """Whether nothing more is to be looked at."""

        def score(self) -> int:
            """How good the position is for the side to move; exact where the game is over."""


class Found:
    """What a searcher found: the value for the side to move, a best move, the positions entered.

    move is None where no move was looked at: at depth 0 or after the end.
    """

    __slots__ = ("move", "nodes", "value")

    def __init__(self, value: int, move: Any, nodes: int) -> None:
        self.value = value
        self.move = move
        self.nodes = nodes

    def __repr__(self) -> str:
        return f"Found(value={self.value}, move={self.move!r}, nodes={self.nodes})"


def minimax(game: Game, depth: int) -> Found:
    """The value of looking at every line of this many moves; the first of equal moves is kept."""
    if depth == 0 or game.is_over():
        return Found(game.score(), None, 1)
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
    return Found(best, best_move, nodes)


def alpha_beta(
    game: Game, depth: int, alpha: float = float("-inf"), beta: float = float("inf")
) -> Found:
    """The value of `minimax`, without the lines that cannot change it.

    Fail-soft: a value between alpha and beta is exact; one at alpha or below is an upper bound of
    the true value, one at beta or above a lower bound.
    """
    if depth == 0 or game.is_over():
        return Found(game.score(), None, 1)
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
            break  # the other side will not let it come to this
    if best is None:
        raise ValueError("a game that is not over offers at least one move")
    return Found(best, best_move, nodes)
