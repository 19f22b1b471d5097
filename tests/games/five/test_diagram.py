"""Boards as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.five.diagram import (
    captured_by_colour,
    format_diagram,
    format_position,
    parse_diagram,
    parse_position,
)
from games.five.position import Position
from games.five.rules import PRESETS, rules_named
from games.rules import BLACK, WHITE
from tests.conditions import met, often
from tests.strategies import damaged, positions, rules_records

FIVE_LINES = "w....\n.b...\n.....\n...w.\n....b\n"
SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def state_of(position: Position) -> tuple[object, ...]:
    """Everything that defines the game situation of a position."""
    return position.cells, position.side, position.captured_stones, position.outcome


@given(positions())
def test_diagram_positions_round_trip(position: Position) -> None:
    """A position reads back from its one-line text, side to move and captures included."""
    again = parse_position(format_position(position), position.rules)
    assert state_of(again) == state_of(position)


@given(positions(rules_records()))
def test_diagram_boards_round_trip(position: Position) -> None:
    """A board reads back from its diagram, for any rules and either first colour."""
    by_white, by_black = captured_by_colour(position)
    colour = position.rules.colour_of(position.side)
    again = parse_diagram(format_diagram(position), position.rules, colour, by_white, by_black)
    assert state_of(again) == state_of(position)


def test_diagram_handout_sample() -> None:
    """The handout's sample reads as White 10K, 10N, 12K and Black 11L, 10M, and is written back."""
    position = parse_position(SAMPLE, rules_named("pente"))
    assert [point for point, cell in enumerate(position.cells) if cell == 1] == [142, 180, 183]
    assert [point for point, cell in enumerate(position.cells) if cell == 2] == [162, 182]
    assert position.side == 1
    assert format_position(position) == SAMPLE


def test_diagram_captures_belong_to_colours_not_sides() -> None:
    """Captures are written White first, whichever colour moved first."""
    rules = rules_named("pente")
    white_first = parse_position(SAMPLE.replace("0,0", "4,6"), rules)
    assert white_first.captured_stones == [4, 6]
    black_first = Position(rules_named("gomoku-9"), None, 0, (4, 6))
    assert captured_by_colour(black_first) == (6, 4)


def test_diagram_passes_over_blanks() -> None:
    """Blank lines, indents and blanks between the cells are ignored."""
    rules = PRESETS["gomoku-9"]
    plain = "\n".join(["w..b....."] * 9)
    spaced = "\n\n".join(["   w . . b . . . . . "] * 9)
    assert parse_diagram(spaced, rules, BLACK).cells == parse_diagram(plain, rules, BLACK).cells


@pytest.mark.parametrize(
    ("line", "column", "row"),
    [(1, 3, "..x......"), (4, 1, "W........"), (9, 10, ".........."), (2, 9, "........")],
)
def test_diagram_refusals_name_line_and_column(line: int, column: int, row: str) -> None:
    """A bad cell, or a row of the wrong length, is refused with its place."""
    rows = ["........."] * 9
    rows[line - 1] = row
    with pytest.raises(NotationError, match=f"line {line}, column {column}:"):
        parse_diagram("\n".join(rows), PRESETS["gomoku-9"], BLACK)


def test_diagram_refuses_a_wrong_number_of_lines() -> None:
    """A diagram of another size is refused with both numbers."""
    with pytest.raises(NotationError, match="9 lines, this one has 5"):
        parse_diagram(FIVE_LINES, PRESETS["gomoku-9"], WHITE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "ROWS w|b STONES,STONES"),
        ("9/9/9/9/9/9/9/9/9 b", "ROWS w|b STONES,STONES"),
        ("9/9/9/9/9/9/9/9/9 x 0,0", "ROWS w|b STONES,STONES"),
        ("9/9/9/9/9/9/9/9/9 b 0", "BY_WHITE,BY_BLACK"),
        ("9/9/9/9/9/9/9/9/9 b 0,-2", "BY_WHITE,BY_BLACK"),
        ("9/9/9/9/9/9/9/9 b 0,0", "9 lines"),
        ("9/9/9/9/9/9/9/9/8 b 0,0", "line 9"),
        ("9/9/9/99999999999999/9/9/9/9/9 b 0,0", "line 4"),
        ("9/9/4q4/9/9/9/9/9/9 b 0,0", "line 3, column 5"),
    ],
)
def test_diagram_position_refusals_say_what_was_expected(text: str, message: str) -> None:
    """A position string that cannot be read is refused with its place and what was expected."""
    with pytest.raises(NotationError, match=message.replace("|", r"\|")):
        parse_position(text, PRESETS["gomoku-9"])


SIGNS = st.text(alphabet="wb9/ 1,.0", max_size=40)


@often(read=4, refused=30)
@given(SIGNS, damaged("9/1w7/2b6/9/9/4w4/9/9/b8 w 2,0", SIGNS.map(lambda signs: signs[:2])))
def test_diagram_any_text_is_a_position_or_refused(text: str, written: str) -> None:
    """Any text is a position or raises NotationError."""
    for body in (text, written):
        try:
            position = parse_position(body, PRESETS["gomoku-9"])
        except NotationError:
            met("refused")
        else:
            met("read")
            assert len(position.cells) == 81
