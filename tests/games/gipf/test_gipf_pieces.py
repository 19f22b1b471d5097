"""GIPF-pieces in rows: take or leave, and rows of GIPF-pieces only."""

from __future__ import annotations

import pytest

from games.errors import IllegalMove
from games.gipf.board import parse_line
from games.gipf.moves import removal
from tests.games.gipf.boards import legal, play, shorthand, standard, tournament

# After e1-e2 White's row e2 to e5 holds a white GIPF-piece, and Black's is in touch on e6.
MIXED = "w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2"
# Two rows of White's cross on e5, where White's GIPF-piece stands.
CROSSING = "w 5 5 We3 We4 We6 Wc3 Wd4 Wf5 GWe5 GKh2 turn=W"
# In the tournament: a row of White's GIPF-pieces only, and one of single pieces.
ALONE = "w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 Wb5 add=K turn=W"

# The same with a single piece of Black's in touch on e7.
TOUCHED = "w 4 12 GWe3 GWe4 GWe5 GWe6 GKh4 Ke7 Wb2 Wb3 Wb4 Wb5 add=- turn=W"


def test_gipf_pieces_each_are_taken_or_left_by_who_removes_the_row() -> None:
    """Two GIPF-pieces in the row, of either side, make four ways; single pieces must go."""
    position = play(standard(MIXED), "e1-e2")
    assert legal(position) == [
        "xe2,e4,e5",
        "xe2,Ge3,e4,e5",
        "xe2,e4,e5,Ge6*",
        "xe2,Ge3,e4,e5,Ge6*",
    ]


@pytest.mark.parametrize(
    ("word", "reserve", "other_lost"),
    [("xe2,e4,e5", 7, 0), ("xe2,Ge3,e4,e5", 9, 0), ("xe2,e4,e5,Ge6*", 7, 2)],
)
def test_gipf_pieces_are_worth_two(word: str, reserve: int, other_lost: int) -> None:
    """An own GIPF-piece adds two pieces to the reserve; an opponent's costs it two pieces."""
    position = play(standard(MIXED), "e1-e2")
    before = position.lost[1]
    play(position, word)
    assert position.reserves[0] == reserve
    assert position.lost[1] - before == other_lost


def test_gipf_pieces_that_are_left_stay_where_they_are() -> None:
    """The row around them is gone, so nothing that remains must be removed."""
    position = play(standard(MIXED), "e1-e2", "xe2,e4,e5")
    assert shorthand(position) == "b 7 5 GKe6 GKh2 GWb2 GWe3"


def test_gipf_piece_on_a_crossing_taken_dissolves_the_other_row() -> None:
    """Taken with the first row, it is missing in the second, which then has three."""
    position = play(standard(CROSSING.replace("w 5 5 ", "w 5 5 GWh5 ")), "xe3,e4,Ge5,e6")
    assert position.placing


def test_gipf_piece_on_a_crossing_left_keeps_the_other_row() -> None:
    """Left with the first row, it makes four in the second, which must go, with a choice again."""
    position = play(standard(CROSSING), "xe3,e4,e6")
    assert (position.side, position.placing) == (0, False)
    assert legal(position) == ["xc3,d4,f5", "xc3,d4,Ge5,f5"]


def test_gipf_pieces_only_make_a_row_that_may_be_left() -> None:
    """Any of the four may be taken, or none: sixteen ways, and the other row besides."""
    position = tournament(ALONE)
    assert len(legal(position)) == 17
    assert legal(position)[1:4] == ["x@e1-e9", "xGe3@e1-e9", "xGe4@e1-e9"]


def test_gipf_pieces_left_in_a_row_are_not_asked_about_again_in_that_turn() -> None:
    """After the row is left, the other row remains; the position's text says which was left."""
    position = play(tournament(ALONE), "x@e1-e9")
    assert legal(position) == ["xb2,b3,b4,b5"]
    assert shorthand(position).endswith("add=K turn=W left=e1-e9")
    with pytest.raises(IllegalMove, match="White has left the row on e1-e9 in this turn"):
        position.play(removal(parse_line("e1-e9")))
    play(position, "xb2,b3,b4,b5")
    assert (position.placing, position.left) == (True, ())


def test_gipf_pieces_left_in_a_row_may_be_claimed_on_a_later_turn() -> None:
    """Each turn offers the row once: in the opponent's turn at its end, in the own turn after
    placing.
    """
    position = play(tournament(ALONE), "xb2,b3,b4,b5", "x@e1-e9", "i5-h5")
    assert (position.turn, position.side, position.placing) == (1, 0, False)
    play(position, "x@e1-e9", "a1-b2")
    assert (position.turn, position.side, position.placing) == (0, 0, False)
    play(position, "xGe3,Ge4")
    assert shorthand(position) == "b 11 15 GKh4 GWe5 GWe6 Kh5 Wb2 add=-"


def test_gipf_pieces_in_touch_with_a_single_piece_cannot_all_be_left_alone() -> None:
    """An opponent's single piece in touch must go; the four are left and not offered again."""
    position = tournament(TOUCHED)
    assert "x@e1-e9" not in legal(position)
    play(position, "xe7*@e1-e9")
    assert legal(position) == ["xb2,b3,b4,b5"]


def test_gipf_pieces_five_in_a_row_may_lose_one_and_are_decided_once() -> None:
    """If the remaining pieces are still a row, it is not offered again in this turn."""
    position = play(tournament("w 4 16 GWe3 GWe4 GWe5 GWe6 GWe7 GKh4 add=WK turn=W"), "xGe7@e1-e9")
    assert (position.placing, position.reserves[0]) == (True, 6)


def test_gipf_pieces_that_return_do_not_end_their_adding() -> None:
    """A side that takes GIPF-pieces back while it may add some can go on adding them (FAQ 3)."""
    position = tournament("w 8 16 GWb2 GWe3 GWe4 GWe5 GWe6 GKh5 add=WK turn=W")
    play(position, "xGe3,Ge4,Ge5,Ge6", "Gi1-h2")
    assert position.adding == [True, True]
    assert "Ge9-e8" in legal(position)
