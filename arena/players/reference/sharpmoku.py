"""The first seed program as an opponent: SharpMoku's player, from a description of how it plays.

It knows neither captures nor a clock. Three steps, the first that finds a move ends it:

    1  of the points beside a stone the best for itself, if it is worth 10 million
    2  the best for the opponent, if it is worth 10,000
    3  minimax to a fixed depth over the points near stones, unordered

In steps 1 and 2 a point is worth twice what a stone there is worth to the side that is asked about
and once what it is worth to the other; in step 3 a leaf is worth what its last stone is
(`arena.players.reference.sharpmoku_shapes`). Of equal points the first in board order is played; on
the empty board any point is, drawn from the seed.

Its defects are kept, since they are the opponent: see `Faults`. `MENDED` has none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from arena.players.base import Choice, InProcessPlayer
from arena.players.reference.sharpmoku_shapes import BORDER, FIVE_VALUE, REACH, ShapeBook
from games.five.position import DIRECTIONS
from games.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arena.game.clock import Allowance
    from games.five.position import Position
    from games.five.rules import Rules

DEPTH = 2  # its level "normal"; "hard" is 4
DEEPEST = 6
ATTACK_VALUE = 10_000_000
DEFENCE_VALUE = 10_000
MOST_WIDE_MOVES = 30  # with more of them within two intersections step 3 looks at neighbours alone
INFINITY = 1 << 62


@dataclass(frozen=True, slots=True, kw_only=True)
class Faults:
    """Which of the program's defects are kept.

    inverted_cut  a minimising node is left when a reply is better than alpha for the maximiser,
                  where it should be left when one is no better: what it returns is noise
    unsigned      a leaf whose last stone is the opponent's is as good as one whose last is its own
    overflow      values are sums of 32 bits: two fives, or one on the opponent's, turn negative
    shapes        rows at the edge and broken fours are misjudged
    (`arena.players.reference.sharpmoku_shapes`)
    """

    inverted_cut: bool = True
    unsigned: bool = True
    overflow: bool = True
    shapes: bool = True


KEPT = Faults()
MENDED = Faults(inverted_cut=False, unsigned=False, overflow=False, shapes=False)


class SharpMokuPlayer(InProcessPlayer):
    """The opponent in this process, at a depth of 1 to 6; with `MENDED` it has no defects."""

    def __init__(self, rules: Rules, depth: int = DEPTH, faults: Faults = KEPT) -> None:
        super().__init__()
        self._board = ValuedBoard(rules, faults)
        self._depth = depth

    def choice(self, position: Position, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """The point of the first step that finds one; on an empty board any, by the seed."""
        if not any(position.cells):
            return Choice(point=self.dice.choice(position.legal_moves()))
        self._board.set_up(position)
        return Choice(point=self._board.choice(self._depth))


class ValuedBoard:
    """A board, what its points are worth, and the three steps; `side` is whose move is chosen."""

    def __init__(self, rules: Rules, faults: Faults = KEPT) -> None:
        self._size = rules.size
        self._faults = faults
        self._book = ShapeBook(mended=not faults.shapes)
        self._around = [runs_around(point, rules.size) for point in range(rules.size**2)]
        self._touching = [points_within(1, point, rules.size) for point in range(rules.size**2)]
        self._wide = [points_within(2, point, rules.size) for point in range(rules.size**2)]

    def set_up(self, position: Position) -> None:
        """Take over a position; it is not changed."""
        self.side = position.side
        self._cells = [*position.cells, BORDER]
        self._stones_beside = [
            sum(self._cells[other] != EMPTY for other in others) for others in self._touching
        ]

    def stone_value(self, point: int, side: int) -> int:
        """What a stone of this side on this point is worth, as the other stones lie."""
        kind, cells = self._book.kind, self._cells
        first, second, third, fourth = self._around[point]
        return self._book.value(
            kind(first(cells), side)
            + kind(second(cells), side)
            + kind(third(cells), side)
            + kind(fourth(cells), side)
        )

    def point_value(self, point: int, side: int) -> int:
        """What a point is worth to a side in steps 1 and 2."""
        value = 2 * self.stone_value(point, side) + self.stone_value(point, 1 - side)
        return wrapped(value) if self._faults.overflow else value

    # The three steps

    def choice(self, depth: int) -> int:
        """The point to play on a board that has a stone."""
        near = self._near()
        if not near:
            return self._cells.index(EMPTY)
        for side, enough in ((self.side, ATTACK_VALUE), (1 - self.side, DEFENCE_VALUE)):
            values = [self.point_value(point, side) for point in near]
            best = max(values)
            if best >= enough:
                return near[values.index(best)]
        return self.searched(depth)

    def _near(self) -> list[int]:
        """The empty points beside a stone, in board order."""
        cells = self._cells
        return [
            point for point, beside in enumerate(self._stones_beside) if beside and not cells[point]
        ]

    def searched(self, depth: int) -> int:
        """The point of step 3."""
        cells = self._cells
        stones = [point for point, cell in enumerate(cells[:-1]) if cell != EMPTY]
        wide = {other for point in stones for other in self._wide[point] if not cells[other]}
        points = sorted(wide) if len(wide) <= MOST_WIDE_MOVES else self._near()
        best, alpha = points[0], -INFINITY
        for point in points:
            value = self._after(point, self.side, depth, alpha, INFINITY)
            if value > alpha:
                best, alpha = point, value
        return best

    def _after(self, point: int, side: int, depth: int, alpha: int, beta: int) -> int:
        """The value of this side's move: a leaf's at depth 1 and where it wins, else a node's."""
        value = self.stone_value(point, side)
        if depth == 1 or value >= FIVE_VALUE:
            return value if side == self.side or self._faults.unsigned else -value
        self._put(point, 1 + side)
        node = self._least if side == self.side else self._most
        value = node(depth - 1, alpha, beta)
        self._put(point, EMPTY)
        return value

    def _most(self, depth: int, alpha: int, beta: int) -> int:
        """The value of a node in which `side` moves."""
        best = -INFINITY
        for point in self._near():
            best = max(best, self._after(point, self.side, depth, alpha, beta))
            alpha = max(alpha, best)
            if best >= beta:
                break
        return best if best > -INFINITY else 0

    def _least(self, depth: int, alpha: int, beta: int) -> int:
        """The value of a node in which the opponent moves."""
        best = INFINITY
        for point in self._near():
            value = self._after(point, 1 - self.side, depth, alpha, beta)
            best = min(best, value)
            beta = min(beta, best)
            if (value > alpha) if self._faults.inverted_cut else (best <= alpha):
                break
        return best if best < INFINITY else 0

    def _put(self, point: int, content: int) -> None:
        self._cells[point] = content
        step = 1 if content != EMPTY else -1
        for other in self._touching[point]:
            self._stones_beside[other] += step


def wrapped(value: int) -> int:
    """A number as 32 bits with a sign hold it."""
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)


def points_within(distance: int, point: int, size: int) -> list[int]:
    """The other points at most so many intersections away, diagonals counted as one."""
    row, column = divmod(point, size)
    return [
        other_row * size + other_column
        for other_row in range(max(0, row - distance), min(size, row + distance + 1))
        for other_column in range(max(0, column - distance), min(size, column + distance + 1))
        if (other_row, other_column) != (row, column)
    ]


def runs_around(point: int, size: int) -> tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]:
    """For each direction a function that reads the REACH cells before the point and after it.

    It reads them from a board that has one more cell behind the last: what lies beyond the edge.
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
