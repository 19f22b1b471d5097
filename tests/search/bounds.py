"""Bounds that a search left in its table, checked by searches without one."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from search.kernel.five import FiveSearch

LOWER, UPPER = 1, 2  # or both
MAIN_DEPTH = 32  # the least depth of negamax entries; other searches store lower ones


def bounds_in(kernel: FiveSearch) -> dict[int, tuple[int, int, int]]:
    """The table's entries of negamax, by key: bound (LOWER, UPPER, EXACT), depth, score."""
    harvest = kernel.harvest(0, 1 << 16)
    found = {}
    for key, data in struct.iter_unpack("<QQ", harvest):
        score = (data >> 32) - (1 << 32 if data >> 63 else 0)
        found[key] = (data >> 24 & 3, (data >> 16 & 255) - MAIN_DEPTH, score)
    return found


def check_bounds(kernel: FiveSearch, alone: FiveSearch, deepest: int) -> int:
    """Assert that a plain search left true bounds of the positions one ply on; return their number.

    `alone` is a kernel without a table, set to the searched position. No bound may claim more than
    the deepest finished search of these positions.
    """
    bounds, looked_at = bounds_in(kernel), 0
    for point, _ in alone.candidates():
        alone.play(point)
        if alone.key in bounds:
            bound, depth, score = bounds[alone.key]
            assert depth <= deepest
            alone.begin()
            value = alone.iterate(depth)
            assert value is not None
            assert bound == LOWER or value <= score
            assert bound == UPPER or value >= score
            looked_at += 1
        alone.undo()
    return looked_at
