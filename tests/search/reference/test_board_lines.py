"""Ranks and captures on one line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import PRESETS, Rules
from search.reference.board_lines import (
    FIVE,
    FOUR,
    NONE,
    ONE,
    OPEN_FOUR,
    OPEN_ONE,
    OPEN_THREE,
    OPEN_TWO,
    THREE,
    TWO,
    LineTable,
    put,
    rank_of_window,
)
from search.weights import Weights
from tests.conditions import met, often

# The middle stone is the new one; "#" is an opponent's stone or the edge.
EXAMPLES = {
    "xxxxx....": FIVE,
    "#xxxxx###": FIVE,
    "xxxxxxxxx": FIVE,
    "#..xxxx.#": OPEN_FOUR,
    "x.xxxxx.x": FIVE,
    "x.xxx.x..": OPEN_FOUR,  # the three with a stone on either side: two points complete five
    "#.xxx.x..": FOUR,
    "#.xxxx#..": FOUR,
    "...xx.xx#": FOUR,
    "##xxxx#..": NONE,
    "..xxx....": OPEN_THREE,
    ".x.xx....": OPEN_THREE,
    ".#xxx....": THREE,
    "x.x.x#...": THREE,
    "#.xxx.#..": THREE,  # on either side, only one point is left to complete the row
    "...xx....": OPEN_TWO,
    "....x....": OPEN_ONE,
    "####x....": ONE,
    "...#xx...": TWO,
    "#...x..##": OPEN_ONE,  # six cells are enough for an open four
    "##..x..##": ONE,
    "##..x.###": NONE,
    "####x###.": NONE,
}


@pytest.mark.parametrize(("window", "rank"), EXAMPLES.items())
def test_reference_lines_rank_examples(window: str, rank: int) -> None:
    """The rank of a window is the one of the table in docs/evaluation.md."""
    assert rank_of_window(window, exactly_five=False) == rank


EXACT_EXAMPLES = {
    "#xxxxx....#": FIVE,
    "xxxxxx.....": NONE,
    "x.xxxx.....": FOUR,  # the near end would make six
    ".#xxxx.x...": NONE,
    "..xxxx.....": OPEN_FOUR,
    "...xxx.....": OPEN_THREE,
    "..x.xxx.x..": OPEN_FOUR,
    "x...xxxx.x.": FOUR,
    "x..xxxx.x..": FOUR,
}


@pytest.mark.parametrize(("window", "rank"), EXACT_EXAMPLES.items())
def test_reference_lines_rank_examples_where_exactly_five_wins(window: str, rank: int) -> None:
    """With exactly five, a longer row does not count, and a point that makes one is useless."""
    assert window[5] == "x"
    assert rank_of_window(window, exactly_five=True) == rank


def windows(exactly_five: bool) -> st.SearchStrategy[str]:  # noqa: FBT001
    """Any window of one side, with its new stone in the middle."""
    reach = 5 if exactly_five else 4
    half = st.text(alphabet="x.#", min_size=reach, max_size=reach)
    return st.builds(lambda back, ahead: f"{back}x{ahead}", half, half)


@given(st.booleans().flatmap(lambda exact: st.tuples(windows(exact), st.just(exact))))
def test_reference_lines_rank_reads_both_ways(case: tuple[str, bool]) -> None:
    """A window and its mirror image have the same rank."""
    window, exact = case
    mirrored = rank_of_window(window[::-1], exactly_five=exact)
    assert rank_of_window(window, exactly_five=exact) == mirrored


@often(empty=5)
@given(windows(exactly_five=False), st.integers(0, 8))
def test_reference_lines_a_block_never_helps(window: str, index: int) -> None:
    """An opponent's stone on an empty cell never raises a rank."""
    if window[index] == ".":
        met("empty")
        blocked = rank_of_window(put(window, index, "#"), exactly_five=False)
        assert blocked <= rank_of_window(window, exactly_five=False)


@often(empty=5)
@given(windows(exactly_five=False), st.integers(0, 8))
def test_reference_lines_a_stone_never_hurts(window: str, index: int) -> None:
    """A further own stone on an empty cell never lowers a rank, if five or more win."""
    if window[index] == ".":
        met("empty")
        stronger = rank_of_window(put(window, index, "x"), exactly_five=False)
        assert stronger >= rank_of_window(window, exactly_five=False)


