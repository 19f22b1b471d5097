"""The board of Gipf, positions on one line and drawn, and records of rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError, UnknownRules
from games.gipf import board, diagram
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
from games.gipf.diagram import format_diagram, parse_diagram
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
from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, STANDARD, GipfRules, gipf_rules_named
from games.gipf.text import format_position
from tests.conditions import met, often
from tests.games.gipf.boards import T1, T2, T3, T4, T5, basic, shorthand, tournament
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules


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


ALL_POSITIONS = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


@given(ALL_POSITIONS)
def test_text_drawings_round_trip(position: GipfPosition) -> None:
    """A board reads back from its drawing."""
    assert parse_diagram(format_diagram(position.cells)) == position.cells


@pytest.mark.parametrize("text", [T1, T2, T3, T4, T5])
def test_text_of_the_known_positions_is_kept(text: str) -> None:
    """The test positions are written in the same shorthand in which they were given."""
    assert format_position(basic(text)) == text


def test_text_carries_a_handicap() -> None:
    """Numbers of pieces that differ from the preset are in the text."""
    position = basic("w 12 14 Kh5 Wb2 pieces=15,17")
    assert (position.rules.pieces, position.lost) == ((15, 17), [2, 2])
    assert format_position(position) == "w 12 14 Kh5 Wb2 pieces=15,17"


def test_text_of_the_tournament_says_who_adds() -> None:
    """On the empty board both sides may add GIPF-pieces; with pieces on it the text must say so."""
    assert tournament("w 18 18").adding == [True, True]
    assert tournament("b 16 18 GWb2 add=K").adding == [False, True]
    with pytest.raises(NotationError, match="says who adds GIPF-pieces: add=WK, W, K or -"):
        tournament("b 16 18 GWb2")


def test_text_drawing_in_the_module_is_the_start() -> None:
    """The module's drawing is read as the start of the standard game."""
    drawing = (diagram.__doc__ or "").split("standard game:")[1]
    start = GipfPosition(GIPF_PRESETS["gipf"])
    assert parse_diagram(drawing) == start.cells
    assert format_diagram(start.cells).split() == drawing.split()


@pytest.mark.parametrize(
    ("name", "pieces", "start"),
    [
        ("gipf-basic", 15, "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5"),
        ("gipf", 18, "w 12 12 GKb2 GKe8 GKh2 GWb5 GWe2 GWh5"),
        ("gipf-tournament", 18, "w 18 18"),
    ],
)
def test_rules_presets_begin_as_the_rule_book_says(name: str, pieces: int, start: str) -> None:
    """15 pieces, three on the corners; 18, three GIPF-pieces there; 18 and an empty board."""
    assert gipf_rules_named(name).pieces == (pieces, pieces)
    assert shorthand(GipfPosition(gipf_rules_named(name))) == start


def test_rules_names_of_others_are_refused() -> None:
    """The message lists the existing games."""
    with pytest.raises(UnknownRules, match="'gipf-matrx'; there are gipf-basic, gipf, gipf-tour"):
        gipf_rules_named("gipf-matrx")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"variant": "matrx"}, "'matrx' is no variant"),
        ({"variant": BASIC, "pieces": (14, 15)}, r"15 to 18 pieces, not \(14, 15\)"),
        ({"variant": BASIC, "pieces": (15, 19)}, r"15 to 18 pieces, not \(15, 19\)"),
        ({"variant": STANDARD, "pieces": (18, 17)}, r"has 18 pieces, not \(18, 17\)"),
        ({"variant": BASIC, "pieces": (15,)}, "15 to 18 pieces"),
        ({"variant": BASIC, "most_turns": -1}, "-1 turns"),
        ({"variant": BASIC, "most_turns": 100_000}, "100000 turns are no limit: expected 0 to"),
    ],
)
def test_rules_of_gipf_refuse_what_is_no_game(fields: dict[str, Any], message: str) -> None:
    """A field out of its range is refused with a message."""
    with pytest.raises(ValueError, match=message):
        GipfRules("odd", **fields)
