"""Every reader takes any text, or refuses it with a GameError; what it takes it can write.

`READERS` is the table of readers: how each reads a text, a text that it reads, and the signs with
which that text is damaged. `REFUSED` says which part of a message names what is wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import GameError
from games.five.diagram import format_position, parse_diagram, parse_position
from games.five.points import format_point, parse_point
from games.five.records.move_list import NOTATIONS, is_move_list, parse_move_list
from games.five.records.pente_text import format_pente_text, parse_pente_text
from games.five.records.psq import format_psq, parse_psq, parse_rec
from games.five.records.sgf import format_five_sgf, parse_five_sgf
from games.five.rules import PRESETS
from games.gipf.board import parse_dot, parse_line, parse_spot
from games.gipf.notation import ENTRY, OFFICIAL, parse_move
from games.gipf.position import GipfPosition
from games.gipf.records.formats import parse_webgipf
from games.gipf.records.json_line import format_json, parse_json
from games.gipf.records.paper import format_paper, parse_paper
from games.gipf.records.sgf import format_gipf_sgf, parse_gipf_sgf
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position as format_gipf_position
from games.records.sgf import format_sgf_tree, parse_sgf_tree
from games.share import format_share, is_share, parse_share
from games.tree import GameTree, one_line
from tests.conditions import check
from tests.games.gipf.boards import basic, tournament
from tests.strategies import damaged

PENTE, SMALL, GOMOKU = PRESETS["pente"], PRESETS["gomoku-9"], PRESETS["gomoku-15"]
TURNS = "w 9 9 Wb2 Kb3 Wb4 Kb5"
WEBGIPF = "GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4"
START = GipfPosition(GIPF_PRESETS["gipf-basic"])
PSQ_HEAD = "Piskvorky 15x15, 11:11, 0\n"


class Reader(NamedTuple):
    """A reader: what it reads, a text, the signs of damage, heads before any text, its writer."""

    read: Callable[[str], Any]
    text: str
    signs: str
    heads: tuple[str, ...] = ()
    write: Callable[[Any], str] | None = None


def _moves(notation: str | None, text: str) -> Any:
    """A list of moves of Pente, in a stated notation or a guessed one."""
    return is_move_list(text) and parse_move_list(text, PENTE, notation)


READERS = {
    "point": Reader(
        lambda text: parse_point(text, 19),
        *("K10", "aIjT0129"),
        write=lambda point: format_point(point, 19),
    ),
    "position": Reader(
        lambda text: parse_position(text, SMALL),
        *("9/1w7/2b6/9/9/4w4/9/9/b8 w 2,0", "wb9/ 1,.0"),
        write=format_position,
    ),
    "gipf position": Reader(
        tournament,
        *("w 5 12 GWe3 We4 GKe5 Kd3 add=- turns=40", "wbGWK e2345=turnadd-"),
        write=format_gipf_position,
    ),
    "gipf entry": Reader(
        lambda text: parse_move(text, basic(TURNS), ENTRY), "e1-e2", "Gxab19-,*@ei5"
    ),
    "gipf move": Reader(
        lambda text: parse_move(text, basic(TURNS), OFFICIAL), "e1-e2", "Gxab19-,*@ei5"
    ),
    "SGF tree": Reader(
        parse_sgf_tree, "(;W[a];B[](;W[b])(;W[]B[]))", '();WB[]\\a "', write=format_sgf_tree
    ),
    "SGF": Reader(
        parse_five_sgf,
        *("(;GM[4]SZ[15];B[hh](;W[ii]C[why];B[jj])(;W[gg]))", "();[]BWRUSZGMabjk0149\\ "),
        ("(;GM[4]SZ[15]", "(;RU[pente]SU["),
        format_five_sgf,
    ),
    "gipf SGF": Reader(
        parse_gipf_sgf,
        *("(;GM[39]RU[gipf-basic];W[b1-b3](;B[c2]C[why];W[d2])(;B[f2]))", "();[]WBx*bcdef123-"),
        ("(;GM[39]RU[gipf]",),
        format_gipf_sgf,
    ),
    "gipf JSON": Reader(
        parse_json,
        *(format_json(GameTree(START, one_line(START.legal_moves()[:1]))), '{}[]",:0123-wab'),
        write=format_json,
    ),
    "gipf paper": Reader(
        parse_paper,
        *('[Game "gipf-basic"]\n[Turns "9"]\n\n1. b1-b3 c2\n2. d2\n', '[]"1.bcdx-\n '),
        ('[Game "gipf"]\n', '[Game "gipf"]\n[Start "'),
        format_paper,
    ),
    "webgipf": Reader(parse_webgipf, WEBGIPF, "GWKx,-abi19 ", ("We1-e2 ",)),
    "pente.org": Reader(
        parse_pente_text,
        *('[Game "Pente"]\r\n[Result "1-0"]\r\n\r\n1. K10 J11 2. K7 K8 1-0\r\n', '[]"1.KJ0-\n '),
        ('[Game "Pente"]\n\n1. ', "1. K10 "),
    ),
    "PSQ": Reader(
        parse_psq, PSQ_HEAD + "8,8,0\n9,7,15\n1,15,3\na\nb\n-1\n", "0189x,:-\n ", (PSQ_HEAD,)
    ),
    "REC": Reader(parse_rec, "a\nb\n7,7,0\n8,6,15\n0,14,3\n-1\n", "0189,-\n ", ("a\nb\n1,1\n",)),
    "share": Reader(
        parse_share,
        *("keryo:K10.L11.N10.M11", "_.:@-=acdGKx0129"),
        ("pente:", "keryo@", "gipf@", "gipf:"),
        format_share,
    ),
    "gipf share": Reader(
        parse_share, "gipf-basic@limit=9:c1-c2.d1-d2", "_.:@-=acdGKx0129", write=format_share
    ),
    **{
        f"moves {notation}": Reader(
            partial(_moves, notation),
            *("1. K10 L11 {why} 2. K13! 1-0", "khi10 {}()!,.-1\n"),
            ("K10 ",),
        )
        for notation in (None, *NOTATIONS)
    },
}


@pytest.mark.parametrize("name", READERS)
def test_any_text_is_read_or_refused(name: str) -> None:
    """Any text gives what the reader reads, or a GameError; what is read is written and read."""
    reader, counts = READERS[name], {"read": 0, "refused": 0}
    signs = st.text(alphabet=reader.signs, max_size=3)

    @settings(max_examples=60)
    @given(st.text(max_size=40), st.text(reader.signs, max_size=40), damaged(reader.text, signs))
    def try_texts(text: str, likely: str, written: str) -> None:
        for body in (text, likely, written, *(head + likely for head in reader.heads)):
            try:
                found = reader.read(body)
            except GameError:
                counts["refused"] += 1
                continue
            counts["read"] += 1
            if reader.write is not None:
                again = reader.write(found)
                assert reader.write(reader.read(again)) == again

    try_texts()
    check(name, counts, {"read": 5, "refused": 5})


@pytest.mark.parametrize("name", READERS)
def test_too_many_digits_are_read_or_refused_in_our_words(name: str) -> None:
    """In place of each number of a text: Python's words on its limit help no author of a file."""
    reader = READERS[name]
    for number in re.finditer(r"\d+", reader.text):
        text = reader.text[: number.start()] + "9" * 5000 + reader.text[number.end() :]
        try:
            reader.read(text)
        except GameError as error:
            assert not re.search("int_max_str|integer string", str(error))  # noqa: PT017 - may pass


