"""The eight symmetries of the board, and the exchange of the colours."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.five.perft import perft
from games.five.position import Position
from games.five.rules import Rules
from games.five.symmetry import SYMMETRIES as ALL
from games.five.symmetry import canonical, inverse, mapped_cells, mapped_point
from tests.conditions import met, often
from tests.strategies import (
    colours_swapped,
    last_positions,
    mapped_position,
    positions,
    presets,
    rules_records,
    telling_moves,
)

SYMMETRIES = st.integers(1, 7)
GAMES = st.one_of(presets(), rules_records(max_size=9))
CAPTURING = GAMES.filter(lambda rules: bool(rules.capture_lengths))


@given(st.integers(5, 20), st.data())
def test_symmetry_is_undone_by_its_inverse(size: int, data: st.DataObject) -> None:
    """A symmetry maps points one to one, and its inverse maps each point back."""
    symmetry = data.draw(st.sampled_from(ALL))
    images = [mapped_point(point, size, symmetry) for point in range(size * size)]
    assert sorted(images) == list(range(size * size))
    back = [mapped_point(point, size, inverse(symmetry)) for point in images]
    assert back == list(range(size * size))


@given(positions(GAMES))
def test_symmetry_shows_the_cells_where_it_takes_their_points(position: Position) -> None:
    """The mapped cells, read at the image of a point, are those of the board."""
    size, cells = position.rules.size, bytes(position.cells)
    images = [mapped_cells(cells, size, symmetry) for symmetry in ALL]
    assert images[0] == cells
    for symmetry, image in enumerate(images):
        assert image == bytes(mapped_position(position, symmetry).cells)


@given(positions(GAMES), SYMMETRIES)
def test_symmetry_has_one_canonical_board(position: Position, symmetry: int) -> None:
    """All images of a board have the same canonical board, and the returned symmetry
    leads to it.
    """
    size = position.rules.size
    board, how = canonical(position.cells, size)
    turned = mapped_cells(bytes(position.cells), size, symmetry)
    assert canonical(turned, size)[0] == board
    assert mapped_cells(bytes(position.cells), size, how) == board


@given(positions(GAMES), SYMMETRIES)
def test_symmetry_maps_legal_moves(position: Position, symmetry: int) -> None:
    """The legal moves of a mapped board are the mapped legal moves."""
    size = position.rules.size
    expected = sorted(mapped_point(point, size, symmetry) for point in position.legal_moves())
    assert mapped_position(position, symmetry).legal_moves() == expected


@often(taken=9, ended=20)
@given(positions(CAPTURING) | last_positions(GAMES), SYMMETRIES, st.data())
def test_symmetry_maps_what_a_move_does(
    position: Position, symmetry: int, data: st.DataObject
) -> None:
    """Captures, the board after the move and the outcome are mapped like the board."""
    size, turned = position.rules.size, mapped_position(position, symmetry)
    moves = telling_moves(position)
    for point in [*moves[:10], data.draw(st.sampled_from(position.legal_moves()))]:
        turned_point = mapped_point(point, size, symmetry)
        expected = {mapped_point(taken, size, symmetry) for taken in position.captures_of(point)}
        assert set(turned.captures_of(turned_point)) == expected
        position.play(point)
        turned.play(turned_point)
        assert turned.cells == mapped_position(position, symmetry).cells
        assert turned.captured_stones == position.captured_stones
        ends = [p.outcome and (p.outcome.winner, p.outcome.termination) for p in (position, turned)]
        assert ends[0] == ends[1]
        if expected:
            met("taken")
        if position.outcome is not None:
            met("ended")
        position.undo()
        turned.undo()


@given(positions(rules_records(max_size=6), max_turns=30), SYMMETRIES)
def test_symmetry_keeps_perft(position: Position, symmetry: int) -> None:
    """A mapped board has the same perft counts two moves deep."""
    assert perft(mapped_position(position, symmetry), 2) == perft(position, 2)


@given(positions(rules_records(max_size=6), max_turns=30))
def test_symmetry_of_the_colours_keeps_perft(position: Position) -> None:
    """With the colours exchanged the counts are the same, unless an opening rule binds one side."""
    rules = position.rules
    free = Rules(
        "free",
        rules.size,
        exactly_five=rules.exactly_five,
        capture_lengths=rules.capture_lengths,
        captured_stones_to_win=rules.captured_stones_to_win,
    )
    position = Position(free, position.cells, position.side, position.captured_stones)
    assert perft(colours_swapped(position), 2) == perft(position, 2)
