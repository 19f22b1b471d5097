"""The plain search of `docs/evaluation.md`; the kernel in plain mode agrees with it node by node.

`plain_search` runs it. `Walk` is its recursion; `search.reference.engine` uses that too, with
limits and a width.
"""

from __future__ import annotations

from time import monotonic, process_time

from search.reference.board import ReferenceBoard
from search.result import NODES, STOP, TIME
from search.score import INFINITY, is_loss, lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from collections.abc import Callable, Sequence

    from games.five.position import Position
    from search.limits import Limits
    from search.reference.board_lines import LineTable
    from search.weights import Weights

NODES_PER_CHECK = 50  # nodes between two checks of the limits: about a millisecond
NEVER = 1 << 62


class PlainResult:
    """The result of the plain search.

    score  value for the side to move (`search.score`)
    best   the point to play; None at depth 0 or on a full board
    nodes  positions entered
    pv     principal variation, `best` first
    """

    __slots__ = ("best", "nodes", "pv", "score")

    def __init__(self, *, score: int, best: int | None, nodes: int, pv: tuple[int, ...]) -> None:
        self.score = score
        self.best = best
        self.nodes = nodes
        self.pv = pv

    def __repr__(self) -> str:
        return f"PlainResult(score={self.score}, best={self.best}, nodes={self.nodes})"


def plain_search(
    position: Position, weights: Weights, depth: int, table: LineTable | None = None
) -> PlainResult:
    """The plain search to a depth, from a position whose game is not over.

    A `table` of the same rules and weights only saves time: it caches lines between searches.
    """
    walk = Walk(ReferenceBoard(position, weights, table))
    score = walk.value(-INFINITY, INFINITY, depth, 0)
    pv = walk.principal_variation()
    return PlainResult(score=score, best=pv[0] if pv else None, nodes=walk.nodes, pv=pv)


class LimitReached(Exception):  # noqa: N818 - a signal to the root, not an error
    """A search has reached a limit inside an iteration; the text names it as `search.result`."""


class LimitMeter:
    """The limits of one search, measured from its start; `halted` may end it early."""

    __slots__ = ("_cpu_start_s", "_halted", "_limits", "_wall_start_s")

    def __init__(self, limits: Limits, halted: Callable[[], bool] | None = None) -> None:
        self._limits = limits
        self._halted = halted
        self._cpu_start_s = process_time()
        self._wall_start_s = monotonic()

    def cpu_s(self) -> float:
        """CPU seconds of this process since the start."""
        return process_time() - self._cpu_start_s

    def wall_s(self) -> float:
        """Wall-clock seconds since the start."""
        return monotonic() - self._wall_start_s

    def reached(self, nodes: int) -> str | None:
        """What ends the search here: NODES, STOP or TIME, else None."""
        limits = self._limits
        if limits.nodes is not None and nodes >= limits.nodes:
            return NODES
        if self._halted is not None and self._halted():
            return STOP
        if limits.aim_s is not None:
            elapsed_s = self.wall_s() if limits.cpu_s is None else self.cpu_s()
            if elapsed_s >= limits.aim_s:
                return TIME
        if limits.cpu_s is not None and self.cpu_s() >= limits.cpu_s:
            return TIME
        if limits.wall_s is not None and self.wall_s() >= limits.wall_s:
            return TIME
        return None

    def next_check(self, nodes: int) -> int:
        """The node count of the next check, at most the limit of nodes."""
        soon = nodes + NODES_PER_CHECK
        return soon if self._limits.nodes is None else min(soon, self._limits.nodes)


class Walk:
    """The recursion on one board; counts nodes and keeps the principal variation.

    Assumes that the game is not over at the root and that there is a move. `value` restores the
    board when it returns. After LimitReached only `nodes` is valid; discard the board and the walk.

    width  candidates searched in a node; more if all of them lose, since a proven loss needs every
           candidate
    nodes  positions entered, including those before this walk
    """

    __slots__ = ("_board", "_check_at", "_lines", "_meter", "_width", "nodes")

    def __init__(
        self,
        board: ReferenceBoard,
        *,
        width: int = NEVER,
        meter: LimitMeter | None = None,
        nodes: int = 0,
    ) -> None:
        self._board = board
        self._width = width
        self._meter = meter
        self._check_at = NEVER if meter is None else meter.next_check(nodes)
        self._lines: list[tuple[int, ...]] = [()]  # by turn: the best line found from there
        self.nodes = nodes

    def value(self, alpha: int, beta: int, depth: int, turns: int) -> int:
        """The value for the side to move, `turns` from the root, with `depth` turns left to search.

        Fail-soft: a value between alpha and beta is exact. One at alpha or below is an upper bound
        of the true value; one at beta or above is a lower bound.
        """
        if self.nodes >= self._check_at:
            self._check()
        self.nodes += 1
        board = self._board
        # 1. The game is over: lost by captures, or the board is full.
        if board.has_lost():
            return lost_in(turns)
        if not board.empty:
            return 0
        # 2. The mover wins at once.
        if board.wins_at_once():
            return win_in(turns + 1)
        # 3. The horizon.
        if not depth:
            return board.evaluate()
        # 4. The candidates, best first.
        return self.best_of(board.candidates(), alpha, beta, depth, turns)

    def best_of(self, points: Sequence[int], alpha: int, beta: int, depth: int, turns: int) -> int:
        """The value of the best of these moves; exact or a bound as in `value`."""
        board, lines = self._board, self._lines
        while len(lines) < turns + 2:
            lines.append(())
        best = -INFINITY
        for number, point in enumerate(points):
            if number >= self._width and not is_loss(best):
                break
            lines[turns + 1] = ()
            board.play(point)
            if number == 0:
                v = -self.value(-beta, -alpha, depth - 1, turns + 1)
            else:
                v = -self.value(-alpha - 1, -alpha, depth - 1, turns + 1)
                if alpha < v < beta and depth > 1:  # at depth 1 the value is exact already
                    v = -self.value(-beta, -alpha, depth - 1, turns + 1)
            board.undo()
            if v > best:
                best = v
                lines[turns] = (point, *lines[turns + 1])
                alpha = max(alpha, v)
                if v >= beta:
                    break
        return best

    def principal_variation(self) -> tuple[int, ...]:
        """The best line from the root, with the winning move if the line leads to a win at once."""
        board, line = self._board, self._lines[0]
        for point in line:
            board.play(point)
        if board.empty and board.wins_at_once():
            line = (*line, board.winning_points()[0])
        for _ in self._lines[0]:
            board.undo()
        return line

    def _check(self) -> None:
        """Raise LimitReached if a limit has been reached."""
        if self._meter is not None:
            reached = self._meter.reached(self.nodes)
            if reached is not None:
                raise LimitReached(reached)
            self._check_at = self._meter.next_check(self.nodes)
