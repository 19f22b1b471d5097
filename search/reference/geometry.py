"""The lines through each point of a board, and the points near it."""

from __future__ import annotations

from games.five.position import DIRECTIONS, rays

NEAR = 2  # greatest distance of a candidate from a stone


class Geometry:
    """The lines through the points of a board of one size, and the points near them.

    line_points  the points of each line, rows first, from the top
    lines_of     by point: four pairs (number of the line, index on it)
    slots_of     the same eight numbers by point, as one flat tuple
    near         by point: a bit for each point within NEAR of it, itself included
    rows         by row: {bits of a row: its points}, a cache for `points_of`
    """

    __slots__ = ("line_points", "lines_of", "near", "rows", "size", "slots_of")

    def __init__(self, size: int) -> None:
        self.size = size
        self.line_points = lines_of_board(size)
        through: list[list[tuple[int, int]]] = [[] for _ in range(size * size)]
        for number, line in enumerate(self.line_points):
            for index, point in enumerate(line):
                through[point].append((number, index))
        self.lines_of = tuple(tuple(pairs) for pairs in through)
        self.slots_of = tuple(tuple(n for pair in pairs for n in pair) for pairs in through)
        self.near = tuple(
            sum(1 << near for near in points_within(point, NEAR, size))
            for point in range(size * size)
        )
        self.rows: list[dict[int, list[int]]] = [{} for _ in range(size)]

    def points_of(self, bits: int) -> list[int]:
        """The points whose bits are set, in board order."""
        size = self.size
        whole_row = (1 << size) - 1
        points: list[int] = []
        for row, known in enumerate(self.rows):
            row_bits = bits >> row * size & whole_row
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


def lines_of_board(size: int) -> list[list[int]]:
    """Every line of the board as its points: rows, columns, diagonals, counter-diagonals."""
    lines = []
    for direction in range(len(DIRECTIONS)):
        for point in range(size * size):
            ahead, back = rays(point, size)[2 * direction : 2 * direction + 2]
            if not back:
                lines.append([point, *ahead])
    return lines


def points_within(point: int, distance: int, size: int) -> list[int]:
    """The points of the board at most this far from a point (Chebyshev), itself included."""
    row, column = divmod(point, size)
    return [
        r * size + c
        for r in range(max(row - distance, 0), min(row + distance, size - 1) + 1)
        for c in range(max(column - distance, 0), min(column + distance, size - 1) + 1)
    ]
