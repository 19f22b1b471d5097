"""The generated window tables: what is built in is what the generator makes."""

from __future__ import annotations

import os

import pytest

from search.kernel import five_tables as tables


@pytest.fixture(scope="module")
def free() -> tuple[list[int], list[tables.Meaning]]:
    """All windows of nine cells, five or more winning."""
    return tables.meanings(4, exactly_five=False)


def window(before: str, after: str) -> int:
    """The index of eight neighbours, spelled `.`, `x` (side 0), `o` (side 1), `#` off the board."""
    return sum(".xo#".index(cell) << 2 * place for place, cell in enumerate(before + after))


def test_tables_that_are_built_in_are_what_the_generator_makes() -> None:
    """The generated header is up to date."""
    path = os.path.join(os.path.dirname(tables.__file__), "generated", "five_tables.h")
    with open(path, encoding="ascii") as file:
        assert file.read() == tables.header()


def test_meanings_of_all_windows_mirror(free: tuple[list[int], list[tables.Meaning]]) -> None:
    """A window read from its other end means the same, for all 65,536 of them."""
    numbers, found = free
    for index, number in enumerate(numbers):
        mirrored = sum((index >> 2 * place & 3) << 2 * (7 - place) for place in range(8))
        assert found[number - 1] == found[numbers[mirrored] - 1]


@pytest.mark.parametrize(
    ("before", "after", "part", "value"),
    [
        ("xxxx", "....", "rank_0", tables.FIVE),
        (".xxx", "....", "rank_0", tables.OPEN_FOUR),
        ("oxxx", "....", "rank_0", tables.FOUR),
        ("..xx", "o...", "rank_0", tables.THREE),
        ("...x", "x...", "rank_0", tables.OPEN_THREE),
        ("o...", "...o", "rank_1", tables.TWO),
        ("##..", "..##", "rank_0", tables.ONE),
        ("###.", "..##", "rank_0", tables.NONE),
        ("....", "oox.", "captures_two_0", 1),
        (".xoo", "oox.", "captures_two_0", 2),
        ("....", "ooox", "captures_three_0", 1),
        ("....", "oox.", "captures_two_1", 0),
        ("....", "oo..", "threatens_two_0", 1),
        (".xxx", "....", "threatens_three_1", 1),
    ],
)
def test_meaning_examples(
    free: tuple[list[int], list[tables.Meaning]], before: str, after: str, part: str, value: int
) -> None:
    """Known windows: four cells before the point, four after it, as text."""
    numbers, found = free
    meaning = found[numbers[window(before, after)] - 1]
    assert meaning[tables.PARTS.index(part)] == value
