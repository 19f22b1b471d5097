"""The arrays of a net by name: kind and shape of each, and where it lies in the file.

before, after     numbers of halves, by perspective and by the half's cells in the line word:
the half before a point's centre (times `halves`), the half after it
bias, row         of the points' vectors, by channel; a window's row is before + after
hidden            the weights of the hidden units, by unit and channel
linear, output    what an input and a hidden unit add to the output
own_captured, other_captured, captured_output   what captured stones add: to each hidden unit,
by own and by the opponent's stones; to the output, by both
policy_...        of the policy, if the net has one: bias, weights, what captured stones add to the
vectors, and the rows
"""

from __future__ import annotations

from search.net.file import CHANNELS, HIDDEN, POLICY_CHANNELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Code = Literal["H", "h", "i"]

CAPTURED = 16  # entries for captured stones: 0 to 14, then 15 and more
ALIGNMENT = 64

Shape = tuple[int, ...]


def shapes(reach: int, halves: int, *, policy: bool = False) -> dict[str, tuple[Code, Shape]]:
    """By name, in the order of the file: the type code of `struct` and `array`, and the shape."""
    by_name: dict[str, tuple[Code, Shape]] = {
        "before": ("H", (2, 4**reach)),
        "after": ("H", (2, 4**reach)),
        "bias": ("h", (CHANNELS,)),
        "hidden": ("h", (HIDDEN, CHANNELS)),
        "linear": ("h", (CHANNELS,)),
        "output": ("h", (HIDDEN,)),
        "own_captured": ("i", (CAPTURED, HIDDEN)),
        "other_captured": ("i", (CAPTURED, HIDDEN)),
        "captured_output": ("i", (CAPTURED, CAPTURED)),
        "row": ("h", (halves * halves, CHANNELS)),
    }
    return {**by_name, **policy_shapes(halves)} if policy else by_name


def policy_shapes(halves: int) -> dict[str, tuple[Code, Shape]]:
    """The same of the policy's arrays, which come last."""
    return {
        "policy_bias": ("h", (POLICY_CHANNELS,)),
        "policy_weights": ("h", (POLICY_CHANNELS,)),
        "policy_own_captured": ("h", (CAPTURED, POLICY_CHANNELS)),
        "policy_other_captured": ("h", (CAPTURED, POLICY_CHANNELS)),
        "policy_row": ("h", (halves * halves, POLICY_CHANNELS)),
    }


def places(
    reach: int, halves: int, *, policy: bool = False
) -> tuple[dict[str, tuple[int, int]], int]:
    """By name: first byte and number of bytes; and the bytes of all arrays with their padding."""
    where, at = {}, 0
    for name, (code, shape) in shapes(reach, halves, policy=policy).items():
        size = {"H": 2, "h": 2, "i": 4}[code]
        for length in shape:
            size *= length
        where[name] = (at, size)
        at += -(-size // ALIGNMENT) * ALIGNMENT
    return where, at