def sgf(text: str) -> Any:
    """A game of Gomoku on 15 lines."""
    return parse_five_sgf(f"(;GM[4]{text})")


def piskvork(text: str) -> Any:
    """A PSQ file with this body."""
    return parse_psq(PSQ_HEAD + text)


def json_with(change: dict[str, object]) -> Any:
    """A game of Gipf in JSON, with this change."""
    line = json.loads(format_json(GameTree(START, [])))
    return parse_json(json.dumps({**line, **change}))


# What the message names, by reader: the text and a part of the message.
REFUSED: dict[Callable[[Any], Any], tuple[tuple[Any, str], ...]] = {
    lambda text: parse_point(text, 19): (
        *((word, "no letter I") for word in ("I10", "10I", "i1")),
        *((word, "column A to T") for word in ("", "U10", "10")),
        *((word, "row 1 to 19") for word in ("K", "K0", "K20", "K-1", "K1.0", "KK10", "K\u0661")),
    ),
    lambda text: parse_position(text, SMALL): (
        *((text, "ROWS w|b STONES") for text in ("", "9/9 b", "9/9/9/9/9/9/9/9/9 x 0,0")),
        *((f"9/9/9/9/9/9/9/9/9 b {taken}", "BY_WHITE,BY_BLACK") for taken in ("0", "0,-2")),
        ("9/9/9/9/9/9/9/9 b 0,0", "9 lines"),
        ("9/9/9/9/9/9/9/9/8 b 0,0", "line 9"),
        ("9/9/9/99999999999999/9/9/9/9/9 b 0,0", "line 4"),
        ("9/9/4q4/9/9/9/9/9/9 b 0,0", "line 3, column 5"),
    ),
    lambda text: parse_diagram(text, SMALL, "black"): (
        ("w....\n.b...\n.....\n...w.\n....b\n", "9 lines, this one has 5"),
        *(
            ("\n".join(["." * 9] * (line - 1) + [row] + ["." * 9] * (9 - line)), place)
            for line, row, place in (
                (1, "..x......", "line 1, column 3"),
                (4, "W........", "line 4, column 1"),
                (9, "." * 10, "line 9, column 10"),
                (2, "." * 8, "line 2, column 9"),
            )
        ),
    ),
    basic: (
        *((text, "w|b RESERVE_OF_WHITE") for text in ("", "x 1 1", "wb 2 1 We5", "w 1", "w -1 1")),
        ("w 1 1 Bb2", "'Bb2' is no piece"),
        ("w 1 1 Wa1", "'a1' names no spot"),
        ("w 1 1 Wb2 Kb2", "b2"),
        ("w 1 1 GWb2", "no GIPF-pieces"),
        ("w 15 1 Wb2", "15 pieces"),
        ("w 1 1 Wb2 add=W", "only the tournament game"),
        ("w 1 1 Wb2 add=B", "add=WK"),
        ("w 1 1 Wb2 moves=3", "'moves=3'"),
        ("w 1 1 turn=W turn=K", "'turn=K' is repeated"),
        ("w 1 1 turn=B", "turn=W or turn=K"),
        ("w 1 1 Wb2 turn=W", "White is not the side"),
        ("w 1 1 We2 We3 We4 We5", "e1-e9"),
        ("b 1 1 We2 We3 We4 We5 turn=W", "Black is not the side"),
        ("w 1 1 Wb2 left=e1-e9", "no row that was left"),
        ("w 1 1 Wb2 left=e1-e8", "'e1-e8'"),
        ("w 1 1 Wb2 pieces=19,15", "15 to 18"),
        ("w 1 1 Wb2 pieces=16", "two numbers"),
        ("w 1 1 Wb2 pieces=x,16", "'x' is no count"),
        ("w 1 1 Wb2 turns=x", "'x'"),
        ("w 1 1 Wb2 turns=3000000000", "99999"),
    ),
    tournament: (("b 16 18 GWb2", "add=WK, W, K or -"),),
    parse_spot: (("a1", "it is a dot"), ("i6", "no such point"), ("", "b2 to h5")),
    parse_dot: (("e5", "it is a spot"), ("z9", "a1 to i5")),
    parse_line: (("a1-i4", "dots at its ends"), ("e1", "dots at its ends")),
    lambda text: parse_move(text, basic(TURNS), ENTRY): (
        ("", "no spot"),
        ("e5", "a dot and a spot"),
        ("a1-b1", "'b1' names no spot, it is a dot"),
        ("b2-c3", "'b2' names no dot, it is a spot"),
        ("b1-b2", "b1-b2: the line b1-b6 is full"),
        ("xb2,b3", "White cannot remove that"),
        ("x@b1-b7", "names no line"),
    ),
    lambda text: parse_move(text, basic(TURNS), OFFICIAL): (
        ("e5", "e5"),
        ("b2", "b2 is occupied"),
        ("a1-e4", "no line leads from a1 to e4"),
        ("Ge2", "Ge2: White may not bring in GIPF-pieces"),
    ),
    parse_sgf_tree: (
        ("", "ends with ')'"),
        ("()", "begins with '(;'"),
        ("(;W[e2]", "ends with ')'"),
        (";A[]", "not expected"),
        ("(;W[e2)", "not expected"),
        ("(;w[e2])", "'w' names no property"),
        ("(W[e2])", "'W' belongs to no node"),
        ("(;[e2])", "'e2' belongs to no node"),
        ("(;W[a](;B[b])", "ends with ')'"),
    ),
    parse_five_sgf: (
        ("(;GM[1]SZ[19];B[aa])", "GM[1]"),
        ("(;GM[107]SZ[19];W[K10])", "D-Pente"),
    ),
    sgf: (
        ("SZ[15];W[hh]", "W is not to move"),
        ("SZ[15];B[zz]", "no point"),
        ("SZ[15];B[hh];W[hh]", "occupied"),
        ("SZ[17]", "size 17"),
        ("RU[4]SZ[15];B[hh]", "RU[4] is Renju"),
        ("RU[RIF renju 2008]SZ[15];B[hh]", "Renju is not supported"),
        ("RU[8]SZ[15];B[hh]", "Caro"),
        ("RU[Yamaguchi]SZ[15];B[hh]", "expected one of pente"),
        ("RU[1]SZ[9];B[aa]", "sizes 15, 19, 20"),
        ("RU[pente]SZ[15];W[hh]", "size of pente"),
        ("SZ[15];B[hh];AW[ii]", "AW after the first node"),
        ("RU[pente]SZ[19]RE[B+];W[jj](;B[aa]", "ends with"),
        ("SZ[15];B[hh];W[]", "W[] is a pass"),
        ("SZ[15];B[hh];W[tt]", "W[tt] is a pass"),
        ("SZ[15];B[hh][ii]", "one node has one move"),
        ("SZ[15]PL[3]AB[aa]", "PL[3] names no side"),
        ("SZ[15]AB[aa:zz]", "'zz' is no point"),
        ("SZ[19]" + 60 * "AB[aa:ss]", "more than 20000 stones"),
        ("SZ[15:14];B[hh]", "SZ[15:14]"),
        ("RU[0];B[hh]", "without the board's size (SZ)"),
    ),
    parse_gipf_sgf: (
        ("(;GM[1];B[dd])", "expected GM[39]"),
        ("(;GM[39];W[e2])", "turn 1, e2: e2 is occupied"),
        ("(;GM[39]RU[gipf]W[c2])", "first node"),
        ("(;GM[39]RU[go];W[e2])", "'go'"),
        ("(;GM[39]RU[gipf];B[c3])", "turn 1, c3: B is not to move"),
        ("(;GM[39]RU[gipf];W[c2];B[c2])", "turn 2, c2"),
        ("(;GM[39]RU[gipf]MT[x])", "'x' is no limit of turns"),
        (f"(;GM[39]RU[gipf]MT[{'9' * 5000}])", "1 to 99999"),
        ("(;GM[39]RU[gipf]SU[w 3 0 GKh2]RE[W+])", "the record says 1-0, the board 0-1"),
        ("(;GM[39];W[z1])", "gipf-basic"),
    ),
    json_with: (
        ({"format": 2}, "format 2: expected 1"),
        ({"rules": "pente"}, "no game of Gipf is called 'pente'"),
        ({"start": "w 1"}, "reads 'w"),
        ({"moves": ["b1-b2", "e5"]}, "move 2, e5: e5: expected a dot and a spot"),
        ({"moves": 3}, "not iterable"),
        ({"most_turns": -1}, "'-1' is no limit of turns"),
        ({"most_turns": 3_000_000_000}, "'3000000000' is no limit of turns: expected 1 to 99999"),
        ({"start": "w 0 3 Wb2 Kb3"}, "says that None won, the board black"),
        ({"start": "w 0 3 Wb2 Kb3", "winner": "white"}, "the record says 1-0, the board 0-1"),
        (
            {"start": "w 0 3 Wb2 Kb3", "winner": "black", "termination": "no GIPF-piece"},
            "the record ends by no GIPF-piece, the board by empty reserve",
        ),
        (
            {"winner": "black", "termination": "empty reserve"},
            "ends by empty reserve, on the board",
        ),
        ({"winner": "red"}, "'red' is no winner: expected white, black or null"),
    ),
    parse_json: tuple((text, "no record of Gipf") for text in ("", "{", "[1]", '"x"', "{}")),
    parse_paper: (
        ("b1-b9", "turn 1, b1-b9"),
        ('[Game "chess"]', "chess"),
        ('[Game "gipf"]\n\n1. z9', "z9"),
        ('[Game "gipf"]\n[Turns "x"]', "'x' is no limit of turns"),
        ('[Game "gipf"]\n[Turns "100000"]', "1 to 99999"),
        ('[Game "gipf"]\n[Result "red"]', "white, black, draw"),
        ('[Game "gipf"]\n[Start "w"]', "RESERVE"),
        ("1. c2 {why", "a comment that does not end"),
        ("W b1-b3 W c2", "turn 2, Wc2"),
        ('[Game "gipf"]\n\nb1-b3 c2;f2', "turn 2, c2;f2: f2 is one decision too many"),
        ('[Game "gipf"]\n\nb1-b3 xc2', "turn 2, xc2: xc2: Black cannot remove"),
    ),
    parse_webgipf: (("Ke1-e2", "Black is not to move"),),
    parse_pente_text: (
        ('[Game "Connect6"]\n\n1. K10', "Connect6"),
        ("1. K10 I5", "no letter I"),
        ("1. K10 L10 2. L11", "second stone"),
        ("1. A1", "first stone"),
        ("1. K10 K10", "occupied"),
        *(
            (text, "headers without moves")
            for text in (
                '[White "a"]\n[Result "1-0"]\n[PlyCount "56"]\n1-0\n',
                '[Event "1"]\n[Result "*"]\n\n*\n',
                '[Game "Pente"]\n[Result "?"]\n',
            )
        ),
    ),
    parse_psq: (
        ("8,8,0", "begins with"),
        ("", "begins with"),
        ("Piskvorky 15x16, 11:11, 0", "15x16"),
        (PSQ_HEAD.replace(", 0", ", 4"), "0 or 1, not 4"),
    ),
    piskvork: (
        ("16,1,0", "16,1"),
        ("1,1,0\n1,1,0", "occupied"),
        *(
            (text, f"line {number}:")
            for bad in ("9,x,0", "9;8;0", "9 8 0", "(9,8)", "9.5,8,0", "9,8,abc", "9,8,0 // why")
            for text, number in ((f"8,8,0\n{bad}\nb\n-1", 3), (f"8,8,0\na\nb\n{bad}", 5))
        ),
    ),
    lambda text: parse_psq(text, PENTE): ((PSQ_HEAD, "pente"),),
    parse_share: tuple(
        (word, "")
        for word in (
            *("pente", "chess:e2e4", "pente:K10??", "pente:K99", "gipf:a1", "gipf@limit=x:"),
            *("gipf@limit=100000:", "gipf@limit=2_limit=3:", "pente@limit=2:"),
        )
    ),
    lambda text: parse_move_list(text, PENTE): (
        ("K10 Z99 L11", "move 2: 'Z99'"),
        ("K10 L1O K13", "move 2: 'L1O'"),
        ("K10,x", "move 2: 'x'"),
        ("a1a2a3", "is no game of pente"),
        *((text, "") for text in ("K10 {open", "K10 } L11", "K10 (L11)")),
    ),
    lambda text: parse_move_list(text, GOMOKU): (("H8 I9", "no letter I"), ("h8h9i9", "2 ways")),
    lambda text: parse_move_list(text, GOMOKU, "pos-top"): (("h8" * 30_000, "more than"),),
}
MANY = 20_001  # moves, more than a record may have
REFUSED |= {
    parse_sgf_tree: (*REFUSED[parse_sgf_tree], ("(;A[]" + ";B[]" * MANY + ")", "more than")),
}


def test_what_a_format_cannot_hold_is_not_written() -> None:
    """A start that the format has not, a game that the site has not, and odd headers."""
    begun: Any = parse_share("pente:K10")
    elsewhere: Any = type(begun)(begun.end(), [])
    for write, game, named in (
        (format_psq, elsewhere, "empty board"),
        (format_pente_text, elsewhere, "empty board"),
        (format_pente_text, parse_move_list("H8", GOMOKU), "gomoku-15"),
    ):
        with pytest.raises(GameError, match=named):
            write(game)
    assert is_share("pente:K10")
    assert not is_share("chess:K10")
    assert is_move_list("K10 " * 200)


def test_what_is_refused_is_named() -> None:
    """The message of each refused text names what is wrong, where, or what was expected."""
    for read, rows in REFUSED.items():
        for text, named in rows:
            with pytest.raises(GameError) as caught:
                read(text)
            assert named in str(caught.value), (str(text)[:80], str(caught.value))
