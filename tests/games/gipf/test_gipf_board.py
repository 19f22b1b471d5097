"""The board of Gipf, positions on one line and drawn, and records of rules."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.gipf import board
from games.gipf.board import (
    DOTS,
    SPOTS,
)
from games.gipf.diagram import format_diagram, parse_diagram
from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, STANDARD, GipfRules, gipf_rules_named
from tests.games.gipf.boards import shorthand
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules


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
