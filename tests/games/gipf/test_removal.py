"""Rows of four: which pieces go with them, whose they are, who decides first."""

from __future__ import annotations

import pytest

from games.errors import IllegalMove
from games.gipf.board import LINES, SPOTS, parse_line
from games.gipf.diagram import parse_diagram
from games.gipf.moves import placement, removal
from games.gipf.position import GipfPosition
from tests.games.gipf.boards import T4, T5, basic, legal, play, shorthand

T4_AFTER = """
                e9
             d8    f8
          c7    K     g7
       b6    .     .     h6
    a5    .     .     .     i5
       W     .     .     W
    a4    W     .     .     i4
       .     W     .     .
    a3    .     K     .     i3
       .     .     K     .
    a2    .     K     K     i2
       K     .     .     K
    a1    .     K     .     i1
       b1    .     .     h1
          c1    K     g1
             d1    f1
                e1
"""


def test_removal_takes_four_back_to_the_reserve() -> None:
    """A row alone on its line returns to its owner, and the turn passes."""
    position = play(basic("w 9 9 Wb2 Wb3 Wb4 Ke5"), "b6-b5")
    assert legal(position) == ["xb2,b3,b4,b5"]
    play(position, "x")
    assert shorthand(position) == "b 12 9 Ke5"


@pytest.mark.parametrize("last", [5, 6, 7, 8])
def test_removal_takes_all_in_touch(last: int) -> None:
    """Pieces of both colours in touch with the row go with it; at most three are lost."""
    others = [f"e{number}" for number in range(6, last + 1)]
    position = play(basic(f"w 9 9 We2 We3 We4 {' '.join('K' + spot for spot in others)}"), "e1-e2")
    lost = position.lost[1]
    taken = ["e2", "e3", "e4", "e5", *(f"{spot}*" for spot in others)]
    assert legal(position) == [f"x{','.join(taken)}"]
    play(position, "x")
    assert position.reserves == [12, 9]
    assert position.lost[1] - lost == last - 5
    assert not any(position.cells)


@pytest.mark.parametrize(
    ("text", "word"),
    [("w 9 9 We2 We3 We4 Ke7 Ke8", "e1-e2"), ("w 9 9 Ke2 Ke3 We6 We7 We8", "e9-e8")],
)
def test_removal_spares_what_lies_behind_a_gap(text: str, word: str) -> None:
    """The removed segment ends at a gap on either side."""
    position = play(basic(text), word)
    lost = position.lost[1]
    play(position, "x")
    assert position.lost[1] == lost
    assert position.pieces_on_board(1) == 2


def test_removal_belongs_to_the_colour_of_the_row() -> None:
    """White's push makes a row of Black's: Black takes it back, and White's piece in it is lost."""
    position = play(basic("w 9 9 Ke3 Ke4 Ke5 Wc6 Kd6 We7"), "b6-c6")
    assert (position.turn, position.side) == (0, 1)
    assert legal(position) == ["xe3,e4,e5,e6,e7*"]
    assert shorthand(play(position, "x")) == "b 8 13 Wc6 Wd6"
    assert position.lost == [5, 2]


def test_removal_by_the_other_side_is_part_of_the_turn() -> None:
    """T4: White makes two rows of Black's that cross on e5, and Black decides which one goes."""
    position = play(basic(T4), "a5-b5")
    assert position.cells == parse_diagram(T4_AFTER)
    assert (position.turn, position.side, position.placing) == (0, 1, False)
    assert legal(position) == ["xe2,e3,e4,e5", "xb5*,c5*,d5*,e5,f4,g3,h2"]
    for word, lost in (("xe2,e3,e4,e5", 0), ("xb5*,c5*,d5*,e5,f4,g3,h2", 3)):
        after = play(position.copy(), word)
        assert (after.side, after.placing, after.reserves) == (1, True, [8, 7])
        assert after.lost[0] - position.lost[0] == lost


def test_removal_is_for_the_side_whose_turn_it_is_first() -> None:
    """T5: f8-f7 makes a row of each colour; Black moved, so Black removes before White."""
    position = play(basic(T5), "f8-f7")
    assert (position.turn, position.side) == (1, 1)
    assert len(legal(position)) == 1
    play(position, "x")
    assert (position.turn, position.side, position.placing) == (1, 0, False)
    play(position, "x")
    assert (position.turn, position.side, position.placing) == (0, 0, True)


def test_removal_must_come_before_the_next_piece() -> None:
    """While a row stands, no piece can be brought in, and only standing rows can be removed."""
    position = play(basic("w 9 9 Wb2 Wb3 Wb4 Ke5"), "b6-b5")
    for move, message in (
        (placement(0), "White has a row to remove"),
        (removal(parse_line("e1-e9")), "White has no row on e1-e9"),
        (removal(parse_line("b1-b6"), 1), "can take only GIPF-pieces"),
    ):
        with pytest.raises(IllegalMove, match=message):
            position.play(move)
    with pytest.raises(IllegalMove, match="White is to bring in a piece, not to remove"):
        GipfPosition(position.rules).play(removal(0))


CROSSING = "w 5 9 We2 We3 We4 We5 Wb2 Wc3 Wd4 Kg5 turn=W"
APART = "w 5 9 We2 We3 We4 We5 Wb2 Wb3 Wb4 Wb5 Kg5 turn=W"


def test_removal_of_one_crossing_row_may_dissolve_the_other() -> None:
    """Two rows share e5: the owner chooses one, and only that one can go."""
    position = basic(CROSSING)
    assert legal(position) == ["xe2,e3,e4,e5", "xb2,c3,d4,e5"]
    for word in legal(position):
        assert play(position.copy(), word).placing


def test_removal_of_rows_that_do_not_cross_takes_them_all() -> None:
    """Both rows go, in any order that the owner chooses: two sequences, one board."""
    ends = set()
    for words in (("xe2,e3,e4,e5", "xb2,b3,b4,b5"), ("xb2,b3,b4,b5", "xe2,e3,e4,e5")):
        position = play(basic(APART), words[0])
        assert not position.placing
        ends.add(play(position, words[1]).key)
    assert len(ends) == 1
    assert position.reserves == [13, 9]


@pytest.mark.parametrize("line", [line for line in LINES if len(line) == 4])
def test_removal_on_an_edge_line_never_captures(line: tuple[int, ...]) -> None:
    """A row of four fills a line of four, so it never captures."""
    pieces = " ".join(f"W{SPOTS[spot]}" for spot in line)
    others = " ".join(f"K{spot}" for spot in ("d5", "e5", "f5"))
    position = play(basic(f"w 9 9 {pieces} {others} turn=W"), "x")
    assert position.lost == [2, 3]
    assert position.reserves == [13, 9]


def test_removal_five_and_more_are_one_row() -> None:
    """Seven own pieces on one line go together: seven pieces return."""
    position = basic("w 2 9 We2 We3 We4 We5 We6 We7 We8 turn=W")
    assert legal(position) == ["xe2,e3,e4,e5,e6,e7,e8"]
    assert play(position, "x").reserves == [9, 9]


def test_removal_needs_four_of_one_colour() -> None:
    """Three with an opponent's piece between them are no row, even with seven pieces in touch."""
    assert basic("w 2 2 We2 We3 We4 Ke5 We6 We7 We8").placing
