"""Custodial captures as board diagrams: `w` plays on the point that each test names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import format_diagram, parse_diagram
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.rules import EMPTY, WHITE
from tests.conditions import met, often
from tests.strategies import positions, telling_moves

PENTE_7 = Rules("pente-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)
KERYO_7 = Rules("keryo-7", 7, capture_lengths=(2, 3), captured_stones_to_win=15, first_colour=WHITE)


def after(diagram: str, name: str, rules: Rules = PENTE_7) -> tuple[str, int]:
    """Return the diagram after White's move on a point, and the captured stones."""
    position = parse_diagram(diagram, rules, WHITE)
    position.play(parse_point(name, rules.size))
    return format_diagram(position), position.captured_stones[0]


def board(*rows: str) -> str:
    """Return seven rows as a diagram."""
    return "".join(row + "\n" for row in rows)


NOTHING = "......."


def test_captures_take_a_flanked_pair() -> None:
    """A pair between the new stone and another own stone is captured."""
    before = board(NOTHING, NOTHING, ".wbb...", NOTHING, NOTHING, NOTHING, NOTHING)
    expected = board(NOTHING, NOTHING, ".w..w..", NOTHING, NOTHING, NOTHING, NOTHING)
    assert after(before, "E5") == (expected, 2)


@pytest.mark.parametrize("row", [".wb.....", ".wbbb...", "..bb....", ".wb.b..."])
def test_captures_leave_other_runs_alone(row: str) -> None:
    """In Pente one stone, three stones, and a pair followed by a gap or nothing are safe."""
    rules = Rules("pente-8", 8, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)
    position = parse_diagram("\n".join([row] + ["." * 8] * 7), rules, WHITE)
    for point in range(8):
        if position.cells[point] == EMPTY:
            assert position.captures_of(point) == []


def test_captures_go_all_eight_ways_at_once() -> None:
    """One move captures a pair along each of the eight rays, sixteen stones, and wins."""
    before = board("w..w..w", ".b.b.b.", "..bbb..", "wbb.bbw", "..bbb..", ".b.b.b.", "w..w..w")
    position = parse_diagram(before, PENTE_7, WHITE)
    position.play(parse_point("D4", 7))
    assert position.captured_stones == [16, 0]
    assert position.cells.count(2) == 0
    assert position.outcome is not None
    assert (position.outcome.winner, position.outcome.termination) == (0, "captures")


def test_captures_spare_a_stone_that_moves_between_two() -> None:
    """Moving into the second place of a flanked pair is safe: the opponent did not close it."""
    before = board(NOTHING, ".bw.b..", NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
    expected = board(NOTHING, ".bwwb..", NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
    assert after(before, "D6") == (expected, 0)


def test_captures_stop_at_the_edge() -> None:
    """A pair between the new stone and the edge is safe; lines do not wrap around the board."""
    before = board(NOTHING, ".....bb", "w......", "..w.bb.", "w......", NOTHING, "bb.....")
    position = parse_diagram(before, PENTE_7, WHITE)
    assert position.captures_of(parse_point("E6", 7)) == []
    assert position.captures_of(parse_point("C1", 7)) == []
    assert position.captures_of(parse_point("G4", 7)) == []


def test_captures_take_along_the_edge_and_in_the_corner() -> None:
    """Captures work along the edge line, and a stone in the corner flanks like any other."""
    before = board(".bbw...", "b......", "b......", "w......", NOTHING, NOTHING, NOTHING)
    expected = board("w..w...", NOTHING, NOTHING, "w......", NOTHING, NOTHING, NOTHING)
    assert after(before, "A7") == (expected, 4)


def test_captures_free_points_to_be_played_again() -> None:
    """A point whose stone was captured is empty and legal for its owner at once."""
    position = parse_diagram(
        board(NOTHING, ".wbb...", NOTHING, NOTHING, NOTHING, NOTHING, NOTHING), PENTE_7, WHITE
    )
    position.play(parse_point("E6", 7))
    assert parse_point("C6", 7) in position.legal_moves()


@pytest.mark.parametrize(("row", "stones"), [("wbb....", 2), ("wbbb...", 3), ("wbbbb..", 0)])
def test_captures_of_keryo_take_pairs_and_threes(row: str, stones: int) -> None:
    """Keryo captures two or three enclosed stones, but neither one nor four."""
    before = board(row, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)
    flank = "ABCDEFG"[row.index(".")] + "7"
    assert after(before, flank, KERYO_7)[1] == stones


def test_captures_of_keryo_mix_lengths() -> None:
    """One stone captures a pair along one ray and a three along another: five stones."""
    before = board("wbb....", "...b...", "...b...", "...b...", "...w...", NOTHING, NOTHING)
    expected = board("w..w...", NOTHING, NOTHING, NOTHING, "...w...", NOTHING, NOTHING)
    assert after(before, "D7", KERYO_7) == (expected, 5)


@pytest.mark.parametrize("name", ["five-19", "gomoku-15", "standard-15"])
def test_captures_do_not_exist_without_lengths(name: str) -> None:
    """In a game without capture lengths a flanked pair stays."""
    rules = PRESETS[name]
    rows = ["wbb.".ljust(rules.size, ".")] + ["." * rules.size] * (rules.size - 1)
    position = parse_diagram("\n".join(rows), rules, WHITE)
    position.play(3)
    assert position.cells.count(EMPTY) == rules.size**2 - 4


@often(taken=3, nothing=10)
@given(
    positions(st.sampled_from((PENTE_7, KERYO_7, PRESETS["pente"], PRESETS["keryo"]))), st.data()
)
def test_captures_agree_with_the_text_of_the_rays(position: Position, data: st.DataObject) -> None:
    """A move captures what the text of a ray shows: opponent's stones, then an own stone."""
    size, own, other = position.rules.size, 1 + position.side, 2 - position.side
    moves = telling_moves(position) if data.draw(st.booleans()) else position.legal_moves()
    point = data.draw(st.sampled_from(moves))
    row, column = divmod(point, size)
    expected: set[int] = set()
    for rows, columns in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        for length in position.rules.capture_lengths:
            end = (row + (length + 1) * rows, column + (length + 1) * columns)
            steps = [(row + n * rows, column + n * columns) for n in range(1, length + 1)]
            if not all(0 <= part < size for part in end):
                continue
            if position.cells[end[0] * size + end[1]] != own:
                continue
            if all(position.cells[r * size + c] == other for r, c in steps):
                expected |= {r * size + c for r, c in steps}
    assert set(position.captures_of(point)) == expected
    met("taken" if expected else "nothing")
