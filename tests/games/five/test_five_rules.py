"""The rules of five in a row as a table of plays: captures, ends and the opening rule.

A play is a title, then RULES ROWS | taken by each side | MOVES | what follows: the board or `over
SIDE END`, then the stones taken. Missing rows are empty; side 0 is White.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.errors import IllegalMove, UnknownRules
from games.five.diagram import format_diagram, parse_diagram
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules, rules_named
from games.rules import BLACK, WHITE

PENTE = PRESETS["pente"]
SMALL = {
    "pente": FiveRules("p", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE),
    "keryo": FiveRules(
        "k", 7, capture_lengths=(2, 3), captured_stones_to_win=15, first_colour=WHITE
    ),
    "free": FiveRules("free", 7, first_colour=WHITE),
    "exact": FiveRules("exact", 7, exactly_five=True, first_colour=WHITE),
    "free5": FiveRules("free5", 5, first_colour=WHITE),
    "pente5": FiveRules(
        "p5", 5, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE
    ),
}
PLAYS = """
A pair between the new stone and another own one is taken:
    pente .wbb... | 0,0 | E7 | .w..w.. 2,0
One stone is safe:
    pente .wb.... | 0,0 | D7 | .wbw... 0,0
Three are safe in Pente:
    pente .wbbb.. | 0,0 | F7 | .wbbbw. 0,0
A pair without an own stone behind it is safe:
    pente ..bb... | 0,0 | E7 | ..bbw.. 0,0
A pair behind a gap is safe:
    pente wb.b... | 0,0 | E7 | wb.bw.. 0,0
A pair is taken along each of eight rays, and sixteen stones win:
    pente w..w..w .b.b.b. ..bbb.. wbb.bbw ..bbb.. .b.b.b. w..w..w | 0,0 | D4 | over 0 captures 16,0
A stone that moves between two of the other side is safe:
    pente .bw.b.. | 0,0 | D7 | .bwwb.. 0,0
The edge flanks nothing, and lines do not go round it:
    pente .....bb w...... | 0,0 | E7 | ....wbb w...... 0,0
Along the edges and in the corner:
    pente .bbw... b...... b...... w...... | 0,0 | A7 | w..w... ....... ....... w...... 4,0
A point whose stone was taken may be played at once:
    pente .wbb... | 0,0 | E7 C7 | .wb.w.. 2,0
Keryo takes pairs:
    keryo wbb.... | 0,0 | D7 | w..w... 2,0
And threes:
    keryo wbbb... | 0,0 | E7 | w...w.. 3,0
But not four:
    keryo wbbbb.. | 0,0 | F7 | wbbbbw. 0,0
Both at once:
    keryo wbb.... ...b... ...b... ...b... ...w... | 10,0 | D7 | over 0 captures 15,0
Without captures a flanked pair stays:
    free wbb.... | 0,0 | D7 | wbbw... 0,0
Six in a row win:
    free www.ww. | 0,0 | D7 | over 0 five 0,0
Seven too:
    pente www.www | 0,0 | D7 | over 0 five 0,0
Unless exactly five must be:
    exact www.ww. | 0,0 | D7 | wwwwww. 0,0
Seven neither:
    exact www.www | 0,0 | D7 | wwwwwww 0,0
Five one way and six another win:
    exact www.ww. ...w... ...w... ...w... ...w... | 0,0 | D7 | over 0 five 0,0
Five win though a capture could break them:
    pente ....... ...b... .www.w. ...w... | 0,0 | E5 | over 0 five 0,0
The tenth stone wins:
    pente wbb.... | 8,0 | D7 | over 0 captures 10,0
Nine and two are eleven:
    pente wbb.... | 9,0 | D7 | over 0 captures 11,0
A double capture passes ten:
    pente wbb.bbw | 8,0 | D7 | over 0 captures 12,0
Eight do not win:
    pente wbb.... | 6,0 | D7 | w..w... 8,0
The row counts first:
    pente wbb.bbw ...w... ...w... ...w... ...w... | 8,0 | D7 | over 0 five 12,0
A capture breaks a four before rows are read:
    pente wbb.... ..bbbb. | 0,0 | D7 | w..w... ..bbbb. 2,0
Another four wins for Black:
    pente wbb.... ..bbbb. | 0,0 | D7 B6 | over 1 five 2,0
A full board is a draw:
    free5 wbwbw wbwbw bwbwb bwbwb wbwb. | 0,0 | E1 | over - board-full 0,0
A row on the last point wins:
    free5 wbwbw wbwbw bwbwb bwbwb wwww. | 0,0 | E1 | over 0 five 0,0
A capture on the last point goes on:
    pente5 bwbwb bwbwb wbwbw wbwbw bwbb. | 0,0 | E1 | bwbwb bwbwb wbwbw wbwbw bw..w 2,0
A row that was set up:
    pente ..wwwww | 0,0 | | over 0 five 0,0
Captures that were set up:
    pente w...... | 0,10 | | over 1 captures 0,10
A full board that was set up:
    free5 wbwbw wbwbw bwbwb bwbwb wbwbw | 0,0 | | over - board-full 0,0
Six that were set up where five must be exact:
    exact wwwwww. | 0,0 | | wwwwww. 0,0
