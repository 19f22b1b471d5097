"""SGF: trees of any game, headers, and games of five in a row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError, NotationError
from games.five.records.sgf import format_five_sgf, parse_five_sgf
from games.five.rules import PRESETS
from games.records.sgf import Properties, format_sgf_tree, parse_sgf_tree
from games.records.sgf_headers import format_headers, parse_headers
from games.tree import ROOT

VALUES = st.lists(st.text(max_size=10), min_size=1, max_size=3)
NAMES = st.text(alphabet="ABCXYZ", min_size=1, max_size=2)
NODES = st.lists(st.dictionaries(NAMES, VALUES, max_size=3), min_size=1, max_size=4)


@given(NODES)
def test_sgf_round_trips(nodes: list[Properties]) -> None:
    """Any property value reads back, with brackets and line feeds."""
    line = list(enumerate(nodes, -1))
    assert parse_sgf_tree(format_sgf_tree(line)) == line


def test_sgf_reads_the_first_tree_and_passes_over_blanks() -> None:
    """Line feeds between properties are ignored, and so is what follows the tree."""
    text = "( ;FF[4]\n GM[39]\n;W [a\\]b][c] ;B[])\n(;X[1])"
    assert [node for _, node in parse_sgf_tree(text)] == [
        {"FF": ["4"], "GM": ["39"]},
        {"W": ["a]b", "c"]},
        {"B": [""]},
    ]


HEADERS = st.one_of(
    st.sampled_from(
        (
            *("Site", "Event", "Round", "Section", "Date", "Time", "TimeControl", "Rated", "GN"),
            *("TM", "Player 1 Rating", "Player 2 Rating", "Player 1 Type", "Termination"),
            *("KOMI", "DT", "RE"),
        )
    ),
    st.from_regex(r"[A-Za-z0-9 '?]{1,9}", fullmatch=True),
)
TEXTS = st.one_of(
    st.text(max_size=12), st.sampled_from(("02/14/2023", "2023-02-14", "20+0", "20", "time", "-"))
)


@given(st.dictionaries(HEADERS, TEXTS, max_size=8), st.sampled_from(("WB", "BW")))
def test_headers_round_trip(tags: dict[str, str], letters: str) -> None:
    """Whatever headers a game has, SGF gives them back; RE holds some terminations."""
    node = format_headers(tags, letters)
    node["RE"] = {"time": ["W+T"], "forfeit": ["W+F"]}.get(tags.get("Termination", ""), ["W+"])
    assert parse_headers(node, letters) == tags


def test_headers_have_sgfs_own_properties() -> None:
    """Site, date, time control and ratings stand where other programs look for them."""
    tags = {"Site": "Pente.org", "Date": "02/14/2023", "TimeControl": "20", "Rated": "Y"}
    node = format_headers({**tags, "Player 1 Rating": "1820"}, "WB")
    assert node == {
        "PC": ["Pente.org"],
        "DT": ["2023-02-14"],
        "TM": ["1200"],
        "WR": ["1820"],
        "HD": ["Rated:Y"],
    }


@pytest.mark.parametrize(
    ("text", "preset", "points"),
    [
        ("(;FF[4]GM[4]SZ[15];B[hh];W[ii])", "gomoku-15", [112, 128]),
        ("(;GM[101]SZ[19];W[K10];B[L10])", "pente", [180, 181]),
        ("(;GM[4]RU[Pente:tournament]SZ[19];W[jj])", "pente", [180]),
        ("(;GM[4]SZ[15]AB[hh]AW[ii]PL[W];W[aa])", "gomoku-15", [0]),
        ("(;GM[4]SZ[15];B[hh];C[nobody moves];W[ii])", "gomoku-15", [112, 128]),
        ("(;GM[4]RU[0]SZ[20];B[aa])", "gomoku-20", [0]),
        ("(;GM[4]RU[1]SZ[15];B[hh])", "standard-15", [112]),
        ("(;GM[4]RU[1]SZ[19];B[aa])", "standard-19", [0]),
        ("(;GM[4]RU[3]SZ[20];B[aa])", "standard-20", [0]),
        ("(;GM[4]RU[Freestyle]SZ[15];B[hh])", "gomoku-15", [112]),
        ("(;GM[4]RU[Standard]SZ[15];B[hh])", "standard-15", [112]),
        ("(;GM[105]SZ[19];W[A1];B[B1])", "exact-five-19", [342, 343]),
        ("(;GaMe[4]SiZe[15];Black[hh])", "gomoku-15", [112]),
    ],
)
def test_other_programs_sgf_is_read(text: str, preset: str, points: list[int]) -> None:
    """Letters and K10, set-up stones, and nodes without a move are read."""
    game = parse_five_sgf(text)
    assert (game.rules.name, game.moves) == (preset, points)


def test_deep_trees_need_no_deep_stack() -> None:
    """20,000 nodes in a row and 20,000 nested brackets are read alike."""
    line = "(;A[]" + ";B[]" * 20_000 + ")"
    assert len(parse_sgf_tree(line)) == 20_001
    deep = "(;A[]" * 20_000 + ")" * 20_000
    assert len(parse_sgf_tree(deep)) == 20_000


def test_a_result_that_the_board_contradicts_is_refused() -> None:
    """RE may give a result that the board does not show, but must not contradict the board."""
    win = "".join(f";B[{letter}a];W[{letter}o]" for letter in "abcd") + ";B[ea]"
    assert parse_five_sgf(f"(;GM[4]SZ[15]{win})").result == "1-0"
    assert parse_five_sgf("(;GM[4]SZ[15]RE[W+R];B[hh])").result == "0-1"
    with pytest.raises(NotationError, match="the board 1-0"):
        parse_five_sgf(f"(;GM[4]SZ[15]RE[W+]{win})")
    assert PRESETS["gomoku-15"].colour_of(0) == "black"


def test_what_is_assumed_or_left_out_is_noted() -> None:
    """Missing rules, rules that only the caller knows and unread properties are named."""
    assert "read as gomoku-15" in parse_five_sgf("(;GM[4]SZ[15];B[hh])").notes[0]
    assert parse_five_sgf("(;GM[4]SZ[19];W[jj])", PRESETS["pente"]).notes == []
    odd = parse_five_sgf("(;GM[4]RU[club]SZ[19];W[jj])", PRESETS["pente"])
    assert odd.notes == ["SGF: RU[club] is unknown: read as pente"]
    with pytest.raises(GameError, match="Renju"):
        parse_five_sgf("(;GM[4]RU[4]SZ[15];B[hh])", PRESETS["gomoku-15"])
    marked = parse_five_sgf("(;GM[4]RU[0]SZ[15];B[hh]DD[hh]BL[9])")
    assert marked.notes == ["SGF: the properties BL, DD of moves are left out"]
    void = parse_five_sgf("(;GM[4]RU[0]SZ[15]RE[Void];B[hh])")
    assert void.notes == ["SGF: RE[Void] is no result that is known: left out"]


def test_arrows_and_marks_are_read() -> None:
    """Points in either spelling and rectangles are read; what names no point is left out."""
    marks = "AR[hh:ii]CR[H8]SQ[hh]LB[hh:1\\:2]LN[zz:aa]MA[];C[d]MA[aa]"
    game = parse_five_sgf(f"(;GM[4]RU[0]SZ[15]TR[aa:ba];B[hh]{marks})")
    assert game.nodes[ROOT].markup == (("TR", "A15"), ("TR", "B15"))
    shown = ("AR", "H8", "J7"), ("LB", "H8", "1:2"), ("MA", "A15"), ("SQ", "H8")
    assert game.nodes[1].markup == shown
    assert [note.split()[1] for note in game.notes] == ["LN[zz:aa]", "MA[]"]
    assert parse_five_sgf(format_five_sgf(game)).nodes[1].markup == shown


def test_comments_before_the_first_move_belong_to_the_game() -> None:
    """They are joined to the root's comment; other nodes without moves comment on their parent."""
    game = parse_five_sgf("(;GM[4]RU[0]SZ[15]C[a];C[b];B[hh]C[c];C[d];W[ii])")
    assert game.comment == "a\nb"
    assert [move.comment for move in game.main_nodes()] == ["c\nd", ""]


