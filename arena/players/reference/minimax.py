"""The harness's second reference opponent: minimax without alpha-beta over points next to stones.

The depth is 3 while more than 50 s remain, 1 below 3 s, else 2. The value of a leaf is a sum over
lines (`games.five.line_values`). Among equally good moves the seed picks one.
"""

from __future__ import annotations

from arena.game.clock import Allowance
from arena.game.player import Answer
from arena.players.base import InProcessPlayer
from arena.players.reference.boards import LineBoard, adjacent_candidates
from games.five.line_values import FIVES, FOURS, WORTH, unpack
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

WON = 1_000_000
WON_NEXT = 100_000  # the side to move has a four on the board
TWO_FOURS = 3_000  # two fours of the side that moved: the other may still capture, or win first
CAPTURED_VALUE = (0, 60, 140, 260, 500)  # by fifths of the captured stones that win


def depth_for(seconds_left: float | None) -> int:
    """The depth of the handout's minimax for this time left; 3 without a clock."""
    if seconds_left is None or seconds_left > 50:
        return 3
    return 1 if seconds_left < 3 else 2


class MinimaxPlayer(InProcessPlayer):
    """The reference opponent; `depth` overrides the depth by time."""

    def __init__(self, rules: FiveRules, depth: int | None = None) -> None:
        super().__init__()
        self._board = MinimaxBoard(rules)
        self._depth = depth

    def answer(self, position: FivePosition, allowance: Allowance) -> Answer:
        """One of the best candidates."""
        depth = self._depth or depth_for(allowance.seconds)
        candidates = adjacent_candidates(position, position.legal_moves())
        self.dice.shuffle(candidates)
        self._board.set_up(position)
        point, score = self._board.best(candidates, depth)
        return Answer(point=point, depth=depth, score=score)


class MinimaxBoard(LineBoard):
    """A position by the rules with the values of its lines, and the minimax search over it.

    `_score_of` and `_leaf` give values for the side that has just moved; other methods for the side
    to move. A quicker win has a higher value.
    """

    def set_up(self, position: FivePosition) -> None:
        """Copy a position."""
        super().set_up(position)
        self.position = position.copy()
        self.captured = self.position.captured_stones

    def candidates(self) -> list[int]:
        """The points of `adjacent_candidates`, in board order."""
        legal, touched = self.position.legal_moves(), self.neighbour_stones
        near = [point for point in legal if touched[point]]
        return near or adjacent_candidates(self.position, legal)

    def play(self, point: int) -> None:
        """Place a stone, remove what it captures, pass the turn."""
        for victim in self.position.captures_of(point):
            self.put(victim, EMPTY)
        self.put(point, 1 + self.side)
        self.position.play(point)
        self.side = self.position.side

    def undo(self) -> None:
        """Take the last move back."""
        point = self.position.undo()
        self.side = self.position.side
        self.put(point, EMPTY)
        for victim in self.position.captures_of(point):
            self.put(victim, 2 - self.side)

    # Evaluation

    def _wins(self, total: int, moved: int, captured: int) -> bool:
        to_win = self.rules.captured_stones_to_win
        return bool(unpack(total, FIVES, moved) or (to_win and captured >= to_win))

    def _score_of(self, total: int, moved: int, captured: int) -> int:
        """The value of a leaf for the side that has just moved, with its captured stones."""
        if self._wins(total, moved, captured):
            return WON
        if unpack(total, FOURS, 1 - moved):
            return -WON_NEXT
        value = 2 * unpack(total, WORTH, moved) - 3 * unpack(total, WORTH, 1 - moved)
        if unpack(total, FOURS, moved) > 1:
            value += TWO_FOURS
        return value + self._taken_value(captured) - self._taken_value(self.captured[1 - moved])

    def _taken_value(self, stones: int) -> int:
        to_win = self.rules.captured_stones_to_win
        return 2 * CAPTURED_VALUE[min(4, 5 * stones // to_win)] if to_win else 0

    # Minimax

    def best(self, points: list[int], depth: int) -> tuple[int, int]:
        """The first of the best of these points, and its value for the side to move."""
        values = [self._value_of(point, depth) for point in points]
        value = max(values)
        return points[values.index(value)], value

    def _value_of(self, point: int, depth: int) -> int:
        """The value of this move for the side to move, `depth` moves deep."""
        if depth == 1:
            return self._leaf(point)
        side = self.side
        self.play(point)
        if self._wins(self.total, side, self.captured[side]):
            value = WON + depth - 1
        else:
            replies = [self._value_of(reply, depth - 1) for reply in self.candidates()]
            value = -max(replies, default=0)
        self.undo()
        return value

    def _leaf(self, point: int) -> int:
        """The value of a leaf for the side that moves here; plays only captures."""
        side = self.side
        if self.position.captures_of(point):
            self.play(point)
            value = self._score_of(self.total, side, self.captured[side])
            self.undo()
            return value
        total = self.total_with(point, 1 + side)
        return self._score_of(total, side, self.captured[side])
