"""The network in integers: bounds, its file, and its values against plain Python."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from games.five.position import FivePosition
from games.five.rules import PRESETS
from search.net.file import load_net
from search.reference.net import ReadableNet
from search.score import EVALUATION_LIMIT as LIMIT
from tests.tuning.net.samples import random_game, random_net
from tuning.errors import LearningError
from tuning.net.positions.features import WindowReader, features_of
from tuning.net.positions.replay import padded_points, replay
from tuning.net.training.integers import (
    MOST_INPUT,
    UNITS,
    IntegerNet,
    Saturations,
    check_bounds,
    outputs,
    quantised,
)
from tuning.net.training.net_file import float_net, write_net


@pytest.mark.parametrize("name", ["keryo", "standard-15"])
def test_outputs_are_those_of_the_readable_net(name: str, tmp_path: Path) -> None:
    """The file that is written gives every position the value that training computed; it says for
    which game, and where it is from. Read to learn on, it is the same net.
    """
    rules = PRESETS[name]
    net = random_net(rules)
    path = str(tmp_path / "sample.net")
    digest = write_net(path, net, rules, {"command": "pente learn"})
    written = load_net(path)
    assert (written.game, written.digest) == (name, digest)
    assert json.loads(written.provenance_text) == {"command": "pente learn"}
    back, clipped = quantised(float_net(written))
    assert all(np.array_equal(getattr(back, key), getattr(net, key)) for key in UNITS)
    assert not clipped
    readable = ReadableNet(written)
    (positions,) = replay([random_game(rules, number) for number in range(3)], rules)
    found, _ = outputs(net, features_of(positions, WindowReader(rules)))
    points = padded_points(rules.size)
    for at in range(0, len(positions), 48):
        side = int(positions.side[at])
        captured = positions.captured[at].tolist()
        position = FivePosition(rules)
        position.cells = positions.boards[at][points].tolist()
        position.side = side
        position.captured_stones = captured if side == 0 else captured[::-1]
        value = int(found[at]) * written.unit >> 20
        assert readable.evaluate(position) == min(max(value, -LIMIT), LIMIT)


@pytest.mark.parametrize(("bias", "table", "share"), [(0, 0, 0.0), (960, 1 << 25, 1.0)])
def test_shares_at_a_limit_are_those_of_the_net(bias: int, table: int, share: float) -> None:
    """No value of a net of zeros meets a limit; in a net with large enough numbers all do."""
    rules = PRESETS["pente"]
    zeros = {name: 0 * getattr(random_net(rules), name) for name in IntegerNet.__slots__}
    net = replace(IntegerNet(**zeros), bias=zeros["bias"] + bias, own=zeros["own"] + table)
    (positions,) = replay([random_game(rules, 1)], rules)
    features = features_of(positions, WindowReader(rules))
    crowded = np.diff(features.first) > 8 * MOST_INPUT // 960  # enough points for the largest sum
    _, met = outputs(net, features.chosen(np.nonzero(crowded)[0], windows=True))
    assert np.any(crowded)
    assert met == Saturations(points=share, inputs=share, hidden=share)


def test_net_out_of_bounds_is_refused() -> None:
    """A net whose integers could overflow is an error that names the place."""
    net = random_net(PRESETS["gomoku-9"])
    check_bounds(net)
    for name, value in (("rows", 9_000), ("first", 9_000), ("second", 3_000), ("direct", 32_000)):
        large = replace(net, **{name: np.full_like(getattr(net, name), value)})
        if name == "direct":
            large = replace(large, second=np.full_like(net.second, 1_900))
        with pytest.raises(LearningError, match="may reach"):
            check_bounds(large)
