"""Records as text: pente.org, Piskvork, and bare lists of moves."""

from __future__ import annotations

import contextlib
import re
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.five.points import format_point
from games.five.position import FivePosition
from games.five.records.move_list import (
    LETTERS,
    NOTATIONS,
    PLAYERS,
    POS_BOTTOM,
    POS_TOP,
    is_move_list,
    parse_move_list,
)
from games.five.records.pente_text import format_pente_text, parse_pente_text
from games.five.records.psq import END, TIMES, format_psq, parse_psq, parse_rec
from games.five.rules import PRESETS, FiveRules
from games.records.movetext import read_headers, read_words
from games.result import OPEN
from games.tree import GameTree, one_line
from tests.conditions import met, often
from tests.strategies import presets, random_game

# A game of the site's archive in the site's own layout.
ARCHIVED = """[Game "Pente"]
[Site "Pente.org"]
[Event "Turn-based Game"]
[Round "-"]
[Section "-"]
[Date "02/14/2023"]
[Time "18:03:22"]
[TimeControl "20+0"]
[Rated "Y"]
[Player 1 Name "alice"]
[Player 2 Name "bob"]
[Player 1 Rating "1820"]
[Player 2 Rating "?"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "1-0"]

1. K10 J11 2. K7 K8 3. J7 L7 4. J9 H7 5. M6 H8 6. H10 K8 7. J8 L11 8. K10 K11 9.
M11 H11 10. G11 J10 1-0
""".replace("\n", "\r\n")


def test_an_archived_game_is_written_again_byte_for_byte() -> None:
    """An archived game is read with its headers and captures and written back byte for byte."""
    game = parse_pente_text(ARCHIVED)
    assert game.end().captured_stones == [2, 4]
    assert game.names == ("alice", "bob")
    assert format_pente_text(game) == ARCHIVED


@pytest.mark.parametrize(
    ("text", "moves", "result"),
    [
        ("1. k10 10L 2. K4", 3, "?"),
        ("1.K10 L10\n2.\nK4 Resign", 3, "1-0"),
        ("1. K10 Forfeit", 1, "1-0"),
        ("1. K10 L10 0-0", 2, "?"),
        ('[Game "Speed Pente"]\n[Result "0-1"]\n1. K10', 1, "0-1"),
        ('[GameType "Gomoku"]\n[White "a"]\n\n1. A1 B1', 2, "?"),
    ],
)
def test_pente_text_is_read_tolerantly(text: str, moves: int, result: str) -> None:
    """Both spellings, missing headers, old header names, and numbers joined to moves are read."""
    game = parse_pente_text(text)
    assert (len(game.moves), game.result) == (moves, result)


def test_gomoku_of_the_site_needs_exactly_five() -> None:
    """Six in a row do not win; the game of five or more is written as the same game."""
    row = " ".join(f"{n + 1}. {letter}1 {letter}9" for n, letter in enumerate("ABCEF")) + " 6. D1"
    game = parse_pente_text(f'[Game "Gomoku"]\n\n{row}')
    assert (game.rules.name, game.result) == ("exact-five-19", OPEN)
    five = GameTree(FivePosition(PRESETS["five-19"]), [])
    assert parse_pente_text(format_pente_text(five)).rules.name == "exact-five-19"


def test_headers_of_others_and_speed_games_are_kept() -> None:
    """Headers that the site does not have follow its own; a speed game stays one."""
    text = '[Game "Speed Pente"]\n[Club "x y"]\n[WhiteRating "7"]\n\n1. K10 {hello} L11!'
    game = parse_pente_text(text)
    assert game.tags == {"Club": "x y", "Player 1 Rating": "7", "Speed": "Y"}
    assert [move.comment for move in game.main_nodes()] == ["hello", "!"]
    written = format_pente_text(game)
    assert written.startswith('[Game "Speed Pente"]')
    assert parse_pente_text(written).tags == {**game.tags, "Rated": "N"}


def test_a_long_run_of_marks_is_read_at_once() -> None:
    """Fuzzing found fifty question marks before another sign, which took longer than a minute."""
    _, words = read_words("?" * 5_000 + "\x00 K10" + "!?" * 5_000)
    assert [(word.text[-3:], len(word.comment)) for word in words] == [
        ("??\x00", 0),
        ("K10", 10_000),
    ]


