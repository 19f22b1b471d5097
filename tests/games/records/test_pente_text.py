"""pente.org's text of a game."""

from __future__ import annotations

import contextlib
import re
from datetime import datetime

import pytest
from games.records.five_game import OPEN, RecordedGame, line_of_moves
from hypothesis import given
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import PRESETS
from games.records.movetext import read_headers, read_words
from games.records.pente_text import format_pente_text, parse_pente_text

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
    five = RecordedGame(Position(PRESETS["five-19"]), [])
    assert parse_pente_text(format_pente_text(five)).rules.name == "exact-five-19"


def test_headers_of_others_and_speed_games_are_kept() -> None:
    """Headers that the site does not have follow its own; a speed game stays one."""
    text = '[Game "Speed Pente"]\n[Club "x y"]\n[WhiteRating "7"]\n\n1. K10 {hello} L11!'
    game = parse_pente_text(text)
    assert game.tags == {"Club": "x y", "Player 1 Rating": "7", "Speed": "Y"}
    assert [move.comment for move in game.moves] == ["hello", "!"]
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
    game = RecordedGame(Position(PRESETS["pente"]), line_of_moves([180]), tags=tags)
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
