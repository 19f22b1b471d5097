"""The network in integers: rounding the float network, its bounds, and its values with NumPy.

Units (docs/learning.md): rows 1/128, inputs of the hidden layer 1/16, first weights 2^-15, hidden
values 2^-10, output 2^-20 of a logit. All shifts round down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tuning.errors import LearningError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tuning.net.positions.features import Features

    Integers = NDArray[np.int64]

# The upper limits of the values of the float network (docs/learning.md).
MOST_ROW_SUM = 7.5  # of a channel of a point: r of the specification
MOST_SUM = 511.9375  # of a channel of the sum over all points: s
MOST_HIDDEN = 31.99  # of a hidden value: y
INT16, INT32 = (1 << 15) - 1, (1 << 31) - 1
MOST_ROW = int(MOST_ROW_SUM * 128)
INPUT_SHIFT, MOST_INPUT = 3, int(MOST_SUM * 16)
HIDDEN_SHIFT, MOST_UNIT = 9, 32767
LOGIT = 1 << 20
CHUNK = 20_000  # positions valued at once


@dataclass(frozen=True, slots=True)
class FloatNet:
    """A trained network: the arrays of the specification, a row for each class of windows."""

    rows: NDArray[np.float32]
    bias: NDArray[np.float32]
    first: NDArray[np.float32]
    own: NDArray[np.float32]
    opponent: NDArray[np.float32]
    second: NDArray[np.float32]
    direct: NDArray[np.float32]
    captured: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class IntegerNet:
    """The arrays that the kernel uses, each in the smallest type of the file.

    rows  by class of windows
    """

    rows: NDArray[np.int16]
    bias: NDArray[np.int16]
    first: NDArray[np.int16]
    own: NDArray[np.int32]
    opponent: NDArray[np.int32]
    second: NDArray[np.int16]
    direct: NDArray[np.int16]
    captured: NDArray[np.int32]


# What 1 is in each array of a net in integers, in the order of the arrays.
UNITS = {
    "rows": 1 << 7,
    "bias": 1 << 7,
    "first": 1 << 15,
    "own": 1 << 19,
    "opponent": 1 << 19,
    "second": 1 << 10,
    "direct": 1 << 16,
    "captured": 1 << 20,
}


@dataclass(frozen=True, slots=True)
class Saturations:
    """How often a limit is met, as shares.

    points   channels of points at their upper limit
    inputs   sums at their limit
    hidden   hidden values at their upper limit
    """

    points: float
    inputs: float
    hidden: float


def quantised(net: FloatNet) -> tuple[IntegerNet, float]:
    """The network in integers, and the share of entries that had to be clipped.

    Raises LearningError if an integer of the kernel could overflow.
    """
    clipped: list[float] = []

    def rounded(name: str, most: Integers | int) -> Integers:
        entries: NDArray[np.float64] = np.rint(getattr(net, name).astype(np.float64) * UNITS[name])
        clipped.append(float(np.sum(np.abs(entries) > most)))
        return np.clip(entries, -most, most).astype(np.int64)

    bias = rounded("bias", INT16)
    # Four rows and the bias stay in 16 bits.
    rows = rounded("rows", (INT16 - np.abs(bias)) // 4)
    integer = IntegerNet(
        rows=rows.astype(np.int16),
        bias=bias.astype(np.int16),
        first=rounded("first", INT16).astype(np.int16),
        own=rounded("own", INT32).astype(np.int32),
        opponent=rounded("opponent", INT32).astype(np.int32),
        second=rounded("second", INT16).astype(np.int16),
        direct=rounded("direct", INT16).astype(np.int16),
        captured=rounded("captured", INT32).astype(np.int32),
    )
    check_bounds(integer)
    return integer, sum(clipped) / sum(getattr(integer, name).size for name in integer.__slots__)


def check_bounds(net: IntegerNet) -> None:
    """Raise LearningError unless no integer of the kernel can overflow."""
    row = np.abs(net.bias.astype(np.int64)) + 4 * np.abs(net.rows.astype(np.int64)).max(0)
    first = np.abs(net.first.astype(np.int64)).sum(1)
    tables = np.abs(net.own.astype(np.int64)).max(0) + np.abs(net.opponent.astype(np.int64)).max(0)
    hidden = tables + MOST_INPUT * first
    output = int(np.abs(net.captured.astype(np.int64)).max())
    output += MOST_UNIT * int(np.abs(net.second.astype(np.int64)).sum())
    output += MOST_INPUT * int(np.abs(net.direct.astype(np.int64)).sum())
    for name, largest, most in (
        ("a point's vector", int(row.max()), INT16),
        ("a hidden unit", int(hidden.max()), INT32),
        ("the output", output, INT32),
    ):
        if largest > most:
            raise LearningError(
                f"the net is out of bounds: {name} may reach {largest}, most {most}"
            )


def outputs(net: IntegerNet, features: Features) -> tuple[Integers, Saturations]:
    """The outputs of all positions, in units of 2^-20 logits, and how often limits were met."""
    by_chunk, met = [], np.zeros(3)
    for begin in range(0, len(features), CHUNK):
        end = min(begin + CHUNK, len(features))
        sums, at_limit = _sums(net, features, begin, end, MOST_ROW)
        inputs = np.minimum(sums >> INPUT_SHIFT, MOST_INPUT)
        own, opponent = features.captured[begin:end].astype(np.int64).T
        hidden = net.own[own].astype(np.int64) + net.opponent[opponent]
        hidden += inputs @ net.first.T.astype(np.int64)
        hidden = np.clip(hidden >> HIDDEN_SHIFT, 0, MOST_UNIT)
        met += [at_limit, np.sum(inputs == MOST_INPUT), np.sum(hidden == MOST_UNIT)]
        output = hidden @ net.second.astype(np.int64) + inputs @ net.direct.astype(np.int64)
        by_chunk.append(output + net.captured[own, opponent])
    points, positions = len(features.windows), len(features)
    sizes = np.array(
        [points * len(net.bias), positions * len(net.bias), positions * len(net.second)]
    )
    shares = met / np.maximum(sizes, 1)
    return np.concatenate(by_chunk), Saturations(*map(float, shares))


def float_logits(net: FloatNet, features: Features) -> NDArray[np.float64]:
    """The logits of the float network, computed with NumPy."""
    by_chunk = []
    for begin in range(0, len(features), CHUNK):
        end = min(begin + CHUNK, len(features))
        sums = _sums(net, features, begin, end, MOST_ROW_SUM)[0]
        by_chunk.append(float_head(net, sums, features.captured[begin:end]))
    return np.concatenate(by_chunk)


def float_head(
    net: FloatNet, sums: NDArray[np.float64], captured: NDArray[np.uint8]
) -> NDArray[np.float64]:
    """The logits from the sums over all points and the captured stones."""
    sums = np.minimum(sums, MOST_SUM)
    own, opponent = captured.astype(np.int64).T
    hidden = net.own[own] + net.opponent[opponent] + sums @ net.first.T
    hidden = np.clip(hidden, 0, MOST_HIDDEN)
    logits: NDArray[np.float64] = (
        hidden @ net.second + sums @ net.direct + net.captured[own, opponent]
    )
    return logits


def point_values(net: IntegerNet | FloatNet, windows: NDArray[Any], most: float) -> NDArray[Any]:
    """The vector of each point, from the classes of its windows."""
    value = net.bias + net.rows[windows[:, 0]] + net.rows[windows[:, 1]]
    value = np.clip(value + net.rows[windows[:, 2]] + net.rows[windows[:, 3]], 0, most)
    vectors: NDArray[Any] = value
    return vectors


def _sums(
    net: IntegerNet | FloatNet, features: Features, begin: int, end: int, most: float
) -> tuple[NDArray[Any], int]:
    """The sums over the points of these positions, and how many terms met their limit."""
    first = features.first[begin : end + 1]
    value = point_values(net, features.windows[first[0] : first[-1]], most)
    # A row of zeros at the end: `reduceat` needs one for positions without points.
    wide = np.float64 if value.dtype.kind == "f" else np.int64
    value = np.concatenate([value.astype(wide), np.zeros((1, value.shape[1]), wide)])
    sums = np.add.reduceat(value, first[:-1] - first[0], axis=0)
    sums[np.diff(first) == 0] = 0
    return sums, int(np.sum(value == most))