# What pente.org's own reader does with a header: the formats of Java's SimpleDateFormat, and
# Integer.parseInt; a header that is missing is allowed.
THEIR_DATES = ("%m/%d/%Y", "%Y.%m.%d")
THEIR_CLOCK = re.compile(r"-|-?\d+(\+-?\d+)?( ?days?)?")


def is_date(text: str) -> bool:
    """Whether one of pente.org's two formats reads this date."""
    for format_ in THEIR_DATES:
        with contextlib.suppress(ValueError):
            return bool(datetime.strptime(text, format_))  # noqa: DTZ007 - a day has no zone
    return False


@given(
    st.dictionaries(
        st.sampled_from(("Date", "Time", "TimeControl", "Player 1 Rating", "Player 2 Rating")),
        st.sampled_from(
            (
                *("-", "?", "", "2023-02-14", "02/14/2023", "2023.02.14", "2023.??.??", "18:03:22"),
                *("18:03", "20", "20+5", "1800", "5d", "3 days", "long"),
            )
        ),
    )
)
def test_what_is_written_is_read_by_pente_org(tags: dict[str, str]) -> None:
    """Its reader refuses a file with a date, time, clock or rating that it cannot parse."""
    game = GameTree(FivePosition(PRESETS["pente"]), one_line([180]), tags=tags)
    headers, _ = read_headers(format_pente_text(game))
    assert "Date" not in headers or is_date(headers["Date"])
    assert re.fullmatch(r"\d+:\d+:\d+", headers.get("Time", "0:0:0"))
    assert THEIR_CLOCK.fullmatch(headers["TimeControl"])
    for player in (1, 2):
        assert re.fullmatch(r"[-?]|\d+", headers[f"Player {player} Rating"])
    again = parse_pente_text(format_pente_text(game))
    assert again.tags.items() <= tags.items() | {("Rated", "N")}


@pytest.mark.parametrize("value", ['a \\"big\\" one', 'a "big" one'])
def test_quotes_within_a_header_are_read(value: str) -> None:
    """The last quote before the bracket ends the value; escaped quotes lose their backslash."""
    game = parse_pente_text(f'[Event "{value}"]\n[Round "C:\\"]\n\n1. K10 J11')
    assert game.tags == {"Event": 'a "big" one', "Round": "C:\\"}
    assert len(game.moves) == 2


WRITTEN = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,15\n1,15,3\nbrain-a\nbrain-b\n-1\n"


def test_a_record_of_piskvork_is_read() -> None:
    """Columns and rows count from 1 at the top left; the size determines the rules."""
    game = parse_psq(WRITTEN)
    assert game.rules.name == "gomoku-15"
    assert game.moves == [112, 98, 210]
    assert game.names == ("brain-a", "brain-b")
    assert "PSQ names no rules: read as gomoku-15" in game.notes
    assert parse_psq(WRITTEN, PRESETS["standard-15"]).notes == [TIMES]


REC = "brain-a\nbrain-b\n7,7,0\n8,6,15\n0,14,3\n-1\n"


def test_a_rec_of_piskvork_is_read() -> None:
    """Names come first; columns and rows count from 0 at the top left; the board has 20 lines."""
    game = parse_rec(REC)
    assert (game.rules.name, game.names) == ("gomoku-20", ("brain-a", "brain-b"))
    assert game.moves == [147, 128, 280]
    assert game.notes == [TIMES, "REC names no rules: read as gomoku-20"]
    assert parse_rec(REC, PRESETS["gomoku-15"]).moves == [112, 98, 210]


def test_the_last_number_of_the_head_says_who_began() -> None:
    """With 1 the second name moved first; `REFUSED` of `test_readers` has another number."""
    text = WRITTEN.replace("11:11, 0", "11:11, 1")
    assert parse_psq(text).names == ("brain-b", "brain-a")