@pytest.mark.parametrize(
    ("text", "side", "moves"),
    [
        ("AB[hh][ii]AW[hi]", 1, 0),
        ("AB[hh]AW[hi]", 0, 0),
        ("AW[hi]", 0, 0),
        ("AB[hh][ii]AW[hi];W[gj]", 1, 1),
        ("AB[hh][ii]AW[hi];B[gj]", 0, 1),
        ("AB[hh]AW[hi];C[so]W[gj];B[gg]", 1, 2),
        ("AB[hh]AW[hi]PL[2];W[gj]", 1, 1),
        ("AB[hh]AW[hi]PL[White]", 1, 0),
        ("AB[hh][ii]AW[hi]PL[black]", 0, 0),
        ("PL[W];W[hh];B[ii]", 1, 2),
    ],
)
def test_who_moves_after_stones_were_set_up(text: str, side: int, moves: int) -> None:
    """PL says it, else the first move, else the numbers of stones; the start reads back."""
    game = parse_five_sgf(f"(;GM[4]SZ[15]{text})")
    assert (game.start.side, len(game.moves)) == (side, moves)
    assert parse_five_sgf(format_five_sgf(game)).start.key == game.start.key


def test_rectangles_of_stones_are_set_up() -> None:
    """Two corners in any order name a rectangle; both spellings of points serve."""
    game = parse_five_sgf("(;GM[4]SZ[15]AB[cb:aa][P1]AW[ha:ja]AW[];B[hh])")
    assert [point for point, cell in enumerate(game.start.cells) if cell == 1] == [
        *(0, 1, 2, 15, 16, 17, 224),
    ]
    assert game.start.cells[7:10] == [2, 2, 2]
