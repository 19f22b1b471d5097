"""The opening Swap2 for `SWAP2BOARD`.

One player places three stones, two of the first colour. The other chooses a colour, or places two
more stones and leaves the choice. Our brain chooses the colour by the search's score and never
places two more stones.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from games.five.position import FivePosition
from search.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.rules import FiveRules
    from search.result import SearchResult

    Think = Callable[[FivePosition, Limits], SearchResult]

STONES = (0, 3, 5)  # allowed numbers of stones in a SWAP2BOARD
DRAWS = 24  # openings to compare
REACH = 3  # largest distance of the other stones from the first, in intersections
EDGE = 3  # largest distance of the first stone from an edge: one in the middle wins


def opening(rules: FiveRules, limits: Limits, think: Think) -> list[int]:
    """The most balanced of DRAWS openings by the search's score; `limits` are for all searches."""
    dice = random.Random(rules.size)
    part = Limits(
        depth=limits.depth,
        nodes=None if limits.nodes is None else max(1, limits.nodes // DRAWS),
        wall_s=None if limits.wall_s is None else limits.wall_s / DRAWS,
    )
    judged = []
    for _ in range(DRAWS):
        points = drawn(rules.size, dice)
        position = FivePosition(rules)
        for point in points:
            position.play(point)
        judged.append((abs(think(position.copy(), part).score), points))
    return min(judged)[1]


def drawn(size: int, dice: random.Random) -> list[int]:
    """The points of three random stones near an edge and near one another."""
    row, column = dice.randrange(min(EDGE + 1, size)), dice.randrange(size)
    near = [
        (other_row, other_column)
        for other_row in range(max(0, row - REACH), min(size, row + REACH + 1))
        for other_column in range(max(0, column - REACH), min(size, column + REACH + 1))
        if (other_row, other_column) != (row, column)
    ]
    return [r * size + c for r, c in ((row, column), *dice.sample(near, 2))]
