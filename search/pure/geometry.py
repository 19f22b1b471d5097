"""The lines through each point of a board, and the points near it."""

from __future__ import annotations

from games.five.position import lines_of_board

NEAR = 2  # greatest distance of a candidate from a stone
NEAR_IN_THE_OPENING = 4  # the same where an opening rule binds the mover


class Geometry:
    """The lines through the points of a board of one size, and the points near them.

    line_points  the points of each line, rows first, then columns and both kinds of diagonals
    slots_of     by point: number of the line and index on it, four times, as one flat tuple
    near         by point: a bit for each point within NEAR of it, itself included
    """

    __slots__ = ("_rows", "line_points", "near", "size", "slots_of")

    def __init__(self, size: int) -> None:
        self.size = size
        self.line_points = lines_of_board(size)
        through: list[list[int]] = [[] for _ in range(size * size)]
        for number, line in enumerate(self.line_points):
            for index, point in enumerate(line):
                through[point] += number, index
        self.slots_of = [tuple(slots) for slots in through]
        self.near = [self._square(point, NEAR) for point in range(size * size)]
        self._rows: list[dict[int, list[int]]] = [{} for _ in range(size)]  # for `points_of`

    def lines_of(self, point: int) -> zip[tuple[int, int]]:
        """The four lines through a point, each by its number and the index on it."""
        slots = self.slots_of[point]
        return zip(slots[::2], slots[1::2])

    def near_any(self, occupied: int, distance: int = NEAR) -> int:
        """A bit for each point at most this far from one of these points (Chebyshev)."""
        near = 0
        for point in self.points_of(occupied):
            near |= self.near[point] if distance == NEAR else self._square(point, distance)
        return near

    def _square(self, point: int, distance: int) -> int:
        size = self.size
        row, column = divmod(point, size)
        bits = (2 << min(column + distance, size - 1)) - (1 << max(column - distance, 0))
        rows = range(max(row - distance, 0), min(row + distance, size - 1) + 1)
        return sum([bits << size * at for at in rows])

    def points_of(self, bits: int) -> list[int]:
        """The points whose bits are set, in board order."""
        size = self.size
        whole_row = (1 << size) - 1
        points: list[int] = []
        for row, known in enumerate(self._rows):
            row_bits = bits >> row * size & whole_row
            if row_bits:
                if row_bits not in known:
                    known[row_bits] = [row * size + i for i in range(size) if row_bits >> i & 1]
                points += known[row_bits]
        return points


def geometry_of(size: int) -> Geometry:
    """The geometry of a board of this size."""
    if size not in _GEOMETRY:
        _GEOMETRY[size] = Geometry(size)
    return _GEOMETRY[size]


_GEOMETRY: dict[int, Geometry] = {}  # by board size: constants, computed on first use
