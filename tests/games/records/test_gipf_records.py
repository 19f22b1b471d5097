"""Records of Gipf: JSON, SGF, paper, webgipf and shared words."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from games.gipf.moves import is_removal
from games.gipf.position import GipfPosition
from games.gipf.records import paper
from games.gipf.records.formats import is_webgipf, parse_webgipf
from games.gipf.records.json_line import format_json, parse_json
from games.gipf.records.paper import format_paper, parse_paper
from games.gipf.records.sgf import parse_gipf_sgf
from games.gipf.records.sheet import is_paper
from games.gipf.rules import GIPF_PRESETS
from games.result import DRAWN, LOST, OPEN, WON
from games.tree import GameTree, one_line
from tests.games.gipf.boards import TOURNAMENT_GAME


def test_record_json_says_what_is_documented() -> None:
    """The line has the documented keys and the notation of entries."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    assert json.loads(format_json(GameTree(start, one_line(start.legal_moves()[:1])))) == {
        "format": 1,
        "rules": "gipf-basic",
        "most_turns": 0,
        "start": "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5",
        "moves": ["b1-b2"],
        "winner": None,
        "termination": None,
    }


def test_records_know_who_won_off_the_board() -> None:
    """A game that was resigned, lost on time or agreed a draw keeps its result, in SGF also with
    what other programs write after the colour.
    """
    line = json.loads(format_json(GameTree(GipfPosition(GIPF_PRESETS["gipf-basic"]), [])))
    for winner, termination, result in (
        ("white", "resignation", WON),
        ("black", "time", LOST),
        ("black", None, LOST),
        (None, "agreement", DRAWN),
        (None, None, OPEN),
        (None, "unfinished", OPEN),
    ):
        line |= {"winner": winner, "termination": termination}
        assert parse_json(json.dumps(line)).result == result
    texts = {"W+": WON, "B+R": LOST, "W+T": WON, "0": DRAWN, "Draw": DRAWN, "?": OPEN}
    for text, result in texts.items():
        assert parse_gipf_sgf(f"(;GM[39]RU[gipf-basic]RE[{text}];W[c2])").result == result


def test_the_documented_game_on_paper_can_be_played() -> None:
    """The example at the head of the module is read: in its third turn White removes a row."""
    example = dedent((paper.__doc__ or "").partition("\n\n")[2].partition("...")[0])
    end = parse_paper(example).end()
    assert (end.turns, end.lost) == (5, [0, 1])


DOCUMENTED = TOURNAMENT_GAME.split()[:26]
GAME = " ".join(DOCUMENTED)
PAIRS = list(zip(DOCUMENTED[::2], DOCUMENTED[1::2], strict=True))
MAILED = [word.replace("G", "g") if "G" in word else f"n{word}" for word in DOCUMENTED[:13]]


def lines_of(pattern: str) -> str:
    """Each pair of turns in a line of this pattern, with its number."""
    return "\n".join(pattern.format(n=n, w=w, b=b) for n, (w, b) in enumerate(PAIRS, 1))


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(DOCUMENTED),
        "/".join(DOCUMENTED),
        lines_of("{w} / {b}"),
        lines_of("{n}. {w}/{b}"),
        lines_of("{n}: {w} {b}"),
        lines_of("{n}. {w}\n{n}... {b}"),
        lines_of("{n}. {w} (12) {b}(9)"),
        "White    Black\n" + lines_of("{w:30} {n:2}  {b}"),
        "| No | WHITE | BLACK |\n|----+----+----|\n" + lines_of("| {n} | {w} | {b} |"),
        "White\tBlack\r\n" + lines_of("{w}\t{n}\t{b}").replace("\n", "\r\n"),
        lines_of("W {w} B {b}"),
        lines_of("White: {w}  Black: {b}"),
        lines_of("w{w} k{b}"),
        GAME.upper(),
        GAME.lower(),
        "\n".join(DOCUMENTED).replace("-", " - ").replace(",", ", ").replace(";x", " ; x "),
        GAME.replace(";", " "),
        GAME.replace(";x", "x").replace("-", "\u2013"),
        " ".join([*MAILED, *DOCUMENTED[13:]]),
        "\n".join([*MAILED, *DOCUMENTED[13:]]).upper(),
        GAME + " *",
        '[Result "*"]\n\n' + GAME + "\n*",
    ],
)
def test_sheets_slashes_and_other_spellings_are_the_same_game(text: str) -> None:
    """What stands around and within the turns does not change them, and the game is recognised."""
    assert is_paper(text)
    game = parse_paper(text)
    assert (game.rules.name, game.result) == ("gipf-tournament", "?")
    assert game.end().key == parse_paper(GAME).end().key


