"""What the reference opponents share: candidates next to a stone, and boards that count stones."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from games.five.line_values import LineValues, Table
from games.five.openings import points_round
from games.five.position import FivePosition, moves_near
from games.five.rules import FiveRules
from games.rules import EMPTY


@cache
def near_points(size: int, distance: int = 1) -> list[tuple[int, ...]]:
    """Each point's other points within this distance; a diagonal step counts as one."""
    area = range(size * size)
    return [tuple(sorted(points_round(point, distance, size) - {point})) for point in area]


def adjacent_candidates(position: Any, legal: list[int]) -> list[int]:
    """The legal points that touch a stone, or the centre of an empty board; else all."""
    return moves_near(position) or legal


class StoneBoard:
    """The cells of a position and the side to move, with the number of stones next to each point.

    It follows no rules: `put` places and removes stones.
    """

    def __init__(self, rules: FiveRules) -> None:
        self.rules = rules
        self.touching = near_points(rules.size)

    def set_up(self, position: FivePosition) -> None:
        """Copy a position."""
        self.side = position.side
        self.cells = list(position.cells)
        self.neighbour_stones = [
            sum(self.cells[other] != EMPTY for other in others) for others in self.touching
        ]

    def put(self, point: int, content: int) -> None:
        """Place a stone on an empty point, or remove one."""
        self.cells[point] = content
        step = 1 if content != EMPTY else -1
        for other in self.touching[point]:
            self.neighbour_stones[other] += step

    def empty_points(self) -> list[int]:
        """The empty points in board order."""
        return [point for point, cell in enumerate(self.cells) if cell == EMPTY]


class LineBoard(StoneBoard):
    """A board that also keeps the values of its lines (`games.five.line_values`).

    codes, line_values  by line
    total               the sum of the values of all lines
    """

    def __init__(self, rules: FiveRules, tables: Sequence[Table] = ()) -> None:
        super().__init__(rules)
        self.values = LineValues(rules, tables)

    def set_up(self, position: FivePosition) -> None:
        """Copy a position."""
        super().set_up(position)
        self.codes = [self.values.code(n, self.cells) for n in range(len(self.values.lines))]
        self.line_values = [self.values.value(code) for code in self.codes]
        self.total = sum(self.line_values)

    def put(self, point: int, content: int) -> None:
        """Place a stone on an empty point, or remove one."""
        change = content - self.cells[point]
        super().put(point, content)
        for line, shift in self.values.places[point]:
            code = self.codes[line] = self.codes[line] + (change << shift)
            value = self.values.value(code)
            self.total += value - self.line_values[line]
            self.line_values[line] = value

    def total_with(self, point: int, stone: int) -> int:
        """The total after a stone on an empty point."""
        total, value = self.total, self.values.value
        for line, shift in self.values.places[point]:
            total += value(self.codes[line] + (stone << shift)) - self.line_values[line]
        return total