@given(windows(exactly_five=False))
def test_reference_lines_rank_is_stones_to_five(window: str) -> None:
    """With n stones in one open stretch of five cells, a row is at most 5 - n stones away."""
    stretches = [window[start : start + 5] for start in range(5)]
    most = max((s.count("x") for s in stretches if "#" not in s), default=0)
    rank = rank_of_window(window, exactly_five=False)
    assert rank in {0: {NONE}, 5: {FIVE}}.get(most, {2 * most - 1, 2 * most})


PENTE = LineTable(PRESETS["pente"], Weights())
KERYO = LineTable(PRESETS["keryo"], Weights())


@pytest.mark.parametrize(
    ("table", "text", "side", "takes"),
    [
        (PENTE, "xoo.", 0, {3: [2, 1]}),
        (PENTE, "xoo.oox", 0, {3: [4, 5, 2, 1]}),
        (PENTE, "xoo.", 1, {}),
        (PENTE, "xooo.", 0, {}),
        (PENTE, ".xxo", 1, {0: [1, 2]}),
        (KERYO, "xooo.", 0, {4: [3, 2, 1]}),
        (KERYO, "xooo.oox", 0, {4: [5, 6, 3, 2, 1]}),
        (KERYO, "xoooo.", 0, {}),
    ],
)
def test_reference_lines_captures(
    table: LineTable, text: str, side: int, takes: dict[int, list[int]]
) -> None:
    """A point captures the opponent's runs of a capturing length that end at an own stone."""
    line = table.line(text)
    assert line.takes[side] == takes
    assert (line.prey_0, line.prey_1)[side] == sum(map(len, takes.values()))


def test_reference_lines_capture_threats() -> None:
    """A point next to a pair with an empty point behind it counts as a threat, not as a capture."""
    values = {"capture": 1000, "capture_threat": 100, "one": 0, "open_one": 0}
    own = {"own_capture": 3000, "own_capture_threat": 300, "own_one": 0, "own_open_one": 0}
    other = {
        "enemy_capture": 2000,
        "enemy_capture_threat": 200,
        "enemy_one": 0,
        "enemy_open_one": 0,
    }
    weights = Weights(values | own | other)
    table = LineTable(Rules("p", 5, capture_lengths=(2,), captured_stones_to_win=10), weights)
    assert table.part("...#.oo.#", 0) == ([100, 300, 200], False, [])
    assert table.part("#.oo.oo.#", 0) == ([200, 600, 400], False, [])
    assert table.part("#xoo.oo.#", 0) == ([1100, 3300, 2200], False, [-1, -2])
    assert table.part("#.oo.oo##", 0) == ([100, 300, 200], False, [])


@given(st.text(alphabet="xo.", min_size=5, max_size=19))
def test_reference_lines_sides_are_alike(text: str) -> None:
    """With the colours exchanged, a line has the same meaning for the other side."""
    line = PENTE.line(text)
    swapped = PENTE.line(text.translate(str.maketrans("xo", "ox")))
    assert (line.worth_0, line.fives_0, line.prey_0) == (
        swapped.worth_1,
        swapped.fives_1,
        swapped.prey_1,
    )
    assert line.order_0 == swapped.order_1


@often(wins=5, others=150)
@settings(max_examples=100)
@given(
    st.text(alphabet="xo.", min_size=15, max_size=15), st.sampled_from(("gomoku-15", "standard-15"))
)
def test_reference_lines_five_cells_are_where_the_rules_win(text: str, game: str) -> None:
    """A point completes a row exactly if the rules say that a stone there wins."""
    line = LineTable(PRESETS[game], Weights()).line(text)
    cells = [".xo".index(sign) for sign in text] + [0] * (15 * 14)
    for side in (0, 1):
        for index, sign in enumerate(text):
            if sign == ".":
                cells[index] = 1 + side
                wins = bool(Position(PRESETS[game], cells).row_through(index))
                cells[index] = 0
                assert (index in line.five_cells[side]) == wins
                met("wins" if wins else "others")


def test_reference_lines_are_remembered_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text gives the same line; when the cache is full, it is cleared."""
    monkeypatch.setattr("search.reference.board_lines.LINES_REMEMBERED", 2)
    table = LineTable(PRESETS["gomoku-9"], Weights())
    first = table.line(".........")
    assert table.line(".........") is first
    table.line("x........")
    table.line("o........")
    assert table.line(".........") is not first
