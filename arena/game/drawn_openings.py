"""Openings drawn from a seed, so that two players who never vary play many different games.

A few stones near the centre by the rules of the game, nothing taken or threatened at once. Of
several draws the one that the line values of `arena.game.line_values` find fairest is kept.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from arena.game.line_values import FOURS, WORTH, LineValues, unpack
from games.rules import EMPTY
from games.five.position import Position

if TYPE_CHECKING:
    from games.five.rules import Rules

DRAWS = 16
PLIES = {"pente": (3, 4, 5, 6), "keryo": (3, 4, 5, 6)}  # of candidates for balanced openings
FREE_PLIES = (4, 5, 6, 7)  # the same where the first stone may lie anywhere
NEAR_STONE = 2  # intersections from a stone that a drawn point may lie


def draw_opening(
    rules: Rules, plies: int, seed: int, values: LineValues | None = None
) -> list[int]:
    """The points of an opening of so many plies; () of them is the empty board.

    `values` may be passed in to be used again. Raises ValueError if no quiet opening of this
    length is found.
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
        raise ValueError(f"no quiet opening of {plies} plies was drawn for {rules.name}")
    return min(judged)[1]


def drawn_candidate(rules: Rules, name: str, values: LineValues) -> Position | None:
    """A candidate for a balanced opening, drawn from its name; None if it is not quiet."""
    dice = random.Random(f"{rules.name} {name}")
    plies = dice.choice(PLIES.get(rules.name, FREE_PLIES))
    position = random_opening(rules, plies, dice)
    return position if position is not None and is_quiet(position, values) else None


def imbalance(position: Position, values: LineValues) -> int:
    """How far the line values of the two sides lie apart."""
    total = values.of_board(position.cells)
    return abs(unpack(total, WORTH, 0) - unpack(total, WORTH, 1))


def is_quiet(position: Position, values: LineValues) -> bool:
    """Whether the game goes on and no side could complete a five or take anything at once."""
    total = values.of_board(position.cells)
    if position.outcome is not None or any(unpack(total, FOURS, side) for side in (0, 1)):
        return False
    near = points_near(position, 1)
    other = position.copy()
    other.side = 1 - position.side
    return not any(view.captures_of(point) for view in (position, other) for point in near)


def random_opening(rules: Rules, plies: int, rng: random.Random) -> Position | None:
    """A position after random moves beside the stones; None if a stone was taken on the way."""
    position = Position(rules)
    for _ in range(plies):
        near = _worth_drawing(position)
        points = [point for point in position.legal_moves() if point in near]
        if not points:
            return None
        position.play(rng.choice(points))
        if any(position.captured_stones):
            return None
    return position


def _worth_drawing(position: Position) -> set[int]:
    """The points near a stone; of an empty board the middle.

    Where an opening rule keeps a side away from the centre, those up to one intersection beyond
    its bound.
    """
    rules = position.rules
    if not any(position.cells):
        return points_round(rules.centre, NEAR_STONE, rules.size)
    if position.side == 0 and position.stones_placed(0) == 1 and rules.opening_distance:
        return points_round(rules.centre, rules.opening_distance + 1, rules.size)
    return points_near(position, NEAR_STONE)


def points_near(position: Position, distance: int) -> set[int]:
    """The empty points at most so many intersections from a stone, diagonals counted as one."""
    size, cells = position.rules.size, position.cells
    near: set[int] = set()
    for stone in (point for point, cell in enumerate(cells) if cell != EMPTY):
        near |= points_round(stone, distance, size)
    return {point for point in near if cells[point] == EMPTY}


def points_round(point: int, distance: int, size: int) -> set[int]:
    """The points at most so many intersections from this one, itself among them."""
    row, column = divmod(point, size)
    rows = range(max(0, row - distance), min(size, row + distance + 1))
    columns = range(max(0, column - distance), min(size, column + distance + 1))
    return {other * size + across for other in rows for across in columns}
