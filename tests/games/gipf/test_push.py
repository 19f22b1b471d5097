"""Bringing pieces in."""

from __future__ import annotations

import pytest

from games.errors import IllegalMove
from games.gipf.diagram import format_diagram, parse_diagram
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from tests.games.gipf.boards import basic, drawn, legal, play, shorthand, tournament

BEFORE = """
                e9
             d8    f8
          c7    K     g7
       b6    .     .     h6
    a5    .     .     .     i5
       W     .     .     W
    a4    .     .     .     i4
       .     .     .     .
    a3    .     .     .     i3
       .     .     .     .
    a2    .     .     .     i2
       K     W     .     K
    a1    .     .     .     i1
       b1    W     .     h1
          c1    .     g1
             d1    f1
                e1
"""
AFTER = BEFORE.replace(
    "a1    .     .     .     i1\n       b1    W", "a1    .     W     .     i1\n       b1    K"
)


def test_push_moves_a_corner_piece_on() -> None:
    """White enters from d1 along the rising line: the corner piece moves from e2 to f2."""
    position = play(GipfPosition(GIPF_PRESETS["gipf-basic"]), "d1-e2")
    assert shorthand(position) == "b 11 12 Kb2 Ke8 Kh2 Wb5 We2 Wf2 Wh5"


def test_push_moves_all_up_to_the_gap_and_none_beyond() -> None:
    """The pieces in touch, of either colour, move one spot each; pieces behind a gap stay."""
    position = play(basic("w 9 9 We2 Ke3 Ke4 We6 Ke7"), "e1-e2")
    assert shorthand(position) == "b 8 9 Ke4 Ke5 Ke7 We2 We3 We6"


def test_push_closes_a_gap_of_one() -> None:
    """The piece that fills the gap touches the next one, which does not move."""
    position = play(basic("w 9 9 We2 Ke3 Ke5"), "e1-e2")
    assert shorthand(position) == "b 8 9 Ke4 Ke5 We2 We3"


def test_push_onto_an_empty_spot_moves_nothing() -> None:
    """If the first spot is empty, the pieces beyond it do not matter."""
    position = play(basic("b 9 9 Ke3 We4"), "e1-e2")
    assert shorthand(position) == "w 9 8 Ke2 Ke3 We4"


def test_push_is_illegal_along_a_full_line() -> None:
    """A full line cannot be entered from either end; all 40 other entries are legal."""
    position = basic("w 9 9 Wb2 Kb3 Wb4 Kb5")
    for word in ("b1-b2", "b6-b5"):
        with pytest.raises(IllegalMove, match="the line b1-b6 is full"):
            play(position, word)
    assert len(legal(position)) == 40


def test_push_two_entries_onto_one_spot_are_two_moves() -> None:
    """At the start 42 moves lead to 24 boards: empty spots and corners are reached twice."""
    position = GipfPosition(GIPF_PRESETS["gipf-basic"])
    assert len(legal(position)) == 42
    assert {"d1-d2", "c1-d2"} <= set(legal(position))
    boards = set()
    for move in position.legal_moves():
        position.play(move)
        boards.add(position.key)
        position.undo()
    assert len(boards) == 24


def test_push_from_drawing_to_drawing() -> None:
    """Black enters from c1: the piece lies on d2, and White's goes from there to e3."""
    position = play(drawn(BEFORE, "gipf-basic", 1, (11, 12)), "c1-d2")
    assert position.cells == parse_diagram(AFTER)
    assert format_diagram(position.cells).split() == AFTER.split()


def test_push_of_the_tournament_begins_with_a_gipf_piece() -> None:
    """Each side's first piece is a GIPF-piece, two of the reserve; then there is a choice."""
    position = GipfPosition(GIPF_PRESETS["gipf-tournament"])
    with pytest.raises(IllegalMove, match="White must bring in a GIPF-piece first"):
        play(position, "a1-b2")
    assert len(legal(position)) == 42
    play(position, "Ga1-b2")
    assert shorthand(position) == "b 16 18 GWb2 add=WK"
    assert all(word.startswith("G") for word in legal(position))
    assert len(legal(play(position, "Gi5-h5"))) == 84


def test_push_of_a_single_piece_ends_the_adding_of_gipf_pieces() -> None:
    """A side that has played a single piece adds no more GIPF-pieces; the other side may."""
    position = play(GipfPosition(GIPF_PRESETS["gipf-tournament"]), "Ga1-b2", "Gi5-h5", "a5-b5")
    assert shorthand(position) == "b 15 16 GKh5 GWb2 Wb5 add=K"
    play(position, "Gi1-h2")
    with pytest.raises(IllegalMove, match="White may not bring in GIPF-pieces"):
        play(position, "Ge9-e8")


def test_push_of_a_gipf_piece_needs_two_in_reserve() -> None:
    """With one piece left, a side that may add GIPF-pieces can only bring in a single one."""
    position = tournament("w 1 16 GKh5 GWb2 add=WK")
    with pytest.raises(IllegalMove, match="White has too few pieces in reserve: 1"):
        play(position, "Ge9-e8")
    assert len(legal(position)) == 42


@pytest.mark.parametrize("name", ["gipf-basic", "gipf"])
def test_push_of_gipf_pieces_is_for_the_tournament(name: str) -> None:
    """In the other games no GIPF-piece is ever brought in."""
    with pytest.raises(IllegalMove, match="White may not bring in GIPF-pieces"):
        play(GipfPosition(GIPF_PRESETS[name]), "Ge9-e8")
