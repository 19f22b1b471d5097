"""The kernel's net against the readable one, to the last bit, in random games of every preset."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from games.five.position import Position
from games.five.rules import PRESETS
from search.five.native import open_search, set_position
from search.kernel import five
from search.native import kernel_of
from search.net.file import load_net
from search.reference.net import ReadableNet
from search.weights import Weights
from tests.search.net.random_nets import random_net

if TYPE_CHECKING:
    from search.kernel.five import FiveSearch
    from search.net.file import Net

POSITIONS = 300
LONGEST = 80  # moves of a game
KERNELS = {module.__name__: module for module in (five, kernel_of("five"))}


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Net:
    """A random net."""
    path = tmp_path_factory.mktemp("nets") / "random.net"
    path.write_bytes(random_net("pente", 15))
    return load_net(str(path))


def moves_of(kernel: FiveSearch, dice: random.Random) -> int:
    """A move for a random game: mostly a strong one, so that captures and fours occur."""
    candidates = [point for point, _ in kernel.candidates()]
    return candidates[min(int(dice.expovariate(0.3)), len(candidates) - 1)]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_the_kernel_values_as_the_readable_net(name: str, net: Net) -> None:
    """In 300 positions, on the way through games and below moves that are not played."""
    rules = PRESETS[name]
    readable, dice = ReadableNet(net), random.Random(f"net {name}")
    for module in KERNELS.values():
        kernel = open_search(rules, Weights().with_net(net), module)
        compared = 0
        while compared < POSITIONS // len(KERNELS):
            position = Position(rules)
            set_position(kernel, position)
            while position.outcome is None and len(position.moves) < LONGEST:
                move = moves_of(kernel, dice)
                position.play(move)
                kernel.play(move)
                if position.outcome is None:
                    compared += agrees(kernel, position, readable, dice)


def agrees(kernel: Any, position: Position, readable: ReadableNet, dice: random.Random) -> int:
    """Compare this position, now and then one below it; return how many were compared."""
    compared = 0
    if dice.random() < 0.3:
        assert kernel.evaluate() == readable.evaluate(position)
        compared += 1
    if dice.random() < 0.2:
        below, move = position.copy(), moves_of(kernel, dice)
        below.play(move)
        if below.outcome is None and below.captured_stones == position.captured_stones:
            assert kernel.value_after(move) == readable.evaluate(below)
            compared += 1
    return compared


@pytest.mark.parametrize("name", ["pente", "keryo", "gomoku-15"])
def test_undo_restores_the_sums(name: str, net: Net) -> None:
    """After any moves and as many undos, both sides' sums are those of the whole board."""
    rules, dice = PRESETS[name], random.Random(f"undo {name}")
    kernel = open_search(rules, Weights().with_net(net))
    readable, position = ReadableNet(net), Position(rules)
    set_position(kernel, position)
    for _ in range(200):
        if position.moves and (position.outcome is not None or dice.random() < 0.4):
            position.undo()
            kernel.undo()
        else:
            move = moves_of(kernel, dice)
            position.play(move)
            kernel.play(move)
        for side in (0, 1):
            if position.outcome is None and dice.random() < 0.3:
                assert list(kernel.net_sums(side)) == readable.sums(position, side)


def test_workers_value_alike(net: Net) -> None:
    """A search with a net and a helper ends, and its value is that of a sound search."""
    from search.engine import Engine  # noqa: PLC0415
    from search.limits import Limits  # noqa: PLC0415

    with Engine(PRESETS["pente"], Weights().with_net(net), workers=2) as engine:
        found = engine.search(Position(PRESETS["pente"]), Limits(depth=1))
        assert found.best in range(361)
