"""The step *policy*: fits a policy and adds it to the file of a net."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from search.net.arrays import places, policy_shapes
from search.net.file import POLICY_VERSION, Net, load_net
from tuning.errors import LearningError
from tuning.net.policy.fit import FittedPolicy, fit_policy
from tuning.net.policy.looks import Looker
from tuning.net.positions.windows import class_meanings, classes, reach_of
from tuning.net.training.net_file import write_arrays

INT16 = (1 << 15) - 1
EPOCHS = 4
ROW_UNIT, WEIGHT_UNIT = 128, 2  # 2^8 / 128: POLICY_SHIFT and the unit of a vector


def add_policy(
    net_path: str,
    games: str,
    output: str,
    *,
    count: int = 50_000,
    nodes: int = 1_500,
    scale: int = 700,
    seed: int = 1,
    command: str = "",
    commit: str = "",
    listener: Callable[[int, int], object] = lambda *_: None,
) -> FittedPolicy:
    """Write the net with a policy that learned from looks off the games of a folder.

    scale  the order that a logit is worth, against killers and history
    Raises LearningError for too few looks, for a net of another kind of game, and if integers
    could overflow; NetError, KernelMissing.
    """
    net, looker = load_net(net_path), Looker(games, net_path, nodes, seed)
    rules = looker.rules
    try:
        looks = list(looker.looks(count, listener))
    finally:
        looker.close()
    meant, meanings = class_meanings(reach_of(rules), captures=bool(rules.capture_lengths))
    fitted = fit_policy(looks, meant, meanings, epochs=EPOCHS, seed=seed)
    provenance = json.loads(net.provenance_text)
    provenance["policy"] = {
        "command": command,
        "commit": commit,
        "net": net.digest,
        "nodes": nodes,
        "epochs": EPOCHS,
        "scale": scale,
        "seed": seed,
        "trained": fitted.trained,
        "held_out": fitted.held_out,
        "present": asdict(fitted.present),
        "learned": asdict(fitted.learned),
    }
    write_with_policy(output, net, fitted, scale, provenance)
    return fitted


def write_with_policy(
    path: str, net: Net, fitted: FittedPolicy, scale: int, provenance: dict[str, object]
) -> None:
    """Write the net's file anew, with this policy; one that it has is replaced."""
    value_bytes = places(net.reach, net.halves)[1]
    arrays = bytes(net.arrays[:value_bytes]) + packed_policy(fitted, scale, net)
    start = (net.game, net.reach, net.halves)
    write_arrays(path, POLICY_VERSION, start, arrays, provenance)


def packed_policy(fitted: FittedPolicy, scale: int, net: Net) -> bytes:
    """The policy's arrays in integers, each at its place. Raises LearningError."""
    numbers = {
        "policy_bias": fitted.bias * ROW_UNIT,
        "policy_weights": fitted.weights * scale * WEIGHT_UNIT,
        "policy_own_captured": fitted.own * ROW_UNIT,
        "policy_other_captured": fitted.opponent * ROW_UNIT,
        "policy_row": fitted.rows * ROW_UNIT,
    }
    rounded: dict[str, NDArray[np.float64]] = {k: np.round(v) for k, v in numbers.items()}
    most = sum(
        factor * np.abs(rounded[name]).max()
        for name, factor in (
            *(("policy_bias", 1), ("policy_row", 4)),
            *(("policy_own_captured", 1), ("policy_other_captured", 1)),
        )
    )
    if max(most, np.abs(rounded["policy_weights"]).max()) > INT16:
        raise LearningError(f"a vector of the policy may reach {most:.0f}: expected up to {INT16}")
    rounded["policy_row"] = rounded["policy_row"][classes(net.reach).reshape(-1)]
    place, total = places(net.reach, net.halves, policy=True)
    start = places(net.reach, net.halves)[1]
    arrays = bytearray(total - start)
    for name in policy_shapes(net.halves):
        at, size = place[name]
        arrays[at - start : at - start + size] = rounded[name].astype("<i2").tobytes()
    return bytes(arrays)
