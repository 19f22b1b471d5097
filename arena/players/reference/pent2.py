"""The Gomoku program Pent 2.0 as an opponent, re-implemented from a description.

In spite of its name it knows neither captures nor a clock. It searches its own move and the reply
with alpha-beta and plays the first of the best points. It tries all empty points in board order,
those that touch a stone first.

A window of five cells counts if only one side has stones in it. One stone is worth 1, and each
further stone multiplies the worth by a hundred. A leaf is the own sum less the opponent's. The side
to move does not count, so the program overrates its own fours.
"""

from __future__ import annotations

from arena.game.clock import Allowance
from arena.game.player import Answer
from arena.players.base import InProcessPlayer
from arena.players.reference.boards import LineBoard
from games.five.line_values import table_of
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

WINDOW_VALUES = (0, 1, 100, 10_000, 1_000_000, 100_000_000)  # by the stones of one side
MADE_FIVE = 90_000_000  # only a move that completes a window gains as much
INFINITY = 1 << 62


class Pent2Player(InProcessPlayer):
    """The opponent; its moves are deterministic."""

    def __init__(self, rules: FiveRules) -> None:
        super().__init__()
        self._board = WindowBoard(rules)

    def answer(self, position: FivePosition, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """The first of the best points."""
        self._board.set_up(position)
        point, score = self._board.best()
        return Answer(point=point, score=score)


class WindowBoard(LineBoard):
    """A board with the values of its windows, and the two-ply search over it."""

    def __init__(self, rules: FiveRules) -> None:
        super().__init__(rules, (table_of(5, worth_of_window),))

    def best(self) -> tuple[int, int]:
        """The first of the best points and its value, both for the side to move.

        A move that completes five ends the game, so it has no reply.
        """
        own, start = 1 + self.side, self.value()
        points = self._nearest_first()
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
        """The value of the board for the side to move."""
        return self._signed(self.total)

    def _answered(self, point: int, value: int, alpha: int) -> int:
        """The value of a move after the best reply; stops once it is at most alpha."""
        self.put(point, 1 + self.side)
        other, least = 2 - self.side, INFINITY
        for reply in self._nearest_first():
            least = min(least, value + self._gain(reply, other))
            if least <= alpha:
                break
        self.put(point, EMPTY)
        return least if least < INFINITY else value

    def _nearest_first(self) -> list[int]:
        """The empty points, those that touch a stone first."""
        return sorted(self.empty_points(), key=lambda point: not self.neighbour_stones[point])

    def _gain(self, point: int, stone: int) -> int:
        """What a stone on an empty point adds to the value for the side to move."""
        return self._signed(self.total_with(point, stone) - self.total)

    def _signed(self, value: int) -> int:
        return value if self.side == 0 else -value


def worth_of_window(cells: list[int]) -> int:
    """The value of a window for side 0."""
    for side, sign in ((0, 1), (1, -1)):
        stones = cells.count(1 + side)
        if stones and stones + cells.count(EMPTY) == len(cells):
            return sign * WINDOW_VALUES[stones]
    return 0
