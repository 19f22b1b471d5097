"""Windows of a point, their halves, and the classes of windows that share a row of the net.

A *half* is what lies on one side of a point, up to `reach` cells, nearest first. A cell is empty,
own, the opponent's or off the board, seen by one side. Off the board is only the far end, so there
are 121 halves of four cells. Of five cells 153 halves have different effects. A *window* is a pair
of halves, before and after the point. Mirrored windows are one *class*: the unordered pair of their
halves.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from search.kernel.five_tables import meanings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.five.rules import FiveRules

EMPTY, OWN, OPPONENT, WALL = range(4)
SWAPPED = (EMPTY, OPPONENT, OWN, WALL)
NEAR = 2  # a point counts if a stone lies within so many cells in one of its lines


def reach_of(rules: FiveRules) -> int:
    """Cells on either side of a point: one more where an overline matters."""
    return 5 if rules.exactly_five else 4


@lru_cache(maxsize=2)
def halves(reach: int) -> tuple[tuple[int, ...], ...]:
    """All halves in the order of their numbers; cells nearest first."""
    cells = product(range(4), repeat=reach)
    return tuple(half for half in cells if half == as_seen(half))


def as_seen(half: tuple[int, ...]) -> tuple[int, ...]:
    """The half that stands for all halves with the same effect.

    Everything beyond the nearest wall is a wall. The fifth cell matters only for an overline: a
    stone of a side that can still own all four cells before it. Otherwise it counts as empty.
    """
    if WALL in half[:4]:
        first = half.index(WALL)
        return half[:first] + (WALL,) * (len(half) - first)
    near, beyond = half[:4], half[4:]
    matters = beyond == (OWN,) and OPPONENT not in near
    matters = matters or (beyond == (OPPONENT,) and OWN not in near)
    return near + (beyond if matters else (EMPTY,) * len(beyond))


def half_numbers(reach: int, *, swapped: bool = False) -> NDArray[np.uint16]:
    """The number of the half with these cells, two bits each, the nearest in the lowest bits.

    `swapped` exchanges the two sides first.
    """
    number_of = {half: number for number, half in enumerate(halves(reach))}
    sides = SWAPPED if swapped else range(4)
    numbers = [
        number_of[as_seen(tuple(sides[code >> 2 * place & 3] for place in range(reach)))]
        for code in range(4**reach)
    ]
    return np.array(numbers, np.uint16)


def reversed_codes(reach: int) -> NDArray[np.int64]:
    """For each code with the nearest cell in the lowest bits: with the nearest in the highest."""
    codes = np.arange(4**reach)
    mirrored = np.zeros_like(codes)
    for place in range(reach):
        mirrored |= (codes >> 2 * place & 3) << 2 * (reach - 1 - place)
    return mirrored


def classes(reach: int) -> NDArray[np.int32]:
    """The class of each window: a symmetric table by the numbers of its halves."""
    count = len(halves(reach))
    low, high = np.tril_indices(count)
    table = np.zeros((count, count), np.int32)
    table[low, high] = table[high, low] = np.arange(len(low))
    return table


@lru_cache(maxsize=2)
def class_meanings(reach: int, *, captures: bool) -> tuple[NDArray[np.int32], int]:
    """The number of each class's meaning (docs/evaluation.md), and how many meanings there are.

    A meaning is what a stone on the point does for either side: ranks, captures and threats to
    capture. Without captures only the ranks count.
    """
    numbers, all_meanings = meanings(reach, exactly_five=reach == 5)
    kept = [meaning if captures else meaning[:2] for meaning in all_meanings]
    number_of = {meaning: number for number, meaning in enumerate(dict.fromkeys(kept))}
    all_halves = np.array(halves(reach))
    nearest_low = (all_halves << 2 * np.arange(reach)).sum(1)
    nearest_high = (all_halves << 2 * np.arange(reach)[::-1]).sum(1)
    before, after = np.tril_indices(len(all_halves))
    index = nearest_high[before] | nearest_low[after] << 2 * reach
    meant = np.array([number_of[meaning] for meaning in kept], np.int32)
    return meant[np.array(numbers, np.int32)[index] - 1], len(number_of)
