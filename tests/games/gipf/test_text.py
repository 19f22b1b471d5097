"""Positions of Gipf on one line, and drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.gipf import diagram
from games.gipf.diagram import format_diagram, parse_diagram
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position, parse_position
from tests.games.gipf.boards import T1, T2, T3, T4, T5, basic, tournament
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules

ALL_POSITIONS = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


@given(ALL_POSITIONS)
def test_text_positions_round_trip(position: GipfPosition) -> None:
    """A position reads back whole, also in the middle of a turn and with a handicap."""
    rules = position.rules
    again = parse_position(format_position(position), rules)
    assert (again.key, again.lost, again.rules) == (position.key, position.lost, rules)
    assert again.turns == (position.turns if rules.most_turns else 0)


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
