"""Whole games of Gipf in paper notation."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules, gipf_rules_named
from games.records import gipf_paper as paper
from games.records.gipf_paper import format_paper, parse_paper
from games.records.gipf_sgf import parse_gipf_sgf
from games.records.gipf_sheet import is_paper
from games.records.movetext import WIDTH
from games.tree import GameTree, one_line
from tests.conditions import met, often
from tests.gipf_strategies import gipf_rules, random_gipf_game
from tests.strategies import damaged


@given(gipf_rules(), st.integers(0, 1000), st.integers(0, 60))
def test_games_on_paper_round_trip(rules: GipfRules, seed: int, most: int) -> None:
    """Rules, handicap, limit and the last board read back.

    The moves may differ if two entries lead onto the same spot.
    """
    start = GipfPosition(rules)
    game = GameTree(start, one_line(random_gipf_game(start, seed, most)))
    text = format_paper(game)
    again = parse_paper(text)
    assert again.start.rules == rules
    assert again.end().key == game.end().key
    assert all(len(line) <= max(WIDTH, 200) for line in text.splitlines())


def test_turns_are_read_with_and_without_numbers() -> None:
    """A game without headers needs the game's name; a number may be joined to its turn."""
    one = parse_paper('[Game "gipf-basic"]\n\n1. b1-b3 c2\n2. d2\n')
    assert len(one.moves) == 3
    for text in ("b1-b3 c2 d2", "1.b1-b3 c2 2.d2", "1. b1-b3 1...c2 2.d2"):
        assert parse_paper(text, "gipf-basic").moves == one.moves


def test_the_documented_game_on_paper_can_be_played() -> None:
    """The example at the head of the module is read: in its third turn White removes a row."""
    example = dedent((paper.__doc__ or "").partition("\n\n")[2].partition("...")[0])
    end = parse_paper(example).end()
    assert (end.turns, end.lost) == (5, [0, 1])


WRITTEN = '[Game "gipf-basic"]\n[Turns "9"]\n\n1. b1-b3 c2\n2. d2\n'


@often(read=10, refused=50)
@given(st.text(max_size=80), damaged(WRITTEN, st.text('[]"1.bcdx-\n ', max_size=2)))
def test_random_text_raises_only_the_named_error(text: str, written: str) -> None:
    """Any text gives a game or a GameError."""
    for body in (text, written, f'[Game "gipf"]\n{text}', f'[Game "gipf"]\n[Start "{text}"]'):
        try:
            parse_paper(body)
        except GameError:
            met("refused")
        else:
            met("read")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("b1-b9", "read as gipf-basic: turn 1, b1-b9"),
        ('[Game "chess"]', "chess"),
        ('[Game "gipf"]\n\n1. z9', "z9"),
        ('[Game "gipf"]\n[Turns "x"]', "'x' is no limit of turns"),
        ('[Game "gipf"]\n[Turns "100000"]', "expected 1 to 99999, 0 for none"),
        ('[Game "gipf"]\n[Result "red"]', "expected white, black, draw"),
        ('[Game "gipf"]\n[Start "w"]', "RESERVE"),
    ],
)
def test_paper_says_what_is_wrong(text: str, reason: str) -> None:
    """The error names the header or the turn."""
    with pytest.raises(GameError, match=reason):
        parse_paper(text)


def test_the_result_must_be_the_boards() -> None:
    """A header that names another winner than the last board is refused."""
    start = GipfPosition(gipf_rules_named("gipf-basic"))
    game = GameTree(start, one_line(random_gipf_game(start, 1, 2000)))
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
    assert [move.comment for move in game.main_nodes()] == ["x b2, b3 / 1 - 2", "", ""]


def test_the_colour_of_a_turn_must_be_right() -> None:
    """A turn that names the other colour is refused."""
    with pytest.raises(GameError, match=r"turn 2, Wc2: .*White is not to move"):
        parse_paper("W b1-b3 W c2", "gipf-basic")


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
    assert [move.comment for move in game.main_nodes()] == ["! good", "?!"]
    assert (game.names, game.tags, game.comment) == (("ann", ""), {"Site": "club"}, "first")
    again = parse_paper(format_paper(game))
    assert (again.moves, again.names, again.tags) == (game.moves, game.names, game.tags)
    assert [move.comment for move in again.main_nodes()] == ["! good", "?!"]
    assert again.comment == "first"


def test_sgf_without_rules_is_recognised_alike() -> None:
    """An SGF file of Gipf without RU is read by the same rule."""
    turns = "".join(f";{'WB'[n % 2]}[{word}]" for n, word in enumerate(TOURNAMENT.split()))
    assert parse_gipf_sgf(f"(;GM[39]{turns})").rules.name == "gipf-tournament"
    basic = parse_gipf_sgf("(;GM[39];W[b1-b3];B[c2])")
    assert (basic.rules.name, len(basic.notes)) == ("gipf-basic", 1)
    assert parse_gipf_sgf("(;GM[39];W[b1-b3])", "gipf").rules.name == "gipf"
    with pytest.raises(GameError, match="read as gipf-basic"):
        parse_gipf_sgf("(;GM[39];W[z1])")
