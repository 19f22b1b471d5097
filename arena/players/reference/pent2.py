"""The Gomoku program Pent 2.0 as an opponent, re-implemented from a description.

In spite of its name it knows neither captures nor a clock. It searches its own move and the reply
with alpha-beta and plays the first of the best points. It tries all empty points in board order,
those that touch a stone first.

A window of five cells counts if only one side has stones in it. One stone is worth 1, and each
further stone multiplies the worth by a hundred. A leaf is the own sum less the opponent's. The side
to move does not count, so the program overrates its own fours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.players.base import Choice, InProcessPlayer
from arena.players.reference.candidates import neighbours
from games.five.line_values import LineValues, table_of
from games.rules import EMPTY

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from games.five.position import Position
    from games.five.rules import Rules

WINDOW_VALUES = (0, 1, 100, 10_000, 1_000_000, 100_000_000)  # by the stones of one side
MADE_FIVE = 90_000_000  # only a move that completes a window gains as much
INFINITY = 1 << 62


class Pent2Player(InProcessPlayer):
    """The opponent; its moves are deterministic."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self._board = WindowBoard(rules)

    def choice(self, position: Position, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return the first of the best points."""
        self._board.set_up(position)
        point, score = self._board.best()
        return Choice(point=point, score=score)


class WindowBoard:
    """A board with the codes of its lines, and the two-ply search over it."""

    def __init__(self, rules: Rules) -> None:
        self._lines = LineValues(rules, (table_of(5, worth_of_window),))
        self._touching = neighbours(rules.size)

    def set_up(self, position: Position) -> None:
        """Copy a position."""
        self._cells = list(position.cells)
        self._side = position.side
        self._codes = [self._lines.code(n, self._cells) for n in range(len(self._lines.lines))]
        self._neighbour_stones = [
            sum(self._cells[other] != EMPTY for other in others) for others in self._touching
        ]

    def best(self) -> tuple[int, int]:
        """Return the first of the best points and its value, both for the side to move.

        A move that completes five ends the game, so it has no reply.
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
        """Return the value of the board for the side to move."""
        return self._signed(sum(map(self._lines.value, self._codes)))

    def _answered(self, point: int, value: int, alpha: int) -> int:
        """Return the value of a move after the best reply; stops once it is at most alpha."""
        self._put(point, 1 + self._side)
        other, least = 2 - self._side, INFINITY
        for reply in self._empty_points():
            least = min(least, value + self._gain(reply, other))
            if least <= alpha:
                break
        self._put(point, EMPTY)
        return least if least < INFINITY else value

    def _empty_points(self) -> list[int]:
        """Return the empty points, those that touch a stone first."""
        touched = self._neighbour_stones
        empty = [point for point, cell in enumerate(self._cells) if cell == EMPTY]
        first = [point for point in empty if touched[point]]
        return first + [point for point in empty if not touched[point]]

    def _gain(self, point: int, stone: int) -> int:
        """Return what a stone on an empty point adds to the value for the side to move."""
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
            self._neighbour_stones[other] += step


def worth_of_window(cells: list[int]) -> int:
    """Return the value of a window for side 0."""
    for side, sign in ((0, 1), (1, -1)):
        stones = cells.count(1 + side)
        if stones and stones + cells.count(EMPTY) == len(cells):
            return sign * WINDOW_VALUES[stones]
    return 0
