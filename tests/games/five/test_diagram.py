"""Boards as text."""

from __future__ import annotations

from hypothesis import given

from games.five.diagram import (
    captured_by_colour,
    format_diagram,
    format_position,
    parse_diagram,
    parse_position,
)
from games.five.position import Position
from games.five.rules import rules_named
from tests.strategies import positions, rules_records

SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def state_of(position: Position) -> tuple[object, ...]:
    """Everything that defines the game situation of a position."""
    return position.cells, position.side, position.captured_stones, position.outcome


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
