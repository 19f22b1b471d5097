"""Whole games of Gipf in paper notation."""

from __future__ import annotations

from textwrap import dedent

import pytest
from games.records.gipf_game import GipfGame

from games.errors import GameError
from games.gipf.position import GipfPosition
from games.gipf.rules import gipf_rules_named
from games.records import gipf_paper as paper
from games.records.gipf_paper import format_paper, parse_paper
from games.records.gipf_sgf import parse_sgf_game
from games.records.gipf_sheet import is_paper
from tests.gipf_strategies import random_gipf_game


def test_the_documented_game_on_paper_can_be_played() -> None:
    """The example at the head of the module is read: in its third turn White removes a row."""
    example = dedent((paper.__doc__ or "").partition("\n\n")[2].partition("...")[0])
    end = parse_paper(example).end()
    assert (end.turns, end.lost) == (5, [0, 1])


def test_the_result_must_be_the_boards() -> None:
    """A header that names another winner than the last board is refused."""
    start = GipfPosition(gipf_rules_named("gipf-basic"))
    game = GipfGame(start, random_gipf_game(start, 1, 2000))
    text = format_paper(game)
    assert "[Result " in text
    winner = "white" if '[Result "white"]' in text else "black"
    other = {"white": "black", "black": "white"}[winner]
    with pytest.raises(GameError, match="the board"):
        parse_paper(text.replace(f'[Result "{winner}"]', f'[Result "{other}"]'))


GAME = (  # a tournament game of another program's tests, removals before and after pushes
    "Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5 xe7,e8;c7-e7 "
    "g7-b4 c7-h4 h6-d5 b6-g4 h6-c4;xc6*,d6,f5,g4 b3 b5 g7-d6 xd7*,e7,f6,h4;a5-f4 a2-f6 "
    "a5-g3;xb3*,c4*,d5,g6 e2"
)
DOCUMENTED = GAME.split()
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
    game = parse_paper(heading + "1. b1-b3 {x b2, b3 / 1 - 2} c2\n2. d2\n", "gipf-basic")
    assert [name.split()[0] for name in game.names] == ["Ann", "Ben"]
    assert [move.comment for move in game.tree] == ["x b2, b3 / 1 - 2", "", ""]


TOURNAMENT = "Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5"


def test_the_game_is_recognised_without_its_name() -> None:
    """A GIPF-piece brought in means the tournament game; else the rules decide, or a note tells."""
    assert parse_paper(TOURNAMENT).rules.name == "gipf-tournament"
    basic = parse_paper("1. b1-b3 c2 2. d2")
    assert basic.rules.name == "gipf-basic"
    assert basic.notes == ["the text names no game: read as gipf-basic; -g gipf is legal as well"]


def test_marks_comments_and_headers_round_trip() -> None:
    """Marks after a turn become comments; players and other headers read back."""
    text = '[Game "gipf-basic"]\n[White "ann"]\n[Site "club"]\n\n{first} 1.b1-b3! {good\n} c2?!'
    game = parse_paper(text)
    assert [move.comment for move in game.tree] == ["! good", "?!"]
    assert (game.names, game.tags, game.comment) == (("ann", ""), {"Site": "club"}, "first")
    again = parse_paper(format_paper(game))
    assert (again.tree, again.names, again.tags) == (game.tree, game.names, game.tags)
    assert again.comment == "first"


def test_sgf_without_rules_is_recognised_alike() -> None:
    """An SGF file of Gipf without RU is read by the same rule."""
    turns = "".join(f";{'WB'[n % 2]}[{word}]" for n, word in enumerate(TOURNAMENT.split()))
    assert parse_sgf_game(f"(;GM[39]{turns})").rules.name == "gipf-tournament"
    basic = parse_sgf_game("(;GM[39];W[b1-b3];B[c2])")
    assert (basic.rules.name, len(basic.notes)) == ("gipf-basic", 1)
    assert parse_sgf_game("(;GM[39];W[b1-b3])", "gipf").rules.name == "gipf"
    with pytest.raises(GameError, match="read as gipf-basic"):
        parse_sgf_game("(;GM[39];W[z1])")
