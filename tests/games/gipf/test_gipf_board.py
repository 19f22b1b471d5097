"""The board of Gipf, positions drawn, records of rules, and properties of every position."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf import board, diagram
from games.gipf.board import (
    DOTS,
    SPOTS,
)
from games.gipf.moves import is_removal
from games.gipf.position import GipfPosition
from games.gipf.rows import may_be_left, rows_of
from games.gipf.rules import BASIC, STANDARD, GipfRules, gipf_rules_named
from tests.conditions import met, often
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


def test_drawing_of_the_start_is_that_in_the_module() -> None:
    """The start of the standard game is drawn as the module shows it, blanks included."""
    shown = (diagram.__doc__ or "").partition("standard game:\n\n")[2]
    assert diagram.format_diagram(GipfPosition(gipf_rules_named("gipf")).cells) == dedent(shown)


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


ALL_POSITIONS = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


def census(position: GipfPosition) -> list[int]:
    """All pieces of each side, wherever they are."""
    return [
        position.reserves[side] + position.lost[side] + position.pieces_on_board(side)
        for side in (0, 1)
    ]


@often(removals=60, placements=400)
@given(ALL_POSITIONS)
def test_gipf_pieces_are_conserved_by_every_move(position: GipfPosition) -> None:
    """A piece brought in comes from the own reserve; a removal never adds to the opponent's
    reserve.
    """
    side, reserves = position.side, position.reserves[:]
    for move in position.legal_moves():
        position.play(move)
        assert census(position) == list(position.rules.pieces)
        assert position.reserves[1 - side] == reserves[1 - side]
        assert (position.reserves[side] >= reserves[side]) == is_removal(move)
        met("removals" if is_removal(move) else "placements")
        position.undo()


@often(asked_both=40, rows_left=3)
@settings(max_examples=200)  # rows that may be left are rare
@given(crowded_positions(), st.data())
def test_gipf_removals_end_in_a_turn(position: GipfPosition, data: st.DataObject) -> None:
    """The side to move removes all its rows, then the other side; no row that must go is left."""
    deciders = []
    while not position.placing and position.outcome is None:
        deciders.append(position.side == position.turn)
        position.play(data.draw(st.sampled_from(position.legal_moves())))
    assert deciders == sorted(deciders, reverse=True)
    if len(set(deciders)) == 2:
        met("asked_both")
    if position.outcome is None:
        standing = [line for side in (0, 1) for line in rows_of(position.cells, side)]
        assert all(may_be_left(position.cells, line) for line in standing)
        if standing:
            met("rows_left")