def test_the_code_of_the_end_is_a_header() -> None:
    """A known code reads and writes back; PSQ without names has none."""
    game = parse_psq(WRITTEN.replace("-1", "15"))
    assert game.tags == {END: "15"}
    assert format_psq(game).endswith("\n15\n")
    bare = parse_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\n")
    assert bare.names == ("", "")
    assert parse_psq(format_psq(bare)).names == ("", "")


BLANKS = st.text(" \t", max_size=2)
POINTS = st.lists(st.tuples(st.integers(1, 15), st.integers(1, 15)), max_size=9, unique=True)


@given(POINTS, BLANKS, st.sampled_from(("", "\n", " \n\n")), st.sampled_from(("-1", "1.5", "+7")))
def test_moves_may_have_blanks_empty_lines_and_any_time(
    points: list[tuple[int, int]], blank: str, gap: str, time: str
) -> None:
    """Piskvork's own reader skips blanks and empty lines; names stay names."""
    comma = f"{blank},{blank}"
    moves = "".join(f"{blank}{x}{comma}{y}{comma}{time}\n{gap}" for x, y in points)
    game = parse_psq(f"Piskvorky 15x15 , 11:11,0\n{gap}{moves}a 1.5\nb\n-1\n")
    assert game.moves == [15 * (y - 1) + x - 1 for x, y in points]
    assert game.names == ("a 1.5", "b")
    rec = parse_rec(f"a 1.5\n{gap}b\n{moves or '0,0'}", PRESETS["gomoku-19"])
    assert len(rec.moves) == max(1, len(points))


PENTE = PRESETS["pente"]


def written(points: list[int], size: int, notation: str) -> str:
    """The points in a notation, joined."""
    if notation == PLAYERS:
        return "".join(format_point(point, size) for point in points).lower()
    words = []
    for point in points:
        row, column = divmod(point, size)
        words.append(f"{LETTERS[column]}{row + 1 if notation == POS_TOP else size - row}")
    return "".join(words)


@often(taken=2, refused=10)
@given(presets(), st.integers(0, 500), st.integers(2, 12), st.sampled_from(NOTATIONS))
def test_a_notation_that_is_not_stated_is_never_guessed(
    rules: FiveRules, seed: int, turns: int, notation: str
) -> None:
    """Stated, a notation gives the points that were written; else the reader finds that game, or
    says that there are several readings.
    """
    points = random_game(rules, seed, turns)
    assert parse_move_list(written(points, rules.size, notation), rules, notation).moves == points
    try:
        game = parse_move_list(written(points, rules.size, notation), rules)
    except NotationError as error:
        met("refused")
        assert "say which: --from" in str(error)  # noqa: PT017 - one of two outcomes
    else:
        met("taken")
        assert game.moves == points


def test_the_centre_rule_tells_the_letters_of_pente() -> None:
    """Only without I is k10 the centre; the reader says what it took."""
    game = parse_move_list("k10l11k13", PENTE)
    assert game.moves == [180, 162, 123]
    assert "columns without I" in game.notes[0]
    with pytest.raises(NotationError, match=r"2 ways.*pos-bottom.*pos-top"):
        parse_move_list("j10k11", PENTE)
    assert parse_move_list("j10k11", PENTE, POS_BOTTOM).moves == [180, 162]
    assert parse_move_list("j10k11", PENTE, POS_TOP).moves == [180, 200]


@pytest.mark.parametrize(
    "text", ["K10, L11, K13", "K10,L11;K13", "1. K10, L11 2. K13,", "k10_l11_k13", "K10,L11, 13K;"]
)
def test_points_may_have_signs_between_them(text: str) -> None:
    """Commas, semicolons and underscores separate points; numbers may stand before them."""
    assert is_move_list(text)
    assert parse_move_list(text, PENTE).moves == [180, 162, 123]


def test_comments_marks_and_results_are_kept() -> None:
    """Comments in braces and marks become comments; the result is read; the rest is named."""
    game = parse_move_list("1. K10 {the\n centre} L11?! 2. K13 1-0 end", PENTE)
    assert [move.comment for move in game.main_nodes()] == ["the centre", "?!", ""]
    assert game.result == "1-0"
    assert game.notes == ["text after the result is left out: 'end'"]
