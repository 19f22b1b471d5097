"""The plain search of `docs/evaluation.md`; the kernel in plain mode agrees with it node by node.

`plain_search` is that search. `Walk` is its recursion, which the player in
`search.reference.engine` also uses, there with a clock and a width; both change nothing unless they
are given.
"""

from __future__ import annotations

from time import monotonic, process_time

from search.reference.board import ReferenceBoard
from search.result import NODES, TIME
from search.score import INFINITY, is_loss, lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from collections.abc import Callable, Sequence

    from games.five.position import Position
    from search.limits import Limits
    from search.reference.lines import LineTable
    from search.weights import Weights

NODES_BETWEEN_LOOKS = 50  # about a millisecond from one look at the clock to the next
NEVER = 1 << 62


class PlainResult:
    """What the plain search found.

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
    """The plain search to a depth, from a position in which the game goes on.

    A `table` of the same rules and weights saves reading lines that earlier searches have met; it
    changes nothing else.
    """
    walk = Walk(ReferenceBoard(position, weights, table))
    score = walk.value(-INFINITY, INFINITY, depth, 0)
    pv = walk.principal_variation()
    return PlainResult(score=score, best=pv[0] if pv else None, nodes=walk.nodes, pv=pv)


class OutOfBudget(Exception):  # noqa: N818 - a signal from the clock to the root, not an error
    """A limit has been reached inside an iteration; says which, as `search.result` names it."""


class Clock:
    """The limits of one search, from its start on; it is out of time where `halted` says so."""

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
        """Seconds by the clock on the wall since the start."""
        return monotonic() - self._wall_start_s

    def reached(self, nodes: int) -> str | None:
        """NODES or TIME if that limit has been reached, else None."""
        limits = self._limits
        if limits.nodes is not None and nodes >= limits.nodes:
            return NODES
        if self._halted is not None and self._halted():
            return TIME
        if limits.aim_s is not None:
            elapsed_s = self.wall_s() if limits.cpu_s is None else self.cpu_s()
            if elapsed_s >= limits.aim_s:
                return TIME
        if limits.cpu_s is not None and self.cpu_s() >= limits.cpu_s:
            return TIME
        if limits.wall_s is not None and self.wall_s() >= limits.wall_s:
            return TIME
        return None

    def next_look(self, nodes: int) -> int:
        """The node count at which to look again: never beyond the limit of nodes."""
        soon = nodes + NODES_BETWEEN_LOOKS
        return soon if self._limits.nodes is None else min(soon, self._limits.nodes)


class Walk:
    """The recursion on one board; counts nodes and keeps the principal variation.

    Assumed: at the root the game goes on and somebody can move. When `value` returns, the board is
    as it was. After OutOfBudget it is not: board and walk are of no more use, but `nodes` holds.

    width  candidates looked at in a node, unless all of them lose: a loss is said only when every
           candidate has been tried, so that a proven score stays proven
    nodes  positions entered, those entered before this walk included
    """

    __slots__ = ("_board", "_clock", "_lines", "_look_at", "_width", "nodes")

    def __init__(
        self,
        board: ReferenceBoard,
        *,
        width: int = NEVER,
        clock: Clock | None = None,
        nodes: int = 0,
    ) -> None:
        self._board = board
        self._width = width
        self._clock = clock
        self._look_at = NEVER if clock is None else clock.next_look(nodes)
        self._lines: list[tuple[int, ...]] = [()]  # by turn: the best line found from there
        self.nodes = nodes

    def value(self, alpha: int, beta: int, depth: int, turns: int) -> int:
        """The value for the side to move, `turns` from the root; `depth` is still to go.

        Fail-soft: between alpha and beta it is exact; at alpha or below it is an upper bound of
        the true value, at beta or above a lower bound.
        """
        if self.nodes >= self._look_at:
            self._look()
        self.nodes += 1
        board = self._board
        # 1. The game is over: lost by captures, or nobody can move any more.
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
        """The value of the best of these moves, as good a bound as that of `value`."""
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
                if alpha < v < beta and depth > 1:  # at depth 1 it is exact already
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
        """The best line from the root; where it leads to a win at once, that move is added."""
        board, line = self._board, self._lines[0]
        for point in line:
            board.play(point)
        if board.empty and board.wins_at_once():
            line = (*line, board.winning_points()[0])
        for _ in self._lines[0]:
            board.undo()
        return line

    def _look(self) -> None:
        """Raise OutOfBudget if a limit has been reached."""
        if self._clock is not None:
            reached = self._clock.reached(self.nodes)
            if reached is not None:
                raise OutOfBudget(reached)
            self._look_at = self._clock.next_look(self.nodes)
