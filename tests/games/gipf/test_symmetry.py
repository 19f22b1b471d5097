"""The twelve symmetries of the hexagonal board, and the exchange of the colours."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gipf.board import LINES, SPOTS
from games.gipf.moves import line_of, removal
from games.gipf.perft import perft
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.symmetry import SYMMETRIES, mapped_cells, mapped_move, mapped_spot
from tests.conditions import met, often
from tests.gipf_strategies import crowded_positions, gipf_positions

ALL_POSITIONS = st.one_of(gipf_positions(), crowded_positions())
SOME = st.sampled_from(SYMMETRIES)


def mapped(position: GipfPosition, symmetry: int) -> GipfPosition:
    """The position as a symmetry maps it."""
    left = [line_of(mapped_move(removal(line), symmetry)) for line in position.left]
    return GipfPosition(
        position.rules,
        mapped_cells(position.cells, symmetry),
        position.side,
        position.reserves,
        adding=position.adding,
        turn=None if position.placing else position.turn,
        left=sorted(left),
        turns=position.turns,
    )


def colours_exchanged(position: GipfPosition) -> GipfPosition:
    """The position with everything given to the other side."""
    return GipfPosition(
        position.rules,
        [(0, 2, 1, 4, 3)[cell] for cell in position.cells],
        1 - position.side,
        position.reserves[::-1],
        adding=position.adding[::-1],
        turn=None if position.placing else 1 - position.turn,
        left=position.left,
        turns=position.turns,
    )


def test_symmetry_takes_lines_to_lines() -> None:
    """Each of the twelve maps spots and lines one to one, and no two are the same."""
    lines = {frozenset(line) for line in LINES}
    images = []
    for symmetry in SYMMETRIES:
        spots = [mapped_spot(spot, symmetry) for spot in range(len(SPOTS))]
        assert sorted(spots) == list(range(len(SPOTS)))
        assert {frozenset(spots[spot] for spot in line) for line in LINES} == lines
        images.append(tuple(spots))
    assert len(set(images)) == 12


def test_symmetry_of_the_start() -> None:
    """Six keep the colours of the start, the other six exchange them."""
    start = GipfPosition(GIPF_PRESETS["gipf"])
    kept = [
        symmetry for symmetry in SYMMETRIES if mapped_cells(start.cells, symmetry) == start.cells
    ]
    assert kept == [0, 1, 4, 5, 8, 9]
    other = colours_exchanged(start).cells
    assert all(mapped_cells(start.cells, symmetry) == other for symmetry in {*SYMMETRIES} - {*kept})


@given(ALL_POSITIONS, SOME)
def test_symmetry_maps_legal_moves_of_gipf(position: GipfPosition, symmetry: int) -> None:
    """The legal moves of a mapped board are the mapped legal moves."""
    expected = sorted(mapped_move(move, symmetry) for move in position.legal_moves())
    assert mapped(position, symmetry).legal_moves() == expected


@often(goes_on=10, ends=2)
@given(ALL_POSITIONS, SOME, st.data())
def test_symmetry_maps_what_a_decision_does(
    position: GipfPosition, symmetry: int, data: st.DataObject
) -> None:
    """The board after a decision, the side that decides and the outcome are mapped like
    the board.
    """
    turned = mapped(position, symmetry)
    move = data.draw(st.sampled_from(position.legal_moves()))
    position.play(move)
    turned.play(mapped_move(move, symmetry))
    assert turned.outcome == position.outcome
    assert turned.cells == mapped_cells(position.cells, symmetry)
    met("ends" if position.outcome is not None else "goes_on")
    if position.outcome is None:
        assert turned.key == mapped(position, symmetry).key


@settings(max_examples=20)
@given(gipf_positions(), SOME)
def test_symmetry_keeps_perft_of_gipf(position: GipfPosition, symmetry: int) -> None:
    """A mapped board, and one with the colours exchanged, have the same count."""
    count = perft(position, 1)
    assert perft(mapped(position, symmetry), 1) == count
    assert perft(colours_exchanged(position), 1) == count
