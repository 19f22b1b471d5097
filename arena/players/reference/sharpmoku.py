"""The Gomoku program SharpMoku as an opponent, re-implemented from a description.

It knows neither captures nor a clock. It plays the move of the first step that finds one:

    1  the best own point next to a stone, if its value is at least 10 million
    2  the opponent's best such point, if its value is at least 10,000
    3  minimax to a fixed depth over the points near stones, unordered

In steps 1 and 2 a point is worth twice the value of an own stone there, plus the value of an
opposing stone there. In step 3 the value of a leaf is that of its last stone
(`arena.players.reference.sharpmoku_shapes`). Ties go to the first point in board order. On the
empty board the seed draws a point.

The opponent keeps the defects of the original:

    - a minimising node cuts off when a reply is above alpha, where it should when a reply is at or
      below alpha: its value is noise
    - a leaf counts the opponent's last stone like an own one
    - values are 32-bit sums: two fives, or one on the opponent's, turn negative
    - rows at the edge and broken fours are misjudged (`arena.players.reference.sharpmoku_shapes`)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter

from arena.game.clock import Allowance
from arena.game.player import Answer
from arena.players.base import InProcessPlayer
from arena.players.reference.boards import StoneBoard, near_points
from arena.players.reference.sharpmoku_shapes import BORDER, FIVE_VALUE, REACH, kind_of, value_of
from games.five.position import DIRECTIONS, FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

DEPTH = 2  # its level "normal"; "hard" is 4
DEEPEST = 6
ATTACK_VALUE = 10_000_000
DEFENCE_VALUE = 10_000
MOST_WIDE_MOVES = 30  # with more points within two intersections step 3 uses only neighbours
INFINITY = 1 << 62


class SharpMokuPlayer(InProcessPlayer):
    """The opponent, at a depth of 1 to 6."""

    def __init__(self, rules: FiveRules, depth: int = DEPTH) -> None:
        super().__init__()
        self._board = ValuedBoard(rules)
        self._depth = depth

    def answer(self, position: FivePosition, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """The point of the first step that finds one; a random one on an empty board."""
        if not any(position.cells):
            return Answer(point=self.dice.choice(position.legal_moves()))
        self._board.set_up(position)
        return Answer(point=self._board.choice(self._depth))


class ValuedBoard(StoneBoard):
    """A board, the values of its points, and the three steps; `side` chooses the move."""

    def __init__(self, rules: FiveRules) -> None:
        super().__init__(rules)
        self._around = [runs_around(point, rules.size) for point in range(rules.size**2)]
        self._wide = near_points(rules.size, 2)

    def set_up(self, position: FivePosition) -> None:
        """Copy a position."""
        super().set_up(position)
        self.cells.append(BORDER)  # for all cells beyond the edge

    def stone_value(self, point: int, side: int) -> int:
        """The value of a stone of this side on this point."""
        return value_of(
            sum(kind_of(cells_of(self.cells), side) for cells_of in self._around[point])
        )

    def point_value(self, point: int, side: int) -> int:
        """The value of a point for a side in steps 1 and 2."""
        return wrapped(2 * self.stone_value(point, side) + self.stone_value(point, 1 - side))

    # The three steps

    def choice(self, depth: int) -> int:
        """The point to play on a board that has a stone."""
        near = self._near()
        if not near:
            return self.cells.index(EMPTY)
        for side, enough in ((self.side, ATTACK_VALUE), (1 - self.side, DEFENCE_VALUE)):
            values = [self.point_value(point, side) for point in near]
            best = max(values)
            if best >= enough:
                return near[values.index(best)]
        return self.searched(depth)

    def _near(self) -> list[int]:
        """The empty points next to a stone, in board order."""
        return [point for point in self.empty_points() if self.neighbour_stones[point]]

    def searched(self, depth: int) -> int:
        """The point of step 3."""
        wide = [
            point
            for point in self.empty_points()
            if any(self.cells[other] != EMPTY for other in self._wide[point])
        ]
        points = wide if len(wide) <= MOST_WIDE_MOVES else self._near()
        best, alpha = points[0], -INFINITY
        for point in points:
            value = self._after(point, self.side, depth, alpha, INFINITY)
            if value > alpha:
                best, alpha = point, value
        return best

    def _after(self, point: int, side: int, depth: int, alpha: int, beta: int) -> int:
        """The value of this side's move; depth 1 and a win are leaves."""
        value = self.stone_value(point, side)
        if depth == 1 or value >= FIVE_VALUE:
            return value
        self.put(point, 1 + side)
        node = self._least if side == self.side else self._most
        value = node(depth - 1, alpha, beta)
        self.put(point, EMPTY)
        return value

    def _most(self, depth: int, alpha: int, beta: int) -> int:
        """The value of a maximising node: `self.side` moves."""
        best = -INFINITY
        for point in self._near():
            best = max(best, self._after(point, self.side, depth, alpha, beta))
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best if best > -INFINITY else 0

    def _least(self, depth: int, alpha: int, beta: int) -> int:
        """The value of a minimising node: the opponent moves."""
        best = INFINITY
        for point in self._near():
            value = self._after(point, 1 - self.side, depth, alpha, beta)
            best = min(best, value)
            beta = min(beta, best)
            if value > alpha:
                break
        return best if best < INFINITY else 0


def wrapped(value: int) -> int:
    """A number wrapped to 32 bits with a sign."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def runs_around(point: int, size: int) -> tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]:
    """A function per direction that reads the REACH cells before and after the point.

    The board that it reads has one extra cell at its end, for all cells beyond the edge.
    """
    row, column = divmod(point, size)

    def place(rows: int, columns: int) -> int:
        inside = 0 <= row + rows < size and 0 <= column + columns < size
        return point + rows * size + columns if inside else size * size

    steps = [step for step in range(-REACH, REACH + 1) if step]
    return tuple(
        itemgetter(*(place(step * rows, step * columns) for step in steps))
        for rows, columns in DIRECTIONS
    )
