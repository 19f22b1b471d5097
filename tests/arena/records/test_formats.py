"""Games between formats: the reader recognises each format, conversion changes no game, and what
a format does not hold is named.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records.formats import read_record, write_record
from arena.records.losses import losses
from games.errors import GameError, NotationError
from games.five.position import FivePosition
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, Node, one_line
from tests.conditions import met, often
from tests.refusals import all_refused

ROOT = Path(__file__).resolve().parents[3]


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 400), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)
GIPF_START = GipfPosition(GIPF_PRESETS["gipf-basic"])
VARIED = [Node(0, 3, "a"), Node(0, 4)]
GIPF_VARIED = GameTree(
    GIPF_START,
    [Node(0, 0, "a"), Node(0, 5)],
    comment="b",
    names=("c", ""),
    tags={"Site": "x"},
)
NINE_VARIED = GameTree(FivePosition(PRESETS["gomoku-9"]), VARIED, tags={"Site": "x"}, comment="b")
LINES = [json.loads(write_record(game, "json")) for game in (NINE_VARIED, GIPF_VARIED)]


@often(read=2, refused=15)
@given(st.sampled_from(LINES), st.data())
def test_a_json_line_with_any_value_is_read_or_refused(
    line: dict[str, object], data: st.DataObject
) -> None:
    """Whatever stands in one key of a line, reading gives a game or a GameError."""
    keys = [*sorted(line), "start", "tree", "tags", "names", "comment"]
    changed = {**line, data.draw(st.sampled_from(keys)): data.draw(JSON_VALUES)}
    try:
        read_record(json.dumps(changed))
    except GameError:
        met("refused")
    else:
        met("read")


def test_a_bad_move_of_a_tree_is_named() -> None:
    """The message has its index, whether its text or its parent is wrong."""
    for line in LINES:
        trees = [[line["tree"][0], [*bad, ""]] for bad in ((-1, "Z99"), (7, "E5"), (1, "E5"))]
        rows = [(json.dumps(line | {"tree": tree}), "move 1 of the tree") for tree in trees]
        all_refused(read_record, NotationError, rows)


def test_a_full_board_that_was_won_by_time_is_a_draw() -> None:
    """In a match with a game clock such a game is a draw; all moves are read."""
    owners = [(column // 2 + row) % 2 for row in range(9) for column in range(9)]
    sides = [[point for point in range(81) if owners[point] == side] for side in (0, 1)]
    points = [sides[ply % 2][ply // 2] for ply in range(81)]
    game = GameTree(FivePosition(PRESETS["gomoku-9"]), one_line(points))
    line = {**json.loads(write_record(game, "json")), "winner": "black"}
    again = read_record(json.dumps(line))
    assert (again.result, again.end().key) == ("1/2-1/2", game.end().key)


def test_sgf_shows_the_stones_of_a_start_to_other_programs() -> None:
    """AB, AW and PL hold them; SU, which only we know, is written for captures alone."""
    rows = "19/19/19/6w12/19/19/19/19/1b16b/" + "19/" * 9 + "19"
    for taken, side in ((0, "w"), (4, "b")):
        text = f"{rows} {side} {taken},0"
        start = read_record(text, format_="position", preset="pente").start
        shown = write_record(GameTree(start), "sgf")
        for stones in ("AW[gd]", "AB[bi][si]", f"PL[{side.upper()}]"):
            assert stones in shown
        assert ("SU[" in shown) == bool(taken)


def test_what_is_no_record_is_refused() -> None:
    """Other texts are refused with what was expected, without the name of a Python error."""
    texts = ("", "hello", "{}", "(", "[x]", "9/9", "pente:K10L")
    lines = ('{"moves": [[7,7]]}', '{"players": []}', '{"game": "pente"}')
    all_refused(
        read_record,
        GameError,
        [
            *((text, ".") for text in texts),
            *((line, r'without "format": expected a game') for line in lines),
            ("w 19 19", "White has 15 pieces, not 0 on the board and 19"),  # in the basic game
        ],
    )
    with pytest.raises(GameError, match="a position of Gipf reads"):
        read_record("nonsense", preset="gipf")


def test_a_text_is_of_the_game_that_it_fits() -> None:
    """Comments around a position are ignored; turns of a named game need no header; the last line
    of a match counts; a brace begins JSON only before a name or the end.
    """
    for text, preset, game, moves in (
        ("w 18 18", None, "gipf-tournament", 0),
        ("w 12 12", None, "gipf-basic", 0),
        ("w 18 18 pieces=18,18", None, "gipf-basic", 0),
        ("w 12 12 GKb2 GWb5", None, "gipf", 0),
        ("w 2 1 GWe5 add=WK", None, "gipf-tournament", 0),
        ("w 12 12 GKb2 GWb5 add=-", "gipf-tournament", "gipf-tournament", 0),
        ("# the start\nw 18 18\n", None, "gipf-tournament", 0),
        ("# three pieces\nb 9 3 Kd5\nWb5 We2\n", "gipf-basic", "gipf-basic", 0),
        ("9/9/9/9/4b4/9/9/9/9 w 0,0\n# one stone", None, "gomoku-9", 0),
        ("Ge8 Gd8-f7", "gipf-tournament", "gipf-tournament", 2),
        ("1.Ge8 Gd8-f7", "gipf-tournament", "gipf-tournament", 2),
        ("1. Ge8\nGd8-f7", "gipf-tournament", "gipf-tournament", 2),
        ("{ann's game}\nH8 J9", "gomoku-15", "gomoku-15", 2),
    ):
        record = read_record(text, preset=preset)
        assert record.end().rules.name == game, text
        assert len(record.moves) == moves, text
    for name in ("forced_wins", "gipf"):
        line = (ROOT / f"data/problems/{name}.jsonl").read_text().splitlines()[0]
        problem = read_record(line)
        assert problem.end().rules.name == json.loads(line).get("rules", "pente")
        assert any(problem.start.cells)
    games = (GameTree(FivePosition(PRESETS["gomoku-9"]), one_line([at])) for at in (3, 4))
    last: Any = read_record("".join(write_record(game, "json") for game in games))
    assert last.moves == [4]


def test_losses_are_named() -> None:
    """The message names rules, result, headers, variations and comments."""
    game = GameTree(
        FivePosition(PRESETS["pente"]),
        # captures make the points of the end empty in Pente only
        [*one_line([180, 181, 240, 182, 183, 181]), Node(1, 200, "or")],
        names=("ann", "bob"),
        comment="a game",
        markup=(("CR", "K10"),),
        tags={"Site": "club"},
        result="1-0",
    )
    result, comments, drawn = "the result 1-0", "2 comments", "1 arrow or mark on the board"
    for format_, lost in (
        ("psq", {"the rules pente (other programs take it for Gomoku)", result}),
        ("pente", {"1 move of variations", comments}),
        ("share", {result, "the headers Site", comments, drawn}),
        ("position", {"the moves", "the players' names"}),
    ):
        assert lost <= set(losses(game, format_, write_record(game, format_))), format_


def test_variations_and_changed_rules_are_named() -> None:
    """A JSON line holds variations of Gipf, paper does not; exactly five is another game."""
    assert losses(GIPF_VARIED, "json", write_record(GIPF_VARIED, "json")) == []
    lost = losses(GIPF_VARIED, "gipf", write_record(GIPF_VARIED, "gipf"))
    assert "1 move of variations" in lost
    exact = GameTree(FivePosition(PRESETS["five-19"]), one_line([0]))
    (said,) = losses(exact, "pente", write_record(exact, "pente"))
    assert "five-19 (it reads as exact-five-19)" in said
