"""Random games that compare the kernel's net with the readable one, value by value."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from games.five.diagram import format_position
from games.five.position import FivePosition
from games.five.rules import FiveRules
from search.five.native import open_search, set_position
from search.kernel import five
from search.kernel.five import FiveSearch
from search.native import kernel_of
from search.reference.net import ReadableNet
from search.weights import Weights

LONGEST = 80  # moves of a game
OPENING_STONES = 3  # so long a rule of the opening may bind
KERNELS = tuple({module.__name__: module for module in (five, kernel_of("five"))}.values())


class Compared(NamedTuple):
    """A position, after a move that the kernel did not play, and what both say of it."""

    position: FivePosition
    kernel: int
    readable: int


def move_of(kernel: FiveSearch, dice: random.Random) -> int:
    """A move for a random game: mostly a strong one, so that captures and fours occur."""
    candidates = [point for point, _ in kernel.candidates()]
    return candidates[min(int(dice.expovariate(0.3)), len(candidates) - 1)]


def compared_positions(
    kernel: FiveSearch, rules: FiveRules, readable: ReadableNet, dice: random.Random
) -> Iterator[Compared]:
    """Yield positions on the way through games, and below moves that are not played, for ever."""
    while True:
        position = FivePosition(rules)
        set_position(kernel, position)
        while position.outcome is None and len(position.moves) < LONGEST:
            move = move_of(kernel, dice)
            position.play(move)
            kernel.play(move)
            if position.outcome is None:
                yield from _here(kernel, position, readable, dice)


class Orders(NamedTuple):
    """A position, and its candidates with the order that both give them."""

    position: FivePosition
    kernel: list[tuple[int, int]]
    readable: list[tuple[int, int]]


def compared_orders(
    kernel: FiveSearch, rules: FiveRules, readable: ReadableNet, dice: random.Random
) -> Iterator[Orders]:
    """Yield positions of random games beyond the opening rule, for ever; the net has a policy."""
    while True:
        position = FivePosition(rules)
        while position.outcome is None and len(position.moves) < LONGEST:
            set_position(kernel, position)
            if len(position.moves) > OPENING_STONES:
                found = kernel.candidates()
                own = [(point, readable.order(position, point)) for point, _ in found]
                yield Orders(position, found, own)
            position.play(move_of(kernel, dice))


def compare_net(
    rules: FiveRules,
    weights: Weights,
    compared: Callable[..., Iterator[Compared | Orders]],
    positions: int,
) -> None:
    """Assert that each build of the kernel says the same as the readable net, in random games."""
    assert weights.net is not None
    readable = ReadableNet(weights.net)
    for module in KERNELS:
        kernel, dice = open_search(rules, weights, module), random.Random(rules.name)
        for found in islice(compared(kernel, rules, readable, dice), positions):
            assert found.kernel == found.readable, format_position(found.position)


def _here(
    kernel: FiveSearch, position: FivePosition, readable: ReadableNet, dice: random.Random
) -> Iterator[Compared]:
    """Now and then this position, and one below it."""
    if dice.random() < 0.3:
        yield Compared(position, kernel.evaluate(), readable.evaluate(position))
    if dice.random() < 0.2:
        below, move = position.copy(), move_of(kernel, dice)
        below.play(move)
        if below.outcome is None and below.captured_stones == position.captured_stones:
            yield Compared(below, kernel.value_after(move), readable.evaluate(below))
