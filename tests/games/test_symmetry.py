"""The eight symmetries of the board, and the exchange of the colours."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.perft import perft
from games.position import Position
from games.rules import Rules
from tests.strategies import (
    colours_swapped,
    mapped_point,
    mapped_position,
    positions,
    presets,
    rules_records,
)

SYMMETRIES = st.integers(1, 7)
GAMES = st.one_of(presets(), rules_records(max_size=9))


@given(positions(GAMES), SYMMETRIES)
def test_symmetry_maps_legal_moves(position: Position, symmetry: int) -> None:
    """The legal moves of a turned board are the turned legal moves."""
    size = position.rules.size
    expected = sorted(mapped_point(point, size, symmetry) for point in position.legal_moves())
    assert mapped_position(position, symmetry).legal_moves() == expected


@given(positions(GAMES), SYMMETRIES, st.data())
def test_symmetry_maps_what_a_move_does(
    position: Position, symmetry: int, data: st.DataObject
) -> None:
    """Captures, the board afterwards and the outcome turn with the board."""
    size = position.rules.size
    point = data.draw(st.sampled_from(position.legal_moves()))
    turned = mapped_position(position, symmetry)
    turned_point = mapped_point(point, size, symmetry)
    expected = {mapped_point(taken, size, symmetry) for taken in position.captures_of(point)}
    assert set(turned.captures_of(turned_point)) == expected
    position.play(point)
    turned.play(turned_point)
    assert turned.cells == mapped_position(position, symmetry).cells
    assert turned.captured_stones == position.captured_stones
    ends = [p.outcome and (p.outcome.winner, p.outcome.termination) for p in (position, turned)]
    assert ends[0] == ends[1]


@given(positions(rules_records(max_size=6), max_turns=30), SYMMETRIES)
def test_symmetry_keeps_perft(position: Position, symmetry: int) -> None:
    """A turned board has the same counts two moves deep."""
    assert perft(mapped_position(position, symmetry), 2) == perft(position, 2)


@given(positions(rules_records(max_size=6), max_turns=30))
def test_symmetry_of_the_colours_keeps_perft(position: Position) -> None:
    """With the colours exchanged the counts are the same, where no opening rule binds one."""
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
