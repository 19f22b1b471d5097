"""Properties of every position of Gipf, played or set up, under any rules."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.board import LINES
from games.gipf.moves import is_removal
from games.gipf.perft import is_between_turns
from games.gipf.position import GipfPosition
from games.gipf.rows import may_be_left, row_owner, rows_of, segment
from games.gipf.rules import GipfRules
from tests.conditions import met, often
from tests.families import GIPF
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules

SEEDS = st.integers(0, 10_000)
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


@often(rows=15)
@given(ALL_POSITIONS)
def test_gipf_row_is_what_its_text_shows(position: GipfPosition) -> None:
    """As text, a line's row is four letters of one colour with all letters in touch."""
    signs = ".wkwk"
    for line, spots in enumerate(LINES):
        text = "".join(signs[position.cells[spot]] for spot in spots)
        found = re.search(r"[wk]*(w{4}|k{4})[wk]*", text)
        if found is None:
            assert row_owner(position.cells, line) is None
        else:
            met("rows")
            assert row_owner(position.cells, line) == "wk".index(found[1][0])
            assert segment(position.cells, line) == list(spots[found.start() : found.end()])


@often(asked=15)
@given(crowded_positions(), st.data())
def test_gipf_removal_clears_what_it_must(position: GipfPosition, data: st.DataObject) -> None:
    """A removal clears all single pieces of the segment, no spot outside it, and makes no row."""
    if position.placing:
        return
    met("asked")
    before, rows = position.cells[:], [row_owner(position.cells, line) for line in range(21)]
    move = data.draw(st.sampled_from(position.legal_moves()))
    cleared = position.spots_removed(move)
    position.play(move)
    for spot, cell in enumerate(before):
        assert position.cells[spot] == (0 if spot in cleared else cell)
    for line, owner in enumerate(rows):
        assert row_owner(position.cells, line) in (owner, None)


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


@often(removals=50)
@given(gipf_rules(), SEEDS)
def test_gipf_turns_alternate(rules: GipfRules, seed: int) -> None:
    """Each turn begins with a piece brought in, White's first, and its removals belong to it."""
    position = GipfPosition(rules)
    for move in GIPF.play_randomly(rules, seed).moves:
        assert position.turn == position.turns % 2
        assert position.placing != is_removal(move)
        assert not position.placing or position.side == position.turn
        if is_removal(move):
            met("removals")
        position.play(move)
    assert is_between_turns(position)
