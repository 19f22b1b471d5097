"""Positions of Gipf on one line, and drawn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.gipf import diagram
from games.gipf.diagram import format_diagram, parse_diagram
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position, parse_position
from tests.conditions import met, often
from tests.games.gipf.boards import T1, T2, T3, T4, T5, basic, standard, tournament
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules
from tests.strategies import damaged

ALL_POSITIONS = st.one_of(gipf_positions(gipf_rules()), crowded_positions())


@given(ALL_POSITIONS)
def test_text_positions_round_trip(position: GipfPosition) -> None:
    """A position reads back whole, also in the middle of a turn and with a handicap."""
    rules = position.rules
    again = parse_position(format_position(position), rules)
    assert (again.key, again.lost, again.rules) == (position.key, position.lost, rules)
    assert again.turns == (position.turns if rules.most_turns else 0)


@given(ALL_POSITIONS)
def test_text_drawings_round_trip(position: GipfPosition) -> None:
    """A board reads back from its drawing."""
    assert parse_diagram(format_diagram(position.cells)) == position.cells


@pytest.mark.parametrize("text", [T1, T2, T3, T4, T5])
def test_text_of_the_known_positions_is_kept(text: str) -> None:
    """The test positions are written in the same shorthand in which they were given."""
    assert format_position(basic(text)) == text


def test_text_lost_pieces_are_what_is_missing() -> None:
    """Lost pieces are 15 a side less reserve and board, or 18 with GIPF-pieces counted double."""
    assert basic("w 6 3 Wb2 Wc3 Kd4").lost == [7, 11]
    assert standard("w 6 3 GWb2 Wc3 GKd4 Kd5").lost == [9, 12]


def test_text_carries_a_handicap() -> None:
    """Numbers of pieces that differ from the preset are in the text."""
    position = basic("w 12 14 Kh5 Wb2 pieces=15,17")
    assert (position.rules.pieces, position.lost) == ((15, 17), [2, 2])
    assert format_position(position) == "w 12 14 Kh5 Wb2 pieces=15,17"


def test_text_of_the_tournament_says_who_adds() -> None:
    """On the empty board both sides may add GIPF-pieces; with pieces on it the text must say so."""
    assert tournament("w 18 18").adding == [True, True]
    assert tournament("b 16 18 GWb2 add=K").adding == [False, True]
    with pytest.raises(NotationError, match="says who adds GIPF-pieces: add=WK, W, K or -"):
        tournament("b 16 18 GWb2")


def test_text_drawing_in_the_module_is_the_start() -> None:
    """The module's drawing is read as the start of the standard game."""
    drawing = (diagram.__doc__ or "").split("standard game:")[1]
    start = GipfPosition(GIPF_PRESETS["gipf"])
    assert parse_diagram(drawing) == start.cells
    assert format_diagram(start.cells).split() == drawing.split()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "reads 'w|b RESERVE_OF_WHITE"),
        ("x 1 1", "reads 'w|b RESERVE_OF_WHITE"),
        ("wb 2 1 We5", "reads 'w|b RESERVE_OF_WHITE"),
        ("w 1", "reads 'w|b RESERVE_OF_WHITE"),
        ("w -1 1", "reads 'w|b RESERVE_OF_WHITE"),
        ("w 1 1 Bb2", "'Bb2' is no piece: expected W, K, GW or GK"),
        ("w 1 1 b2", "'b2' is no piece"),
        ("w 1 1 Wa1", "'a1' names no spot, it is a dot"),
        ("w 1 1 Wb2 Kb2", "a piece stands on b2 already"),
        ("w 1 1 GWb2", "the basic game has no GIPF-pieces"),
        ("w 15 1 Wb2", "White has 15 pieces, not 1 on the board and 15 in reserve"),
        ("w 1 1 Wb2 add=W", "White cannot add GIPF-pieces: that is for the tournament"),
        ("w 1 1 Wb2 add=B", "expected add=WK, add=W, add=K or add=-"),
        ("w 1 1 Wb2 moves=3", "'moves=3' is not known"),
        ("w 1 1 turn=W turn=K", "'turn=K' stands twice"),
        ("w 1 1 turn=B", "expected turn=W or turn=K"),
        ("w 1 1 Wb2 turn=W", "White is not the one who has a row to remove"),
        ("w 1 1 We2 We3 We4 We5", "a row stands on e1-e9: say whose turn it is"),
        ("b 1 1 We2 We3 We4 We5 turn=W", "Black is not the one who has a row"),
        ("w 1 1 Wb2 left=e1-e9", "no row that was left in this turn stands on e1-e9"),
        ("w 1 1 Wb2 left=e1-e8", "'e1-e8' names no line"),
        ("w 1 1 Wb2 pieces=19,15", "15 to 18 pieces"),
        ("w 1 1 Wb2 pieces=16", "expected two numbers"),
        ("w 1 1 Wb2 turns=x", "'x' is no count"),
        ("w 1 1 Wb2 turns=3000000000", "a limit is 99999 turns at most"),
    ],
)
def test_text_refusals_say_what_was_expected(text: str, message: str) -> None:
    """A text that is no position of the basic game is refused with a message."""
    with pytest.raises(NotationError, match=message.replace("|", r"\|")):
        basic(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("e9\n", "", "has 17 lines, this one has 16"),
        ("e9\n", "e9 e9\n", r"line 1 of a drawing shows e9"),
        ("d8", "d9", "line 2: 'd9' stands where the dot d8 is"),
        ("GK", "GB", "line 3, e8: 'GB' is none of"),
    ],
)
def test_text_refusals_of_drawings_name_the_line(old: str, new: str, message: str) -> None:
    """The refusal names the line, the point, and what is there."""
    drawing = format_diagram(GipfPosition(GIPF_PRESETS["gipf"]).cells)
    with pytest.raises(NotationError, match=message):
        parse_diagram(drawing.replace(old, new, 1))


SIGNS = st.text(alphabet="wbGWK e2345=turnadd-", max_size=30)
WRITTEN = damaged("w 5 12 GWe3 We4 GKe5 Kd3 add=- turns=40", SIGNS.map(lambda signs: signs[:2]))


@often(read=2, refused=30)
@given(SIGNS, WRITTEN)
def test_text_any_text_is_a_position_or_refused(text: str, written: str) -> None:
    """Any text is a position or raises NotationError."""
    for body in (text, written):
        try:
            position = tournament(body)
        except NotationError:
            met("refused")
        else:
            met("read")
            assert tournament(format_position(position)).key == position.key
