"""Writes the file of a net; `search.net.file` says what it holds, and reads it."""

from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import numpy as np

from search.net.arrays import places
from search.net.digest import digest_of
from search.net.file import CHANNELS, HEAD_BYTES, HIDDEN, MAGIC, UNIT, VERSION
from tuning.files import write_atomically
from tuning.net.positions.windows import classes, half_numbers, halves, reach_of, reversed_codes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.five.rules import FiveRules
    from tuning.net.training.integers import IntegerNet

HEAD = "<8sI20sIIIIiQQQ"


def write_net(path: str, net: IntegerNet, rules: FiveRules, provenance: dict[str, object]) -> str:
    """Write the file whole; return its digest as 16 hexadecimal digits."""
    reach = reach_of(rules)
    start = (rules.name, reach, len(halves(reach)))
    return write_arrays(path, VERSION, start, packed(net, reach), provenance)


def write_arrays(
    path: str,
    version: int,
    start: tuple[str, int, int],
    arrays: bytes,
    provenance: dict[str, object],
) -> str:
    """Write head, arrays and provenance; return the digest. `start`: game, reach, halves."""
    game, reach, count = start
    words, digest = json.dumps(provenance, indent=1).encode(), digest_of(arrays)
    head = struct.pack(
        HEAD,
        *(MAGIC, version, game.encode("ascii"), reach, count, CHANNELS, HIDDEN, UNIT),
        *(len(arrays), len(words), digest),
    )
    write_atomically(path, head.ljust(HEAD_BYTES, b"\0") + arrays + words)
    return f"{digest:016x}"


def packed(net: IntegerNet, reach: int) -> bytes:
    """The arrays of the file, each at its place."""
    count = len(halves(reach))
    by_side = [half_numbers(reach), half_numbers(reach, swapped=True)]
    found: dict[str, NDArray[np.integer]] = {
        # In the line word the nearest cell of the half before is the highest.
        "before": np.array([count * each[reversed_codes(reach)].astype(int) for each in by_side]),
        "after": np.array(by_side),
        "bias": net.bias,
        "hidden": net.first,
        "linear": net.direct,
        "output": net.second,
        "own_captured": net.own,
        "other_captured": net.opponent,
        "captured_output": net.captured,
        "row": net.rows[classes(reach).reshape(-1)],
    }
    place, total = places(reach, count)
    arrays = bytearray(total)
    for name, (start, size) in place.items():
        kind = {"before": "<u2", "after": "<u2"}.get(name, found[name].dtype.newbyteorder("<"))
        content = found[name].astype(kind).tobytes()
        assert len(content) == size, name
        arrays[start : start + size] = content
    return bytes(arrays)
