"""How games of Gipf end: an empty reserve, no GIPF-piece, a limit of turns."""

from __future__ import annotations

import pytest

from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.rules import Outcome
from tests.games.gipf.boards import basic, legal, play, standard, tournament

# White's reserve is empty; a2-b3 makes the row e3 to e6, any other push makes none.
LAST_CHANCE = "b 0 3 Kb3 Kc4 Wd5 We3 We4 We5"


def test_ends_reserve_of_nothing_loses_when_a_piece_is_due() -> None:
    """White must bring in a piece and has none: Black has won, and no move is left."""
    position = play(basic(LAST_CHANCE), "i1-h2")
    assert position.outcome == Outcome(1, EMPTY_RESERVE)
    assert position.side == 0
    assert legal(position) == []


def test_ends_reserve_of_nothing_is_no_loss_after_the_own_turn() -> None:
    """White brings in the last piece; it is Black's turn, and the game goes on."""
    position = play(basic("w 1 3 Kb3 Kc4 Wd5 We3 We4"), "i1-h2")
    assert (position.outcome, position.reserves) == (None, [0, 3])


def test_ends_row_made_by_the_opponent_saves_the_reserve() -> None:
    """The opponent's push makes the row, so its pieces are back before a piece is due."""
    position = play(basic(LAST_CHANCE), "a2-b3")
    assert (position.turn, position.side) == (1, 0)
    play(position, "x")
    assert (position.outcome, position.reserves) == (None, [4, 2])


def test_ends_own_row_refills_the_reserve() -> None:
    """The last piece makes an own row, which returns four pieces."""
    position = play(basic("w 1 3 Wb2 Wb3 Wb4 Kh5"), "b6-b5", "x")
    assert (position.outcome, position.reserves) == (None, [4, 3])


def test_ends_both_without_reserve_lose_in_turn() -> None:
    """The side that runs out first loses, even if the other would in its next turn: no draw."""
    position = play(basic("b 0 1 Kb3 We3"), "i1-h2")
    assert position.outcome == Outcome(1, EMPTY_RESERVE)


TWO_ROWS = "w 3 3 We3 We4 We5 We6 Wb2 Wb3 Wb4 Wb5 GWh2 GKe7 turn=W"


def test_ends_taking_the_opponents_last_gipf_piece_wins_at_once() -> None:
    """The game ends before further removals: White's other row still stands."""
    position = play(standard(TWO_ROWS), "xe3,e4,e5,e6,Ge7*")
    assert position.outcome == Outcome(0, NO_GIPF_PIECE)
    assert legal(position) == []
    assert position.pieces_on_board(0) == 6


def test_ends_leaving_the_opponents_last_gipf_piece_goes_on() -> None:
    """Leaving the opponent's last GIPF-piece is a choice like any other."""
    position = play(standard(TWO_ROWS), "xe3,e4,e5,e6")
    assert position.outcome is None
    assert legal(position) == ["xb2,b3,b4,b5"]


def test_ends_taking_the_own_last_gipf_piece_loses_at_once() -> None:
    """The game ends before other rows are removed."""
    position = standard("w 3 3 We3 We4 We5 GWe6 Wb2 Wb3 Wb4 Wb5 GKh2 turn=W")
    play(position, "xe3,e4,e5,Ge6")
    assert position.outcome == Outcome(1, NO_GIPF_PIECE)
    assert legal(position) == []


def test_ends_taking_the_last_gipf_pieces_of_both_wins() -> None:
    """Taking the opponent's last GIPF-piece wins, even together with the own last one."""
    position = standard("w 3 3 We3 We4 We5 GWe6 GKe7 turn=W")
    play(position, "xe3,e4,e5,Ge6,Ge7*")
    assert position.outcome == Outcome(0, NO_GIPF_PIECE)


def test_ends_the_other_side_may_win_by_its_row_too() -> None:
    """Black removes in White's turn: White's last GIPF-piece goes, and Black wins."""
    position = standard("b 3 3 Ke3 Ke4 Ke5 GKe6 GWe7 turn=W")
    play(position, "xe3,e4,e5,Ge7*")
    assert position.outcome == Outcome(1, NO_GIPF_PIECE)


def test_ends_a_gipf_piece_is_not_missing_before_the_first_move() -> None:
    """In the tournament nobody has a GIPF-piece at the start, and nobody has lost."""
    position = GipfPosition(GIPF_PRESETS["gipf-tournament"])
    assert play(position, "Ga1-b2").outcome is None


def test_ends_the_last_gipf_piece_counts_while_more_may_be_added() -> None:
    """A side that may still add GIPF-pieces also loses with its last one, and adds no more."""
    position = tournament("w 10 16 GWe3 GWe4 GWe5 GWe6 GKh5 add=WK turn=W")
    play(position, "xGe3,Ge4,Ge5,Ge6")
    assert position.outcome == Outcome(1, NO_GIPF_PIECE)
    assert position.adding == [False, True]


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("w 3 3 GWb2 Kb3", 0),
        ("w 3 3 GKb2 Wb3", 1),
        ("w 3 3 Kb2 Wb3", 1),
        ("b 3 3 Kb2 Wb3", 0),
        ("w 3 3 We3 We4 We5 We6 Kh2 turn=W", 0),
    ],
)
def test_ends_positions_without_gipf_pieces_are_over(text: str, winner: int) -> None:
    """A side without GIPF-pieces has lost.

    If both have none, the side due to place has lost, else the side that did not remove last.
    """
    assert standard(text).outcome == Outcome(winner, NO_GIPF_PIECE)


def test_ends_a_limit_of_turns_is_a_draw() -> None:
    """The limit is off by default; it counts the turns of both sides, not their decisions."""
    position = GipfPosition(GipfRules("gipf-basic", BASIC, most_turns=3))
    play(position, "d1-d2", "d1-d2")
    assert position.outcome is None
    play(position, "d1-d2")
    assert position.outcome == Outcome(None, GAME_LENGTH)
    assert (position.turns, legal(position)) == (3, [])
    position.undo()
    assert (position.turns, position.outcome) == (2, None)


def test_ends_a_loss_comes_before_the_limit() -> None:
    """A side without a piece to bring in loses, even after the last turn."""
    rules = GipfRules("gipf-basic", BASIC, most_turns=1)
    position = GipfPosition(rules, basic(LAST_CHANCE).cells, 1, (0, 3))
    assert play(position, "i1-h2").outcome == Outcome(1, EMPTY_RESERVE)