"""


def shown(position: FivePosition, rows: int) -> str:
    """What the table says of a position; `rows` of the board."""
    outcome = position.outcome
    if outcome is None:
        what = " ".join(format_diagram(position).split()[:rows])
        assert not any(cell for cell in position.cells[rows * position.rules.size :])
    else:
        winner = "-" if outcome.winner is None else outcome.winner
        what = f"over {winner} {outcome.termination.replace(' ', '-')}"
        assert position.legal_moves() == []
    return f"{what} {','.join(map(str, position.captured_stones))}"


def test_plays_of_the_table() -> None:
    """Each play ends as written."""
    plays = re.findall(r"^(\S.*):\n    (.*)\n", PLAYS, re.MULTILINE)
    assert len(plays) > 30
    for title, body in plays:
        start, taken, names, expected = (part.strip() for part in body.split("|"))
        name, *rows = start.split()
        rules = SMALL[name]
        full = [*rows, *["." * rules.size] * (rules.size - len(rows))]
        by_white, by_black = map(int, taken.split(","))
        position = parse_diagram("\n".join(full), rules, WHITE, by_white, by_black)
        for point in names.split():
            position.play(parse_point(point, rules.size))
        assert shown(position, len(rows)) == expected, title


# The opening rule


@pytest.mark.parametrize("name", PRESETS)
def test_the_opening_rule_binds_side_0_twice(name: str) -> None:
    """The centre, then three or more from it; Black, and White's third stone, are free."""
    rules = PRESETS[name]
    position, points = FivePosition(rules), rules.size**2
    if not rules.opening_distance:
        for played in range(3):
            assert len(position.legal_moves()) == points - played
            position.play(played)
        return
    with pytest.raises(IllegalMove, match="first stone must lie on K10"):
        position.play(0)
    legal = []
    for point in ("K10", "A1", "N10", "A2"):
        legal.append(position.legal_moves())
        position.play(parse_point(point, 19))
    assert [len(moves) for moves in legal] == [1, 360, 361 - 25 - 1, 361 - 3]
    for point, allowed in (("N10", 1), ("M10", 0), ("K7", 1), ("H8", 0), ("G7", 1)):
        assert (parse_point(point, 19) in legal[2]) == bool(allowed)
    assert len(position.legal_moves()) == 361 - 4
    position.undo()
    position.undo()
    with pytest.raises(IllegalMove, match="at least 3 intersections from the centre, M11 lies 2"):
        position.play(parse_point("M11", 19))


def test_the_opening_rule_counts_stones_that_were_taken() -> None:
    """A captured stone counts as played; the rule binds nobody where it cannot be kept."""
    board = [0] * 180 + [1] + [0] * 180
    assert len(FivePosition(PENTE, board, 0, (0, 2)).legal_moves()) == 360
    first_taken = FivePosition(PENTE, [2] + [0] * 360, 0, (0, 1))
    assert first_taken.stones_placed(0) == 1
    assert PENTE.centre not in first_taken.legal_moves()
    assert len(FivePosition(PENTE, [2] + [0] * 360, 0, (0, 2)).legal_moves()) == 360
    assert len(FivePosition(PENTE, [2 * cell for cell in board]).legal_moves()) == 360
    rules = FiveRules("small", 7, exactly_five=True, opening_distance=3)
    inside = [row * 7 + column for row in range(1, 6) for column in range(1, 6)]
    full_edge = FivePosition(rules, [0 if p in inside else 1 if p == 3 else 2 for p in range(49)])
    assert (full_edge.stones_placed(0), full_edge.legal_moves()) == (1, inside)


# The record of the rules


def test_rules_that_differ_in_a_field_are_different() -> None:
    """Two games of one name but of different captures, opening or colours are not equal."""
    fields: dict[str, Any] = {slot: getattr(PENTE, slot) for slot in FiveRules.__slots__}
    assert FiveRules(**fields) == PENTE
    for other in (
        {"exactly_five": True},
        {"capture_lengths": (2, 3)},
        {"captured_stones_to_win": 15},
        {"opening_distance": 0},
        {"first_colour": BLACK},
    ):
        assert FiveRules(**{**fields, **other}) != PENTE


def test_what_is_no_game_is_refused() -> None:
    """A field out of range, contradictory fields, a strange name, or cells that are no board."""
    for fields, named in (
        ({"size": 4}, "size 4"),
        ({"size": 21}, "size 21"),
        ({"size": 9, "capture_lengths": (1,), "captured_stones_to_win": 5}, "2 or 3"),
        ({"size": 9, "capture_lengths": (2,)}, "together"),
        ({"size": 9, "captured_stones_to_win": 10}, "together"),
        ({"size": 8, "opening_distance": 2}, "no centre"),
        ({"size": 9, "opening_distance": 5}, "no point 5"),
        ({"size": 9, "first_colour": "red"}, "'red'"),
    ):
        with pytest.raises(ValueError, match=named):
            FiveRules("odd", **fields)
    for cells in ([0] * 80, [0] * 80 + [3]):
        with pytest.raises(ValueError, match="81 cells"):
            FivePosition(PRESETS["gomoku-9"], cells)
    assert all(rules_named(name) is rules for name, rules in PRESETS.items())
    with pytest.raises(UnknownRules, match=r"'chess'.*pente, keryo"):
        rules_named("chess")
