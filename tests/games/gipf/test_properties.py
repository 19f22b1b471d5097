"""Properties of every position of Gipf, played or set up, under any rules."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.moves import is_removal
from games.gipf.position import GipfPosition
from games.gipf.rows import may_be_left, rows_of
from tests.conditions import met, often
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules

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
