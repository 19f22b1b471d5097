"""The opening Swap2, as `SWAP2BOARD` asks for it: three stones, then a choice of colour or two.

One player lays three stones, two of the first colour. The other takes either colour, or lays two
more and leaves the choice. The search's score says which colour to take; laying two more stones is
never needed by one who trusts that score, so we do not.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from games.five.position import Position
from search.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.rules import Rules
    from search.result import SearchResult

    Think = Callable[[Position, Limits], SearchResult]

STONES = (0, 3, 5)  # that may lie on the board when we are asked
DRAWS = 24  # openings that are compared
REACH = 3  # intersections from the first stone to the others, at most
EDGE = 3  # intersections from an edge, at most, of the first stone: in the middle it wins


def opening(rules: Rules, limits: Limits, think: Think) -> list[int]:
    """Three stones after which the search, within all these limits, sees neither side ahead."""
    dice = random.Random(rules.size)
    part = Limits(
        depth=limits.depth,
        nodes=None if limits.nodes is None else max(1, limits.nodes // DRAWS),
        wall_s=None if limits.wall_s is None else limits.wall_s / DRAWS,
    )
    judged = []
    for _ in range(DRAWS):
        points = drawn(rules.size, dice)
        position = Position(rules)
        for point in points:
            position.play(point)
        judged.append((abs(think(position.copy(), part).score), points))
    return min(judged)[1]


def drawn(size: int, dice: random.Random) -> list[int]:
    """Three stones near an edge and near one another."""
    row, column = dice.randrange(min(EDGE + 1, size)), dice.randrange(size)
    near = [
        (other_row, other_column)
        for other_row in range(max(0, row - REACH), min(size, row + REACH + 1))
        for other_column in range(max(0, column - REACH), min(size, column + REACH + 1))
        if (other_row, other_column) != (row, column)
    ]
    return [r * size + c for r, c in ((row, column), *dice.sample(near, 2))]


def swaps(result: SearchResult) -> bool:
    """Whether the other colour is the better one, as the search for the side to move sees it."""
    return result.score < 0
