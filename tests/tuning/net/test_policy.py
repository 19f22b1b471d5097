"""The policy: what it learns from, and that its file orders moves. Skipped without JAX."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from games.five.rules import PRESETS
from search.five.native import open_search
from search.net.file import load_net
from search.weights import Weights
from tests.search.net.random_nets import random_net
from tests.tuning.net.samples import random_game
from tuning.net.errors import LearningError
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan

pytest.importorskip("jax")
pytest.importorskip("optax")

from tuning.net.policy.fit import fit_policy
from tuning.net.policy.looks import Look, Looker
from tuning.net.policy.policy_file import packed_policy, write_with_policy
from tuning.net.positions.windows import class_meanings

if TYPE_CHECKING:
    from pathlib import Path

RULES = PRESETS["gomoku-9"]
MEANT, MEANINGS = class_meanings(4, captures=False)


def taught(count: int) -> list[Look]:
    """Looks whose best candidate follows from its windows: something to learn."""
    dice = np.random.default_rng(7)
    worth = dice.normal(0, 1, MEANINGS)[MEANT]
    looks = []
    for number in range(count):
        windows = dice.integers(0, len(MEANT), (12, 4)).astype(np.uint16)
        best = int(worth[windows].sum(1).argmax())
        looks.append(Look(windows=windows, best=best, captured=(0, 0), opening=number))
    return looks


def test_a_policy_learns_and_its_file_orders_by_it(tmp_path: Path) -> None:
    """What can be learned is learned; the file keeps the value's arrays and adds the policy's."""
    fitted = fit_policy(taught(2_000), MEANT, MEANINGS, epochs=6, seed=1)
    assert fitted.learned.among[0] > 0.5 > fitted.present.among[0]
    assert fitted.learned.before < 1.5
    source, path = tmp_path / "a.net", str(tmp_path / "b.net")
    source.write_bytes(random_net("gomoku-9", 3))
    net = load_net(str(source))
    write_with_policy(path, net, fitted, 400, {"policy": "test"})
    found = load_net(path)
    assert found.policy
    assert bytes(found.arrays[: len(net.arrays)]) == bytes(net.arrays)
    kernel = open_search(RULES, Weights().with_net(found))
    kernel.play(40)
    assert len(kernel.candidates()) == 24
    with pytest.raises(LearningError, match="may reach"):
        packed_policy(replace(fitted, bias=fitted.bias + 300), 400, net)


def test_too_few_looks_are_refused() -> None:
    """A fit needs looks to train on."""
    with pytest.raises(LearningError, match="looks to train"):
        fit_policy(taught(20), MEANT, MEANINGS, epochs=1, seed=1)


def test_looks_depend_on_the_seed_alone(tmp_path: Path) -> None:
    """The same seed gives the same looks; the best move is one of the candidates."""
    folder, net = str(tmp_path / "games"), tmp_path / "a.net"
    net.write_bytes(random_net("gomoku-9", 3))
    settle_plan(folder, PlayPlan(game="gomoku-9"), "engine")
    with Shards(folder) as shards:
        shards.append([random_game(RULES, number, plies=20) for number in range(6)])
    found = []
    for _ in range(2):
        looker = Looker(folder, str(net), nodes=50, seed=5)
        found.append(list(looker.looks(10, lambda *_: None)))
        looker.close()
    assert 0 < len(found[0]) <= 10
    for one, two in zip(*found, strict=True):
        assert (one.best, one.opening, one.captured) == (two.best, two.opening, two.captured)
        assert np.array_equal(one.windows, two.windows)
        assert 0 <= one.best < len(one.windows)
