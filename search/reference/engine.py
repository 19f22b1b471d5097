"""The reference engine: iterative deepening of the plain search, for play without the kernel.

It has the methods of `search.engine.Engine` and needs nothing compiled. In the same package,
`board_lines` has the ranks, `static` the static value, `board` its incremental form and `search`
the plain search.
"""

from __future__ import annotations

from search.reference.board import ReferenceBoard
from search.reference.board_lines import LineTable
from search.reference.search import LimitMeter, LimitReached, PlainResult, Walk, plain_search
from search.reference.static import evaluate
from search.result import DEPTH, ONLY_MOVE, PROVEN, Line, SearchResult
from search.score import INFINITY, is_loss, is_win, win_in
from search.weights import Weights
from search.weights.file import shipped_weights

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from collections.abc import Callable, Sequence
    from typing import Self

    from games.five.position import Position
    from games.five.rules import Rules
    from search.limits import Limits

    Listener = Callable[[SearchResult], object]

__all__ = [
    "LineTable",
    "PlainResult",
    "ReferenceBoard",
    "ReferenceEngine",
    "evaluate",
    "plain_search",
]

DEEPEST = 100  # turns; the recursion must stay well below Python's limit


class ReferenceEngine:
    """Plays by the plain search; each node searches its best `width` candidates unless all lose.

    Slow: some ten thousand positions a second. `weights` default to those shipped for the game. It
    values positions by the weights alone: in Python a net would take a millisecond each.
    """

    __slots__ = ("_halted", "_rules", "_table", "_weights")

    def __init__(self, rules: Rules, weights: Weights | None = None) -> None:
        self._rules = rules
        self._weights = weights or shipped_weights(rules, "none")
        self._table = LineTable(rules, self._weights)
        self._halted = False

    def stop(self) -> None:
        """End the running search, and later ones at once; call this from another thread."""
        self._halted = True

    def resume(self) -> None:
        """Let searches run to their limits again after `stop`."""
        self._halted = False

    def new_game(self) -> None:
        """Do nothing: the cached lines hold for every game."""

    def harvest(self) -> bytes:
        """Nothing: there is no table."""
        return b""

    def plant(self, harvest: bytes) -> None:
        """Do nothing: there is no table."""

    def dismiss(self) -> float:
        """The CPU seconds of helpers: 0, since there are none."""
        return 0.0

    def close(self) -> None:
        """Do nothing: there is no process or table to release."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        multipv: int = 1,
        listener: Listener | None = None,
    ) -> SearchResult:
        """The best lines of the last finished iteration, best first.

        After each iteration `listener` receives the result so far. The result has a legal move
        however small the limits are; its `depth` is 0 if no iteration finished. It has `multipv`
        lines, or one per candidate if those are fewer. Raises ValueError if the game is over, for
        a position of other rules, if nothing limits the search, or if multipv < 1.
        """
        self._check(position, limits, multipv)
        meter = LimitMeter(limits, lambda: self._halted)
        board = ReferenceBoard(position, self._weights, self._table)
        legal = position.legal_moves()
        if len(legal) == 1:
            return _result([Line(board.score(), (legal[0],))], 0, 0, meter, ONLY_MOVE)
        return self._deepen(board, meter, limits, multipv, listener)

    def _check(self, position: Position, limits: Limits, multipv: int) -> None:
        if position.rules != self._rules:
            raise ValueError(f"this engine plays {self._rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            raise ValueError(
                f"nothing to search: the game is over ({position.outcome.termination})"
            )
        bounds = (limits.depth, limits.nodes, limits.cpu_s, limits.wall_s)
        if all(bound is None for bound in bounds):
            raise ValueError("nothing limits the search: expected a depth, nodes or a time")
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}, expected 1 or more")

    def _deepen(
        self,
        board: ReferenceBoard,
        meter: LimitMeter,
        limits: Limits,
        multipv: int,
        listener: Listener | None,
    ) -> SearchResult:
        """Search one turn deeper each time, the best moves of the last iteration first."""
        order = _first_order(board)
        lines = [Line(_first_score(board, point), (point,)) for point in order[:multipv]]
        deepest = _deepest(board, limits)
        depth = nodes = 0
        stopped_by = meter.reached(0)
        while stopped_by is None:
            walk = Walk(board, width=self._weights["width"], meter=meter, nodes=nodes)
            try:
                lines = _best_lines(walk, board, order, depth + 1, multipv)
            except LimitReached as reached:
                nodes, stopped_by = walk.nodes, str(reached)
                break
            depth, nodes = depth + 1, walk.nodes
            firsts = [line.pv[0] for line in lines]
            order = firsts + [point for point in order if point not in firsts]
            if listener:
                listener(_result(lines, depth, nodes, meter, DEPTH))
            if is_win(lines[0].score) or is_loss(lines[0].score):
                stopped_by = PROVEN
            elif depth >= deepest:
                stopped_by = DEPTH
            else:
                stopped_by = meter.reached(nodes)
        return _result(lines, depth, nodes, meter, stopped_by)


def _first_order(board: ReferenceBoard) -> list[int]:
    """The candidates, with moves that win at once first."""
    winning = board.winning_points()
    return winning + [point for point in board.candidates() if point not in winning]


def _first_score(board: ReferenceBoard, point: int) -> int:
    return win_in(1) if point in board.winning_points() else board.evaluate()


def _deepest(board: ReferenceBoard, limits: Limits) -> int:
    """The greatest useful depth: by the limits, the recursion and the empty points."""
    deepest = DEEPEST if limits.depth is None else min(limits.depth, DEEPEST)
    return deepest if board.rules.capture_lengths else min(deepest, board.empty)


def _best_lines(
    walk: Walk, board: ReferenceBoard, order: Sequence[int], depth: int, multipv: int
) -> list[Line]:
    """The lines of one iteration, each with a different first move."""
    lines: list[Line] = []
    remaining = list(order)
    while remaining and len(lines) < multipv:
        lines.append(_best_line(walk, board, remaining, depth))
        remaining.remove(lines[-1].pv[0])
    # A move beyond the first search's width may be the best of the second.
    return sorted(lines, key=lambda line: line.score, reverse=True)


def _best_line(walk: Walk, board: ReferenceBoard, points: Sequence[int], depth: int) -> Line:
    """The best line that begins with one of these points."""
    walk.nodes += 1
    for point in board.winning_points():
        if point in points:
            return Line(win_in(1), (point,), depth)
    score = walk.best_of(points, -INFINITY, INFINITY, depth, 0)
    return Line(score, walk.principal_variation(), depth)


def _result(
    lines: list[Line], depth: int, nodes: int, meter: LimitMeter, stopped_by: str
) -> SearchResult:
    return SearchResult(
        lines=tuple(lines),
        depth=depth,
        nodes=nodes,
        seconds_wall=meter.wall_s(),
        seconds_cpu=meter.cpu_s(),
        stopped_by=stopped_by,
    )
