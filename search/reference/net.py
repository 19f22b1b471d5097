"""The learned value of a position in plain integers, as `search/kernel/five_game/net.pxi` has it.

It looks at every point of the board anew. Tests compare the kernel with it, to the last bit.
"""

from __future__ import annotations

from games.five.position import FivePosition, rays
from games.rules import EMPTY
from search.net.arrays import CAPTURED, places, shapes
from search.net.file import CHANNELS, HIDDEN, POLICY_CHANNELS, Net
from search.reference.static import live_lines
from search.score import EVALUATION_LIMIT

CLIP = 960  # of a channel of a point
LARGEST_INPUT, LARGEST_HIDDEN = 8191, 32767
POLICY_SHIFT = 8
NO_ROOM, ROOM = 60, 256  # live lines of the side ahead: no value with so few, all with so many more
NEAR = 2  # a point counts if a stone lies so near in one of its lines
WALL = 3


class ReadableNet:
    """A net whose arrays are read into plain lists."""

    def __init__(self, net: Net) -> None:
        where, _ = places(net.reach, net.halves, policy=net.policy)
        self.reach, self.halves, self.unit = net.reach, net.halves, net.unit
        self._array = {
            name: list(net.arrays[where[name][0] : sum(where[name])].cast(code))
            for name, (code, _) in shapes(net.reach, net.halves, policy=net.policy).items()
        }

    def evaluate(self, position: FivePosition) -> int:
        """The value for the side to move."""
        side = position.side
        value = self.head(self.sums(position, side), position)
        if position.rules.capture_lengths:
            return value
        room = live_lines(position, side if value > 0 else 1 - side) - NO_ROOM
        # As in the kernel, the value is rounded towards 0.
        return (abs(value) * max(0, min(room, ROOM)) // ROOM) * (1 if value > 0 else -1)

    def sums(self, position: FivePosition, side: int) -> list[int]:
        """The clipped vectors of all points that count, added up: a number for each channel."""
        sums = [0] * CHANNELS
        for point, cell in enumerate(position.cells):
            if cell != EMPTY:
                continue
            windows = self._windows(position, point)
            if not any(is_near(half) for window in windows for half in window):
                continue
            vector = list(self._array["bias"])
            for before, after in windows:
                number = self._row_number(before, after, side)
                row = self._array["row"][CHANNELS * number : CHANNELS * (number + 1)]
                vector = [a + b for a, b in zip(vector, row, strict=True)]
            sums = [a + min(max(b, 0), CLIP) for a, b in zip(sums, vector, strict=True)]
        return sums

    def _windows(self, position: FivePosition, point: int) -> list[tuple[list[int], list[int]]]:
        """By direction: the cells before and after the point, from the nearest on."""
        size, cells = position.rules.size, position.cells
        halves = [
            ([cells[step] for step in ray] + [WALL] * self.reach)[: self.reach]
            for ray in rays(point, size)
        ]
        # `rays` yields each direction forward and back.
        return [(halves[d + 1], halves[d]) for d in range(0, 8, 2)]

    def order(self, position: FivePosition, point: int) -> int:
        """How early the side to move tries this empty point; needs a policy."""
        side = position.side
        own, other = self._captured(position)
        vector = self._part("policy_bias", 0)
        added = [self._part("policy_own_captured", own), self._part("policy_other_captured", other)]
        for before, after in self._windows(position, point):
            added.append(self._part("policy_row", self._row_number(before, after, side)))
        for row in added:
            vector = [a + b for a, b in zip(vector, row, strict=True)]
        clipped = [min(max(value, 0), CLIP) for value in vector]
        return product(clipped, self._part("policy_weights", 0)) >> POLICY_SHIFT

    def _part(self, name: str, number: int) -> list[int]:
        """A row of one of the policy's arrays."""
        return list(self._array[name][POLICY_CHANNELS * number :][:POLICY_CHANNELS])

    def _row_number(self, before: list[int], after: list[int], side: int) -> int:
        """The number of a window's row, as this side sees it."""
        entries = 4**self.reach
        low_first = sum(cell << (2 * k) for k, cell in enumerate(after))
        high_first = sum(cell << (2 * (self.reach - 1 - k)) for k, cell in enumerate(before))
        number: int = self._array["before"][side * entries + high_first]
        return number + int(self._array["after"][side * entries + low_first])

    @staticmethod
    def _captured(position: FivePosition) -> tuple[int, int]:
        """The entries for the stones that the side to move and its opponent have captured."""
        if not position.rules.captured_stones_to_win:
            return 0, 0
        own, other = (
            min(position.captured_stones[side], CAPTURED - 1)
            for side in (position.side, 1 - position.side)
        )
        return own, other

    def head(self, sums: list[int], position: FivePosition) -> int:
        """The value for the side to move, whose sums these are."""
        own, other = self._captured(position)
        inputs = [min(total >> 3, LARGEST_INPUT) for total in sums]
        output = self._array["captured_output"][own * CAPTURED + other]
        output += product(inputs, self._array["linear"])
        for unit in range(HIDDEN):
            weights = self._array["hidden"][CHANNELS * unit : CHANNELS * (unit + 1)]
            value = product(inputs, weights)
            value += self._array["own_captured"][own * HIDDEN + unit]
            value += self._array["other_captured"][other * HIDDEN + unit]
            output += min(max(value >> 9, 0), LARGEST_HIDDEN) * self._array["output"][unit]
        value = output * self.unit >> 20
        return min(max(value, -EVALUATION_LIMIT), EVALUATION_LIMIT)


def is_near(half: list[int]) -> bool:
    """Whether a stone lies within two cells of the centre, in a half told from the centre on."""
    return any(cell in {1, 2} for cell in half[:NEAR])


def product(a: list[int], b: list[int]) -> int:
    """The sum of the products of two lists of numbers."""
    return sum(x * y for x, y in zip(a, b, strict=True))
