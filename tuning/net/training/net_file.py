"""Writes the file of a net (`search.net.file` says what it holds), and reads it to learn on."""

from __future__ import annotations

import json
import struct

import numpy as np
from numpy.typing import NDArray

from games.five.rules import FiveRules
from search.net.arrays import places, shapes
from search.net.digest import digest_of
from search.net.file import (
    CHANNELS,
    HEAD_BYTES,
    HIDDEN,
    MAGIC,
    POLICY_VERSION,
    UNIT,
    VERSION,
    Net,
)
from tuning.errors import LearningError
from tuning.files import write_atomically
from tuning.net.positions.windows import classes, half_numbers, halves, reach_of, reversed_codes
from tuning.net.training.integers import UNITS, FloatNet, IntegerNet

HEAD = "<8sI20sIIIIiQQQ"
# The arrays of a trained net, and their names in the file.
NAMES = {
    "bias": "bias",
    "first": "hidden",
    "direct": "linear",
    "second": "output",
    "own": "own_captured",
    "opponent": "other_captured",
    "captured": "captured_output",
}


def write_net(
    path: str,
    net: IntegerNet,
    rules: FiveRules,
    provenance: dict[str, object],
    policy: bytes = b"",
) -> str:
    """Write the file whole; return its digest as 16 hexadecimal digits.

    policy  the arrays of a policy for windows of the same reach, as `policy_of` has them
    """
    reach = reach_of(rules)
    start = (rules.name, reach, len(halves(reach)))
    version = POLICY_VERSION if policy else VERSION
    return write_arrays(path, version, start, packed(net, reach) + policy, provenance)


def arrays_of(net: Net) -> bytes:
    """The arrays of a net. Raises LearningError for a damaged file."""
    arrays = bytes(net.arrays)
    if f"{digest_of(arrays):016x}" != net.digest:
        raise LearningError(f"{net.path}: its arrays are damaged: their digest is not {net.digest}")
    return arrays


def policy_of(net: Net) -> bytes:
    """The arrays of the net's policy. Raises LearningError for a damaged file, or without one."""
    if not net.policy:
        raise LearningError(f"{net.path}: the net has no policy")
    return arrays_of(net)[places(net.reach, net.halves)[1] :]


def float_net(net: Net) -> FloatNet:
    """The net in float, as training changes it. Raises LearningError for a damaged file."""
    content, (where, _) = arrays_of(net), places(net.reach, net.halves)
    kinds = shapes(net.reach, net.halves)

    def array(name: str) -> NDArray[np.integer]:
        (first, size), (code, shape) = where[name], kinds[name]
        return np.frombuffer(content[first : first + size], f"<{code}").reshape(shape)

    _, window_of_class = np.unique(classes(net.reach), return_index=True)
    arrays = {own: array(name) for own, name in NAMES.items()}
    arrays["rows"] = array("row")[window_of_class]
    return FloatNet(**{k: (arrays[k] / unit).astype(np.float32) for k, unit in UNITS.items()})


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
    by_name: dict[str, NDArray[np.integer]] = {
        # In the line word the nearest cell of the half before is the highest.
        "before": np.array(
            [count * numbers[reversed_codes(reach)].astype(int) for numbers in by_side]
        ),
        "after": np.array(by_side),
        **{name: getattr(net, own) for own, name in NAMES.items()},
        "row": net.rows[classes(reach).reshape(-1)],
    }
    place, total = places(reach, count)
    arrays = bytearray(total)
    for name, (start, size) in place.items():
        kind = {"before": "<u2", "after": "<u2"}.get(name, by_name[name].dtype.newbyteorder("<"))
        content = by_name[name].astype(kind).tobytes()
        assert len(content) == size, name
        arrays[start : start + size] = content
    return bytes(arrays)
