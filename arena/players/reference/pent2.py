"""The second seed program as an opponent: Pent 2.0's player, from a description of how it plays.

In spite of its name it knows no captures, and no clock. Alpha-beta over its own move and the reply:
all empty points, those that touch a stone first, each group in board order; the first of the best
is played. A leaf is worth the sum over all windows of five cells without an opponent's stone of 1
for one stone, a hundred times as much for each further one, less the same for the opponent. Whose
turn it is does not count, so it overrates its own fours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.game.line_values import LineValues, table_of
from arena.players.base import Choice, InProcessPlayer
from arena.players.reference.candidates import neighbours
from games.rules import EMPTY

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from games.five.position import Position
    from games.five.rules import Rules

WINDOW_VALUES = (0, 1, 100, 10_000, 1_000_000, 100_000_000)  # by the stones of one side
MADE_FIVE = 90_000_000  # no move gains so much but one that completes a window
INFINITY = 1 << 62


class Pent2Player(InProcessPlayer):
    """The opponent in this process; nothing that it does is random."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._board = WindowBoard(rules)

    def choice(self, position: Position, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """The first of the best points."""
        self._board.set_up(position)
        point, score = self._board.best()
        return Choice(point=point, score=score)


class WindowBoard:
    """A board with the codes of its lines, and the search of two moves over it."""

    def __init__(self, rules: Rules) -> None:
        self._lines = LineValues(rules, (table_of(5, worth_of_window),))
        self._touching = neighbours(rules.size)

    def set_up(self, position: Position) -> None:
        """Take over a position; it is not changed."""
        self._cells = list(position.cells)
        self._side = position.side
        self._codes = [self._lines.code(n, self._cells) for n in range(len(self._lines.lines))]
        self._stones_beside = [
            sum(self._cells[other] != EMPTY for other in others) for others in self._touching
        ]

    def best(self) -> tuple[int, int]:
        """The first of the best points for the side to move, and what it is worth to that side.

        A move that completes five ends the game: nothing answers it.
        """
        own, start = 1 + self._side, self.value()
        points = self._empty_points()
        best, alpha = points[0], -INFINITY
        for point in points:
            gain = self._gain(point, own)
            value = start + gain
            if gain < MADE_FIVE:
                value = self._answered(point, value, alpha)
            if value > alpha:
                best, alpha = point, value
        return best, alpha

    def value(self) -> int:
        """What the board is worth to the side to move."""
        return self._signed(sum(map(self._lines.value, self._codes)))

    def _answered(self, point: int, value: int, alpha: int) -> int:
        """What a move is worth after the reply; no more than alpha, once that is sure."""
        self._put(point, 1 + self._side)
        other, least = 2 - self._side, INFINITY
        for reply in self._empty_points():
            least = min(least, value + self._gain(reply, other))
            if least <= alpha:
                break
        self._put(point, EMPTY)
        return least if least < INFINITY else value

    def _empty_points(self) -> list[int]:
        """The empty points, those that touch a stone first."""
        beside = self._stones_beside
        empty = [point for point, cell in enumerate(self._cells) if cell == EMPTY]
        first = [point for point in empty if beside[point]]
        return first + [point for point in empty if not beside[point]]

    def _gain(self, point: int, stone: int) -> int:
        """What a stone on an empty point adds to the value for the side to move."""
        codes, value = self._codes, self._lines.value
        gain = 0
        for line, shift in self._lines.places[point]:
            gain += value(codes[line] + (stone << shift)) - value(codes[line])
        return self._signed(gain)

    def _signed(self, value: int) -> int:
        return value if self._side == 0 else -value

    def _put(self, point: int, content: int) -> None:
        change = content - self._cells[point]
        self._cells[point] = content
        for line, shift in self._lines.places[point]:
            self._codes[line] += change << shift
        step = 1 if content != EMPTY else -1
        for other in self._touching[point]:
            self._stones_beside[other] += step


def worth_of_window(cells: list[int]) -> int:
    """What a window is worth to side 0."""
    for side, sign in ((0, 1), (1, -1)):
        stones = cells.count(1 + side)
        if stones and stones + cells.count(EMPTY) == len(cells):
            return sign * WINDOW_VALUES[stones]
    return 0
