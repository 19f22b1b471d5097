"""Decisions and turns as text, in both notations."""

from __future__ import annotations

import pytest

from games.errors import NotationError
from games.gipf.notation import ENTRY, OFFICIAL, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.records.paper import parse_paper
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position
from tests.games.gipf.boards import (
    TOURNAMENT_GAME,
    basic,
    play,
    shorthand,
    standard,
    tournament,
)

CROSSING_ALONE = "w 4 16 GWe3 GWe4 GWe5 GWe6 GWc3 GWd4 GWf5 GKh4 add=WK turn=W"
GAME_END = (
    "w 5 0 GKc4 GKf4 GWd5 GWg5 Kb4 Kc5 Kd2 Ke7 Ke8 Kg2 Kg6 Kh2 Wb5 Wc6 Wd6 We2 We3 We5 Wg3 add=-"
)


def moves_of(start: GipfPosition, *turns: str) -> list[int]:
    """The decisions that turns on paper mean from a position."""
    heads = f'[Game "{start.rules.name}"]\n[Start "{format_position(start)}"]\n\n'
    return list(parse_paper(heads + " ".join(turns)).moves)


def test_notation_replays_the_game_of_42_plies() -> None:
    """Each word has one meaning; the final reserves, losses and GIPF-pieces are as given."""
    position = GipfPosition(GIPF_PRESETS["gipf-tournament"])
    for move in moves_of(position, *TOURNAMENT_GAME.split()):
        position.play(move)
    assert shorthand(position) == GAME_END
    assert (position.reserves, position.lost, position.turns) == ([5, 0], [2, 6], 42)
    assert [position.gipf_pieces(side) for side in (0, 1)] == [2, 2]
    assert position.outcome is None


@pytest.mark.parametrize(
    ("text", "official", "entry"),
    [
        ("w 9 9 Kh5", "b2", "b1-b2"),
        ("w 9 9 Wf2", "g1-e3", "g1-f2"),
        ("w 9 9 Wf2 Ke3 Kc3", "g1-d3", "g1-f2"),
    ],
)
def test_notation_differs_where_pieces_are_pushed(text: str, official: str, entry: str) -> None:
    """Official notation names the spot that the furthest piece reaches, and no dot
    without a push.
    """
    position = basic(text)
    move = parse_move(entry, position, ENTRY)
    assert format_move(position, move, OFFICIAL) == official
    assert parse_move(official, position, OFFICIAL) == move


def test_notation_texts_mean_different_things_in_the_two() -> None:
    """`e1-e2` is one push in the notation of entries and, if e2 is full, no official move."""
    position = basic("w 9 9 We2")
    assert parse_move("e1-e2", position, ENTRY) == parse_move("e1-e3", position, OFFICIAL)
    with pytest.raises(NotationError, match="from e1 this way the furthest piece reaches e3"):
        parse_move("e1-e2", position, OFFICIAL)
    with pytest.raises(NotationError, match="from e1 this way the first spot is e2"):
        parse_move("e1-e3", position, ENTRY)


def test_notation_marks_may_be_missing_but_not_wrong() -> None:
    """`G` and `*` may be missing; if written, they must be right."""
    position = play(standard("w 5 5 GWe2 We3 We4 GKe6 GWb2 GKh2"), "e1-e2")
    full = parse_move("xe2,Ge3,e4,e5,Ge6*", position, OFFICIAL)
    assert parse_move("xe6,e5,e4,e3,e2", position, OFFICIAL) == full
    with pytest.raises(NotationError, match=r"Ge4 is e4 here"):
        parse_move("xe2,Ge4,e3,e5,Ge6*", position, OFFICIAL)
    with pytest.raises(NotationError, match=r"e2\* is e2 here"):
        parse_move("xe2*,e4,e5", position, OFFICIAL)


def test_notation_names_the_line_where_the_pieces_do_not() -> None:
    """A removal with one GIPF-piece taken on a crossing, or none, could be of either row."""
    position = tournament(CROSSING_ALONE)
    for text in ("xGe5", "xe5"):
        with pytest.raises(NotationError, match="xGe5@e1-e9, xGe5@a1-i5"):
            parse_move(text, position, OFFICIAL)
    moves = [parse_move(f"xe5@{line}", position, OFFICIAL) for line in ("e1-e9", "i5-a1")]
    assert moves[0] != moves[1]
    assert format_move(position, parse_move("x@e9-e1", position, ENTRY), ENTRY) == "x@e1-e9"


def test_notation_leaves_out_what_leaves_no_choice() -> None:
    """A row with one way to go need not be written, nor a row that is left."""
    start = basic("w 9 9 Wb2 Wb3 Wb4 Ke5")
    written = moves_of(start, "b6-b5;xb2,b3,b4,b5", "h1-h2")
    for short in ("b6-b5:x", "b6-b5"):
        assert moves_of(start, short, "h1-h2") == written
    claim = tournament("w 4 16 GWe3 GWe4 GWe5 GWe6 GKh4 Wb2 Wb3 Wb4 add=K")
    assert len(moves_of(claim, "b6-b5;xb2,b3,b4,b5", "Gh1-h2")) == 4


def test_notation_asks_for_what_is_a_choice() -> None:
    """With two rows to choose from and nothing written, the reader does not guess."""
    position = basic("w 5 9 We3 We4 We6 Wb5 Wc5 Wd5 Kg5")
    with pytest.raises(NotationError, match="turn 1, a5-e5: White has several removals"):
        moves_of(position, "a5-e5", "h2")
    assert len(moves_of(position, "a5-e5;xe3,e4,e5,e6", "h2")) == 3
