"""Random nets for tests: every array filled from a seed, within the bounds that a writer keeps.

The contents of halves have the numbers that the shipped net of the game gives them.
"""

from __future__ import annotations

import json
import random
import struct
from array import array
from functools import cache
from math import prod

from search.net.arrays import ALIGNMENT, places, shapes
from search.net.digest import digest_of
from search.net.file import (
    CHANNELS,
    HIDDEN,
    MAGIC,
    POLICY_VERSION,
    SHIPPED,
    VERSION,
    Net,
    load_net,
    net_path,
)

BITS = {"row": 12, "bias": 9, "hidden": 10, "linear": 10, "output": 10, "policy_row": 10}
POLICY_BITS, CAPTURED_BITS = 12, 18  # of a random number
UNIT = 1500


def shipped_net(game: str) -> Net:
    """The net of this game, or of one that has the same windows."""
    return load_net(net_path(game if game in SHIPPED else "gomoku-15"))


@cache
def random_arrays(game: str, seed: int, *, policy: bool) -> tuple[bytes, int]:
    """The arrays in the order of the file, each padded, and their digest."""
    dice, arrays, net = random.Random(seed), b"", shipped_net(game)
    where, _ = places(net.reach, net.halves)
    for name, (code, shape) in shapes(net.reach, net.halves, policy=policy).items():
        if code == "H":
            begin, size = where[name]
            data = bytes(net.arrays[begin : begin + size])
        else:
            bits = BITS.get(name, CAPTURED_BITS if code == "i" else POLICY_BITS)
            drawn = array("I", dice.randbytes(4 * prod(shape)))
            data = array(code, [(one >> 32 - bits) - (1 << bits - 1) for one in drawn]).tobytes()
        arrays += data + bytes(-len(data) % ALIGNMENT)
    return arrays, digest_of(arrays)


def random_net(game: str, seed: int, *, policy: bool = False) -> bytes:
    """The file of a random net."""
    arrays, digest = random_arrays(game, seed, policy=policy)
    provenance, net = json.dumps({"seed": seed}).encode(), shipped_net(game)
    head = struct.pack(
        "<8sI20sIIIIiQQQ",
        *(MAGIC, POLICY_VERSION if policy else VERSION, game.encode(), net.reach),
        *(net.halves, CHANNELS, HIDDEN, UNIT),
        *(len(arrays), len(provenance), digest),
    )
    return head.ljust(128, b"\0") + arrays + provenance
