"""Windows: their halves, the classes that share a row, and their meanings."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from search.kernel.five_tables import meanings
from tuning.net.positions.windows import (
    WALL,
    as_seen,
    class_meanings,
    classes,
    half_numbers,
    halves,
    reversed_codes,
)


@pytest.mark.parametrize(("reach", "count"), [(4, 121), (5, 153)])
def test_number_of_halves(reach: int, count: int) -> None:
    """There are so many halves, each content has the number of one, and a pair fits 16 bits."""
    assert len(halves(reach)) == count
    assert set(half_numbers(reach).tolist()) == set(range(count))
    assert count * count <= 1 << 16


@pytest.mark.slow
def test_halves_that_count_as_one_mean_the_same() -> None:
    """The fifth cell that `as_seen` ignores changes no rank, capture or threat of a window."""
    numbers, _ = meanings(5, exactly_five=True)
    turned = reversed_codes(5)
    cells = [half for half in product(range(4), repeat=5) if is_possible(half)]
    dice = random.Random(1)

    def meaning(before: tuple[int, ...], after: tuple[int, ...]) -> int:
        return numbers[int(turned[code(before)]) | code(after) << 10]

    for _ in range(2_000):
        before, after = dice.choice(cells), dice.choice(cells)
        assert meaning(before, after) == meaning(as_seen(before), as_seen(after))


def is_possible(half: tuple[int, ...]) -> bool:
    """Whether nothing lies beyond a wall."""
    return WALL not in half or set(half[half.index(WALL) :]) == {WALL}


def code(half: tuple[int, ...]) -> int:
    """The cells as a number, the nearest in the lowest bits."""
    return sum(cell << 2 * place for place, cell in enumerate(half))


def test_mirrored_windows_are_one_class() -> None:
    """The table of classes is symmetric, and each unordered pair has its own class."""
    table = classes(4)
    assert np.array_equal(table, table.T)
    assert len(np.unique(table)) == 121 * 122 // 2


def test_meanings_are_those_of_the_kernel() -> None:
    """A class has the meaning that the kernel's table gives its window; both mirrors agree."""
    numbers, found = meanings(4, exactly_five=False)
    meant, count = class_meanings(4, captures=True)
    assert count == len(found)
    table, turned = classes(4), reversed_codes(4)
    dice = random.Random(2)
    by_number: dict[int, int] = {}
    for _ in range(2_000):
        before, after = (dice.randrange(121) for _ in range(2))
        window = int(turned[code(halves(4)[before])]) | code(halves(4)[after]) << 8
        number = int(meant[table[before, after]])
        assert by_number.setdefault(number, numbers[window]) == numbers[window]


def test_swapped_numbers_exchange_the_sides() -> None:
    """The numbers of the other perspective are those of the cells with both sides exchanged."""
    plain, swapped = half_numbers(4), half_numbers(4, swapped=True)
    for half in ((0, 1, 2, 0), (1, 1, 3, 3), (2, 0, 0, 0)):
        other = tuple({1: 2, 2: 1}.get(cell, cell) for cell in half)
        assert swapped[code(half)] == plain[code(other)]
