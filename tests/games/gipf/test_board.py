"""The hexagonal board."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from games.gipf import board
from games.gipf.board import (
    DOTS,
    ENTRIES,
    ENTRY_DOTS,
    ENTRY_SPOTS,
    LINE_NAMES,
    LINES,
    SPOTS,
    coordinates,
    entry_towards,
)
from games.gipf.moves import (
    MOVES,
    brings_gipf,
    entry_of,
    is_removal,
    line_of,
    placement,
    removal,
    taken_of,
)
from tests.conditions import met, often


def test_board_has_37_spots_24_dots_21_lines_and_42_entries() -> None:
    """The rule book's board has these spots, dots, lines and entries."""
    assert (len(SPOTS), len(DOTS), len(LINES), len(ENTRIES)) == (37, 24, 21, 42)
    assert sorted(map(len, LINES)) == [4] * 6 + [5] * 6 + [6] * 6 + [7] * 3


def test_board_runs_three_lines_through_each_spot() -> None:
    """Each spot is on a file, a rising and a falling line; two lines share at most one spot."""
    for spot in range(len(SPOTS)):
        assert sum(spot in line for line in LINES) == 3
    for line in LINES:
        for other in LINES:
            assert line == other or len(set(line) & set(other)) <= 1


def test_board_lines_are_straight_and_end_in_dots() -> None:
    """All steps along a line are equal, dots included."""
    for line, name in enumerate(LINE_NAMES):
        first, last = name.split("-")
        points = [coordinates(point) for point in (first, *(SPOTS[s] for s in LINES[line]), last)]
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)}
        assert len(steps) == 1


@given(st.sampled_from(ENTRIES))
def test_board_entries_are_lines_from_either_end(entry: int) -> None:
    """An entry runs along its line from its dot; the dot and any spot of the line name it."""
    line = LINES[entry // 2]
    assert ENTRY_SPOTS[entry] == (line[::-1] if entry % 2 else line)
    for spot in line:
        assert entry_towards(ENTRY_DOTS[entry], spot) == entry


@often(removals=10, placements=2)
@given(st.sampled_from(MOVES))
def test_board_moves_are_made_of_what_they_are_read_as(move: int) -> None:
    """Every move number splits into its parts and is built from them again."""
    if is_removal(move):
        met("removals")
        assert removal(line_of(move), taken_of(move)) == move
        assert 0 <= line_of(move) < len(LINES)
    else:
        met("placements")
        assert placement(entry_of(move), gipf=brings_gipf(move)) == move
        assert entry_of(move) in ENTRIES


def test_board_drawing_in_the_module_is_the_board() -> None:
    """The names in the module's drawing, read by columns and from below, are the board's files."""
    drawing = (board.__doc__ or "").split("others are spots:")[1].split("Three lines")[0]
    found = [
        (row.index(name), -number, name)
        for number, row in enumerate(drawing.splitlines())
        for name in row.split()
    ]
    assert [name for _, _, name in sorted(found)] == sorted((*DOTS, *SPOTS))
