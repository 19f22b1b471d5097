"""The kernel's net against the readable one, to the last bit, in random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pytest

from games.five.diagram import format_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from search.engine import Engine
from search.five.native import open_search, set_position
from search.kernel import five
from search.kernel.five import FiveSearch
from search.limits import Limits
from search.native import kernel_of
from search.net.file import load_net
from search.reference.net import ReadableNet
from search.weights import Weights
from search.weights.file import shipped_weights
from tests.search.net.random_nets import random_net
from tests.strategies import woven_position

if TYPE_CHECKING:
    from collections.abc import Callable

    from search.kernel.five import FiveSearch
    from search.net.file import Net

GAMES = ("pente", "keryo", "gomoku-9", "gomoku-20", "standard-15")
POSITIONS = 20
ORDERED = 1  # positions whose moves are compared in order: each has some fifty


@pytest.fixture(scope="module")
def nets(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Net]:
    """Makes random nets with the reach that a game's shipped net has."""
    folder = tmp_path_factory.mktemp("nets")

    @cache
    def made(game: str, *, policy: bool = False) -> Net:
        path = folder / f"{game}-{policy}.net"
        path.write_bytes(random_net(game, 15 + policy, policy=policy))
        return load_net(str(path))

    return made


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_values_as_the_readable_net(name: str, nets: Callable[..., Net]) -> None:
    """In 20 positions, on the way through games and below moves that are not played."""
    weights = Weights().with_net(nets(name))
    compare_net(PRESETS[name], weights, compared_positions, POSITIONS)


@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_orders_as_the_readable_policy(name: str, nets: Callable[..., Net]) -> None:
    """The order of every candidate is the same in both, in positions of random games."""
    weights = Weights().with_net(nets(name, policy=True))
    compare_net(PRESETS[name], weights, compared_orders, ORDERED)


@pytest.mark.parametrize("name", ["pente", "keryo", "standard-15"])
def test_sums_of_a_long_game_are_kept(name: str, nets: Callable[..., Net]) -> None:
    """The kernel keeps the sums of 128 positions; further moves, and undos beyond, lose none.

    Both sides' sums are those of the whole board.
    """
    rules, net, dice = PRESETS[name], nets(name), random.Random("long games")
    kernel = open_search(rules, Weights().with_net(net))
    readable, position = ReadableNet(net), FivePosition(rules)
    set_position(kernel, position)
    deepest = 0
    for step in range(1, 700):
        if position.moves and position.outcome is not None:
            back = 2
        else:
            back = dice.choice((3, 150)) if step % 170 == 0 else 0
        for _ in range(min(back, len(position.moves))):
            position.undo()
            kernel.undo()
        move = dice.choice(list(position.legal_moves()))
        position.play(move)
        kernel.play(move)
        deepest = max(deepest, len(position.moves))
        if position.outcome is None and (back > 2 or step % 60 == 0):
            for side in (0, 1):
                assert list(kernel.net_sums(side)) == readable.sums(position, side)
    assert deepest > 128


@pytest.mark.parametrize("name", ["pente", "standard-15"])
def test_value_does_not_depend_on_what_was_asked_before(name: str) -> None:
    """A kernel that has searched gives a set position the value that a new kernel gives it."""
    rules, dice = PRESETS[name], random.Random(f"asked before {name}")
    with Engine(rules, table_mb=0.25) as engine:
        used = engine._kernel
        for _ in range(120):
            position = FivePosition(rules)
            for _ in range(dice.randint(2, 60)):
                if position.outcome is None:
                    position.play(dice.choice(list(position.legal_moves())))
            if position.outcome is not None:
                continue
            limits = Limits(nodes=dice.choice((1, 50, 400)))
            engine.search(position.copy(), limits, multipv=dice.choice((1, 3)))
            new = open_search(rules, shipped_weights(rules))
            set_position(new, position)
            set_position(cast("FiveSearch", used), position)
            used.candidates()
            assert used.evaluate() == new.evaluate(), position


LONGEST = 80  # moves of a game
OPENING_STONES = 3  # so long a rule of the opening may bind
KERNELS = tuple({module.__name__: module for module in (five, kernel_of("five"))}.values())


class Compared(NamedTuple):
    """A position, and what each kernel and the readable net say of it, or of its candidates."""

    position: FivePosition
    kernels: list[Any]
    readable: Any


def move_of(kernel: FiveSearch, dice: random.Random) -> int:
    """A move for a random game: mostly a strong one, so that captures and fours occur."""
    candidates = [point for point, _ in kernel.candidates()]
    return candidates[min(int(dice.expovariate(0.3)), len(candidates) - 1)]


def compared_positions(
    kernels: list[FiveSearch], rules: FiveRules, readable: ReadableNet, dice: random.Random
) -> Iterator[Compared]:
    """Yield positions on the way through games, and below moves that are not played, for ever.

    Some games begin where few lines are left on which anybody can still make five.
    """
    while True:
        woven = not rules.capture_lengths and dice.random() < 0.5
        position = woven_position(rules, dice) if woven else FivePosition(rules)
        for kernel in kernels:
            set_position(kernel, position)
        while position.outcome is None and len(position.moves) < LONGEST:
            move = move_of(kernels[0], dice)
            position.play(move)
            for kernel in kernels:
                kernel.play(move)
            if position.outcome is None:
                yield from _here(kernels, position, readable, dice)


def compared_orders(
    kernels: list[FiveSearch], rules: FiveRules, readable: ReadableNet, dice: random.Random
) -> Iterator[Compared]:
    """Yield positions of random games beyond the opening rule, for ever; the net has a policy."""
    while True:
        position = FivePosition(rules)
        while position.outcome is None and len(position.moves) < LONGEST:
            for kernel in kernels:
                set_position(kernel, position)
            if len(position.moves) > OPENING_STONES:
                found = [kernel.candidates() for kernel in kernels]
                own = [(point, readable.order(position, point)) for point, _ in found[0]]
                yield Compared(position, found, own)
            position.play(move_of(kernels[0], dice))


def compare_net(
    rules: FiveRules,
    weights: Weights,
    compared: Callable[..., Iterator[Compared]],
    positions: int,
) -> None:
    """Assert that each build of the kernel says the same as the readable net, in random games."""
    assert weights.net is not None
    kernels = [open_search(rules, weights, module) for module in KERNELS]
    dice = random.Random(rules.name)
    for found in islice(compared(kernels, rules, ReadableNet(weights.net), dice), positions):
        for said in found.kernels:
            assert said == found.readable, format_position(found.position)


def _here(
    kernels: list[FiveSearch], position: FivePosition, readable: ReadableNet, dice: random.Random
) -> Iterator[Compared]:
    """Now and then this position, and one below it."""
    if dice.random() < 0.3:
        said = [kernel.evaluate() for kernel in kernels]
        yield Compared(position, said, readable.evaluate(position))
    if dice.random() < 0.2:
        below, move = position.copy(), move_of(kernels[0], dice)
        below.play(move)
        if below.outcome is None and below.captured_stones == position.captured_stones:
            said = [kernel.value_after(move) for kernel in kernels]
            yield Compared(below, said, readable.evaluate(below))
