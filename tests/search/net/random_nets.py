"""Random nets for tests: every array filled from a seed, within the bounds that a writer keeps."""

from __future__ import annotations

import json
import random
import struct
from array import array
from functools import cache
from math import prod

from search.net.arrays import ALIGNMENT, shapes
from search.net.digest import digest_of
from search.net.file import CHANNELS, HIDDEN, MAGIC, POLICY_VERSION, VERSION

BITS = {"row": 12, "bias": 9, "hidden": 10, "linear": 10, "output": 10, "policy_row": 10}
POLICY_BITS, CAPTURED_BITS = 12, 18  # of a random number
MOST_HALVES = 251  # with the 364 contents of five cells, those that share a number differ widely


def halves_of(reach: int) -> list[tuple[int, ...]]:
    """Every content of a half, nearest cell first: 0 empty, 1 own, 2 opponent's, 3 the edge."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(reach):
        found = [
            (*half, cell)
            for half in found
            for cell in ((3,) if half and half[-1] == 3 else (0, 1, 2, 3))
        ]
    return found


def half_numbers(reach: int) -> dict[tuple[int, ...], int]:
    """The number of each content of a half; contents share a number where a file has too few."""
    return {half: number % MOST_HALVES for number, half in enumerate(halves_of(reach))}


def count_of_halves(reach: int) -> int:
    """How many numbers they have."""
    return min(len(halves_of(reach)), MOST_HALVES)


def half_tables(reach: int) -> tuple[list[int], list[int]]:
    """The arrays `before` and `after`, for both perspectives."""
    numbers, count = half_numbers(reach), count_of_halves(reach)
    before, after = [], []
    for seen in ((0, 1, 2, 3), (0, 2, 1, 3)):
        for bits in range(4**reach):
            cells = [seen[bits >> 2 * k & 3] for k in range(reach)]
            after.append(numbers[with_edge(cells)])
            before.append(count * numbers[with_edge(cells[::-1])])
    return before, after


def with_edge(cells: list[int]) -> tuple[int, ...]:
    """The half with everything beyond its nearest edge an edge."""
    nearest = cells.index(3) if 3 in cells else len(cells)
    return tuple(cells[:nearest]) + (3,) * (len(cells) - nearest)


@cache
def random_arrays(reach: int, seed: int, *, policy: bool) -> tuple[bytes, int]:
    """The arrays in the order of the file, each padded, and their digest."""
    dice, arrays = random.Random(seed), b""
    tables = dict(zip(("before", "after"), half_tables(reach), strict=True))
    for name, (code, shape) in shapes(reach, count_of_halves(reach), policy=policy).items():
        bits = BITS.get(name, CAPTURED_BITS if code == "i" else POLICY_BITS)
        drawn = array("I", dice.randbytes(4 * prod(shape)))
        numbers = tables.get(name) or [(one >> 32 - bits) - (1 << bits - 1) for one in drawn]
        data = array(code, numbers).tobytes()
        arrays += data + bytes(-len(data) % ALIGNMENT)
    return arrays, digest_of(arrays)


def random_net(
    game: str, seed: int, *, reach: int = 4, unit: int = 1500, policy: bool = False
) -> bytes:
    """The file of a random net."""
    arrays, digest = random_arrays(reach, seed, policy=policy)
    provenance = json.dumps({"seed": seed}).encode()
    head = struct.pack(
        "<8sI20sIIIIiQQQ",
        *(MAGIC, POLICY_VERSION if policy else VERSION, game.encode(), reach),
        *(count_of_halves(reach), CHANNELS, HIDDEN, unit),
        *(len(arrays), len(provenance), digest),
    )
    return head.ljust(128, b"\0") + arrays + provenance