@pytest.mark.parametrize("heading", ["White: Ann Lee   Black: Ben\n", "White: Ann\nBlack = Ben\n"])
def test_a_sheet_names_the_players(heading: str) -> None:
    """The heading has their names; comments keep their slashes and commas."""
    game = parse_paper(
        heading + "1. b1-b3 {x b2, b3 / 1 - 2} c2\n2. d2\n", GIPF_PRESETS["gipf-basic"]
    )
    assert [name.split()[0] for name in game.names] == ["Ann", "Ben"]
    assert [move.comment for move in game.main_nodes()] == ["x b2, b3 / 1 - 2", "", ""]


def test_marks_comments_and_headers_round_trip() -> None:
    """Marks after a turn become comments; players and other headers read back."""
    text = '[Game "gipf-basic"]\n[White "ann"]\n[Site "club"]\n\n{first} 1.b1-b3! {good\n} c2?!'
    game = parse_paper(text)
    assert [move.comment for move in game.main_nodes()] == ["! good", "?!"]
    assert (game.names, game.tags, game.comment) == (("ann", ""), {"Site": "club"}, "first")
    again = parse_paper(format_paper(game))
    assert (again.moves, again.names, again.tags) == (game.moves, game.names, game.tags)
    assert [move.comment for move in again.main_nodes()] == ["! good", "?!"]
    assert again.comment == "first"


def test_the_game_is_recognised_without_its_name() -> None:
    """A GIPF-piece brought in means the tournament game; else the rules decide, or a note tells
    that both are legal. SGF and webgipf go by the same rule.
    """
    turns = "".join(f";{'WB'[n % 2]}[{word}]" for n, word in enumerate(DOCUMENTED[:13]))
    for game in (parse_paper(" ".join(DOCUMENTED[:13])), parse_gipf_sgf(f"(;GM[39]{turns})")):
        assert game.rules.name == "gipf-tournament"
    for read, text in (
        (parse_paper, "1. b1-b3 c2 2. d2"),
        (parse_gipf_sgf, "(;GM[39];W[b1-b3];B[c2])"),
        (parse_webgipf, "We1-e2 Ka1-b2"),
    ):
        assert read(text).rules.name == "gipf-basic"
        assert read(text).notes == [
            "the text names no game: read as gipf-basic; -g gipf is legal as well"
        ]
        assert read(text, GIPF_PRESETS["gipf"]).rules.name == "gipf"


# A game in webgipf's own source; both removals are Black's and White's, with GIPF-pieces left.
OWN = (
    "GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4 Ka5-b5 Wi3-h4 Ki4-h4 Wi3-h4 Kg7-g6 "
    "Wb6-c6 Kb6-c6 Wi3-h4 Kf8-f7 Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5 Ka4-b5 Wd8-d7 Ke9-e8 xc5,d6,e7,f7 "
    "xe6,g4 Wb6-c6 Ka5-b5 Wh6-h5 Ki4-h5 Wi4-h5 Kg7-g6 Wi3-h4 Kh6-h5 Wa5-b5 Ki3-h3 Wi4-h4"
)


def test_a_game_of_webgipf_is_read() -> None:
    """A tournament game with removals by both sides reads to its end without naming its game."""
    game = parse_webgipf(OWN)
    assert (game.rules.name, game.notes) == ("gipf-tournament", [])
    assert is_webgipf(OWN)
    pushes = [word for word in OWN.split() if not word.startswith("x")]
    assert sum(not is_removal(move) for move in game.moves) == len(pushes) == 33
