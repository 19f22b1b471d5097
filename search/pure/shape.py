"""The lines of a board by number, and the points near each point; computed for each board size."""

from __future__ import annotations

from search.pure.lines import empty_code, unit_of

NEAR = 2  # greatest distance of a candidate from a stone
# The keys of stones are powers of a number, modulo a prime.
PRIME, ROOT = (1 << 61) - 1, 0x1B54A32D192ED035


class Shape:
    """What never changes on boards of one size.

    lines          the points of each line: rows, columns, diagonals, counter-diagonals
    slots          by point: number of the line and index on it, four times, as one flat tuple
    units          by side, by index: what a stone adds to the code of a line
    empty_codes    by line: its code without a stone
    near           by point: a bit for each point within NEAR, itself included
    keys           by side, by point: what a stone adds to the key of the position
    captured_keys  by side: what a stone that it has captured adds
    """

    __slots__ = (
        *("_rows", "captured_keys", "empty_codes", "keys", "lines", "near", "size", "slots"),
        "units",
    )

    def __init__(self, size: int, reach: int) -> None:
        self.size = size
        area = size * size
        self.lines = lines_of(size)
        slots: list[list[int]] = [[] for _ in range(area)]
        for number, points in enumerate(self.lines):
            for index, point in enumerate(points):
                slots[point] += number, index
        self.slots = [tuple(four) for four in slots]
        self.units = [[unit_of(side, index, reach) for index in range(size)] for side in (0, 1)]
        self.empty_codes = [empty_code(len(points), reach) for points in self.lines]
        self.near = [self._square(point, NEAR) for point in range(area)]
        keys = [ROOT]
        while len(keys) < 2 * area + 2:
            keys.append(keys[-1] * ROOT % PRIME)
        self.keys = keys[:area], keys[area : 2 * area]
        self.captured_keys = keys[2 * area :]
        self._rows: list[dict[int, list[int]]] = [{} for _ in range(size)]

    def _square(self, point: int, distance: int) -> int:
        """A bit for each point of the board at most this far from a point."""
        size = self.size
        row, column = divmod(point, size)
        left, right = max(column - distance, 0), min(column + distance, size - 1)
        bits = (2 << right) - (1 << left)
        rows = range(max(row - distance, 0), min(row + distance, size - 1) + 1)
        return sum([bits << size * at for at in rows])

    def near_any(self, occupied: int, distance: int = NEAR) -> int:
        """A bit for each point at most this far from one of these points."""
        near = 0
        for point in self.points_of(occupied):
            near |= self.near[point] if distance == NEAR else self._square(point, distance)
        return near

    def points_of(self, bits: int) -> list[int]:
        """The points whose bits are set, in board order."""
        size = self.size
        whole_row = (1 << size) - 1
        points: list[int] = []
        for row, known in enumerate(self._rows):
            row_bits = bits & whole_row
            bits >>= size
            if row_bits:
                if row_bits not in known:
                    start = row * size
                    known[row_bits] = [start + i for i in range(size) if row_bits >> i & 1]
                points += known[row_bits]
        return points


def lines_of(size: int) -> list[range]:
    """The points of every line of a board, however short."""
    area = size * size
    lines = [range(start, start + size) for start in range(0, area, size)]
    lines += [range(start, area, size) for start in range(size)]
    for away in range(1 - size, size):  # diagonals, from lower left to upper right
        length = size - abs(away)
        start = away if away >= 0 else -away * size
        lines.append(range(start, start + length * (size + 1), size + 1))
    for total in range(2 * size - 1):  # counter-diagonals
        length = min(total, 2 * size - 2 - total) + 1
        start = total if total < size else (total - size + 1) * size + size - 1
        lines.append(range(start, start + length * (size - 1), max(size - 1, 1))[:length])
    return lines
