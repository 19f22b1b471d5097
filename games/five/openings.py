"""Random openings on a square board: a few legal stones near the centre, quiet and fair.

They have no capture and no immediate threat. Of several draws the one with the smallest difference
in line values (`games.five.line_values`) is used.
"""

from __future__ import annotations

import random

from games.five.line_values import FOURS, WORTH, LineValues, unpack
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

DRAWS = 16
PLIES = {"pente": (3, 4, 5, 6), "keryo": (3, 4, 5, 6)}  # of candidates for balanced openings
FREE_PLIES = (4, 5, 6, 7)  # the same for games whose first stone is free
NEAR_STONE = 2  # largest distance of a drawn point from a stone, in intersections


def draw_opening(
    rules: FiveRules, plies: int, seed: int, values: LineValues | None = None
) -> list[int]:
    """The points of an opening of `plies` plies; 0 plies are the empty board.

    `values` may be reused between calls. Raises ValueError if no draw of this length is quiet.
    """
    if plies == 0:
        return []
    rng = random.Random(seed)
    values = values or LineValues(rules)
    drawn = [random_opening(rules, plies, rng) for _ in range(DRAWS)]
    judged = [
        (imbalance(position, values), position.moves)
        for position in drawn
        if position is not None and is_quiet(position, values)
    ]
    if not judged:
        raise ValueError(f"found no quiet opening of {plies} plies for {rules.name}")
    return min(judged)[1]


def drawn_candidate(rules: FiveRules, name: str, values: LineValues) -> FivePosition | None:
    """A candidate for a balanced opening, with its name as seed; None if not quiet."""
    dice = random.Random(f"{rules.name} {name}")
    plies = dice.choice(PLIES.get(rules.name, FREE_PLIES))
    position = random_opening(rules, plies, dice)
    return position if position is not None and is_quiet(position, values) else None


def imbalance(position: FivePosition, values: LineValues) -> int:
    """The difference between the line values of the two sides."""
    total = values.of_board(position.cells)
    return abs(unpack(total, WORTH, 0) - unpack(total, WORTH, 1))


def is_quiet(position: FivePosition, values: LineValues) -> bool:
    """Whether the game goes on and neither side could complete a five or capture."""
    total = values.of_board(position.cells)
    if position.outcome is not None or any(unpack(total, FOURS, side) for side in (0, 1)):
        return False
    near = points_near(position, 1)
    other = position.copy()
    other.side = 1 - position.side
    return not any(view.captures_of(point) for view in (position, other) for point in near)


def random_opening(rules: FiveRules, plies: int, rng: random.Random) -> FivePosition | None:
    """A position after random moves near the stones; None after a capture."""
    position = FivePosition(rules)
    for _ in range(plies):
        near = _worth_drawing(position)
        points = [point for point in position.legal_moves() if point in near]
        if not points:
            return None
        position.play(rng.choice(points))
        if any(position.captured_stones):
            return None
    return position


def _worth_drawing(position: FivePosition) -> set[int]:
    """The points near a stone, or near the centre of an empty board.

    If the opening rule keeps this side away from the centre, return the points up to one
    intersection beyond its bound.
    """
    rules = position.rules
    if not any(position.cells):
        return points_round(rules.centre, NEAR_STONE, rules.size)
    if position.side == 0 and position.stones_placed(0) == 1 and rules.opening_distance:
        return points_round(rules.centre, rules.opening_distance + 1, rules.size)
    return points_near(position, NEAR_STONE)


def points_near(position: FivePosition, distance: int) -> set[int]:
    """The empty points at most `distance` steps from a stone; a diagonal step is one."""
    size, cells = position.rules.size, position.cells
    near: set[int] = set()
    for stone in (point for point, cell in enumerate(cells) if cell != EMPTY):
        near |= points_round(stone, distance, size)
    return {point for point in near if cells[point] == EMPTY}


def points_round(point: int, distance: int, size: int) -> set[int]:
    """The points at most `distance` steps from this one, itself included."""
    row, column = divmod(point, size)
    rows = range(max(0, row - distance), min(size, row + distance + 1))
    columns = range(max(0, column - distance), min(size, column + distance + 1))
    return {other * size + across for other in rows for across in columns}
