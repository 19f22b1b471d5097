"""The plain search of `docs/evaluation.md` in games of five, in readable Python."""

from __future__ import annotations

from search.plain import Walk
from search.reference.board import ReferenceBoard
from search.score import INFINITY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.five.position import FivePosition
    from search.reference.board_lines import LineCache
    from search.weights import Weights


class PlainResult:
    """The result of the plain search.

    score  value for the side to move (`search.score`)
    best   the point to play; None at depth 0 or on a full board
    nodes  positions entered
    pv     principal variation, `best` first
    """

    __slots__ = ("best", "nodes", "pv", "score")

    def __init__(self, score: int, nodes: int, pv: tuple[int, ...]) -> None:
        self.score = score
        self.best = pv[0] if pv else None
        self.nodes = nodes
        self.pv = pv


def plain_search(
    position: FivePosition, weights: Weights, depth: int, cache: LineCache | None = None
) -> PlainResult:
    """The plain search to a depth, from a position whose game is not over.

    A `cache` of the same rules and weights only saves time, between searches.
    """
    board = ReferenceBoard(position, weights, cache)
    walk = Walk(board)
    score = walk.value(-INFINITY, INFINITY, depth, 0)
    return PlainResult(score, walk.nodes, board.with_win(walk.line))
