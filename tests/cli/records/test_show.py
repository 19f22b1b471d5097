"""`pente show`: a game in the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import pente
from cli.records import show_command

GAME = """[Game "Pente"]
[Player 1 Name "ann"]
[Rated "Y"]

1. K10 {the centre} L10 2. K14 M10 3. N10 A1
"""


def shown(*words: str, stdin: str = GAME) -> str:
    """Return what the command prints."""
    result = CliRunner().invoke(pente, ["show", "-", *words], input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_last_board_is_shown_with_captures_and_side() -> None:
    """Names, headers, board, captured stones, moves and the side to move."""
    text = shown()
    for part in ("White: ann", "Rated Y", "by White 2, by Black 0", "3. N10 A1", "White to move"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_ply_shows_an_earlier_board() -> None:
    """--ply counts moves from the start; the comment on the move is shown; 0 is the start."""
    text = shown("--ply", "1")
    assert "{the centre}" in text
    assert "after 1 moves, Black to move" in text
    assert "by White 0" in shown("--ply", "0")
    result = CliRunner().invoke(pente, ["show", "-", "--ply", "7"], input=GAME)
    assert "has 6 moves, not 7" in str(result.exception) + result.output


def test_one_game_of_a_collection_or_all() -> None:
    """--number chooses, --all shows every game, and without either a line says which is shown."""
    both = GAME + "\n" + GAME.replace("ann", "bob").replace(" 3. N10 A1", "")
    assert "bob" in shown("--number", "2", stdin=both)
    text = shown("--all", stdin=both)
    assert text.count("to move") == 2
    assert "game 1:" in text
    assert "holds 2 games; this is number 1" in shown(stdin=both)


def test_a_folder_is_a_collection_or_a_harness_game(tmp_path: Path) -> None:
    """A folder of records is read like a file of them; one with input.txt is a single game."""
    (tmp_path / "a.share").write_text("pente:K10", encoding="ascii")
    (tmp_path / "b.share").write_text("pente:K10J11", encoding="ascii")
    result = CliRunner().invoke(pente, ["show", str(tmp_path), "--number", "2"])
    assert "1. K10 J11" in result.output
    board = "BLACK\n100.0\n0,0\n" + ("." * 19 + "\n") * 19
    (tmp_path / "input.txt").write_text(board, encoding="ascii")
    result = CliRunner().invoke(pente, ["show", str(tmp_path)])
    assert "Black to move" in result.output


def test_the_end_of_a_game_is_told() -> None:
    """A won game says who has won; a game that was given up keeps the record's result."""
    won = "gomoku-9:A1A9B1B9C1C9D1D9E1"
    assert "Black wins by five in a row." in shown(stdin=won)
    assert "the record says 1-0" in shown(stdin=GAME.replace("A1\n", "A1 1-0\n"))


def test_gipf_and_json_are_shown() -> None:
    """Gipf has its drawing and reserves; JSON has position, captures and moves."""
    assert "in reserve: White 16, Black 18" in shown(stdin="1. Ge8")
    fields = json.loads(shown("--json"))
    assert (fields["captured"], fields["to_move"]) == ({"white": 2, "black": 0}, "white")
    assert fields["moves"] == ["K10", "L10", "K14", "M10", "N10", "A1"]
    assert fields["comments"] == {"1": "the centre"}


def test_colours_need_a_terminal_and_no_word_against_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are no escapes in a pipe, some on a terminal, and none with NO_COLOR."""
    assert "\x1b" not in shown()
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert show_command.use_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not show_command.use_colours()
    board = "   A B\n 2 . w 2\n 1[B]. 1\ncaptured stones: by White 0"
    painted = show_command.coloured(board)
    assert painted.count("\x1b[0m") == 2
    assert painted.endswith("by White 0")
    assert show_command.coloured_gipf(" GW  K  . ").count("\x1b[0m") == 2


def test_a_bad_game_does_not_hide_the_others() -> None:
    """--number counts it, so that the third game keeps its number; the exit code is 1."""
    games = [f"(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[{at}])" for at in ("hi", "hh", "ii")]
    for words, rows in ((["--number", "3"], ["1. H8 J7"]), (["--all"], ["1. H8 H7", "1. H8 J7"])):
        result = CliRunner().invoke(pente, ["show", "-", *words], input="\n".join(games))
        assert result.exit_code == 1
        assert [row for row in result.stdout.splitlines() if row.startswith("1. ")] == rows
        assert "-, game 2 of 3, from line 2: move 2" in result.stderr
        assert "1 of 3 games missing" in result.stderr
    refused = CliRunner().invoke(pente, ["show", "-", "--number", "2"], input="\n".join(games))
    assert "game 2 of 3" in str(refused.exception)
