"""Random games that compare the kernel's net with the readable one, value by value."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from games.five.diagram import format_position
from games.five.position import FivePosition
from games.five.rules import FiveRules
from search.five.native import open_search, set_position
from search.kernel import five
from search.kernel.five import FiveSearch
from search.native import kernel_of
from search.reference.net import ReadableNet
from search.weights import Weights
from tests.strategies import woven_position

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
