"""`pente show` and `pente review`: a game in the terminal and in files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.records import show_command
from games.registry import family_named
from tests.in_process import pente

GAME = """[Game "Pente"]
[Player 1 Name "ann"]
[Rated "Y"]

1. K10 {the centre} L10 2. K14 M10 3. N10 A1
"""
LOST = "1. K10 A8 2. K13 C3 3. L12 D4 4. M11 E5 5. A19 F6"
THREE = "\n".join(f"(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[{at}])" for at in ("hi", "hh", "ii"))


def shown(*words: str, stdin: str = GAME, code: int = 0) -> str:
    """What the command prints, its errors after its output."""
    end = pente(*words[:1], "-", *words[1:], stdin=stdin)
    assert end.returncode == code, end.stderr
    return end.stdout + end.stderr


def test_a_board_is_shown_with_captures_and_side() -> None:
    """Names, headers, board, captured stones, moves, the side to move and the end; --ply counts
    moves from the start and shows the comment on the move.
    """
    text = shown("show")
    for part in ("White: ann", "Rated Y", "by White 2, by Black 0", "3. N10 A1", "White to move"):
        assert part in text
    assert max(map(len, text.splitlines())) <= 80
    text = shown("show", "--ply", "1")
    assert "{the centre}" in text
    assert "after 1 moves, Black to move" in text
    assert "by White 0" in shown("show", "--ply", "0")
    won = "gomoku-9:A1A9B1B9C1C9D1D9E1"
    assert "Black wins by five in a row." in shown("show", stdin=won)
    assert "the record says 1-0" in shown("show", stdin=GAME.replace("A1\n", "A1 1-0\n"))
    assert "in reserve: White 16, Black 18" in shown("show", stdin="1. Ge8")
    fields = json.loads(shown("show", "--json"))
    assert (fields["captured"], fields["to_move"]) == ({"white": 2, "black": 0}, "white")
    assert fields["moves"] == ["K10", "L10", "K14", "M10", "N10", "A1"]
    assert fields["comments"] == {"1": "the centre"}


def test_one_game_of_a_collection_or_all(tmp_path: Path) -> None:
    """--number chooses, --all shows every game, and without either a line says which is shown. A
    folder is a collection too; one with input.txt is a game of the harness.
    """
    both = GAME + "\n" + GAME.replace("ann", "bob").replace(" 3. N10 A1", "")
    assert "bob" in shown("show", "--number", "2", stdin=both)
    text = shown("show", "--all", stdin=both)
    assert text.count("to move") == 2
    assert "game 1:" in text
    assert "holds 2 games; this is number 1" in shown("show", stdin=both)
    (tmp_path / "a.share").write_text("pente:K10")
    (tmp_path / "b.share").write_text("pente:K10J11")
    assert "1. K10 J11" in pente("show", str(tmp_path), "--number", "2").stdout
    board = "BLACK\n100.0\n0,0\n" + ("." * 19 + "\n") * 19
    (tmp_path / "input.txt").write_text(board)
    assert "Black to move" in pente("show", str(tmp_path)).stdout


def test_a_bad_game_does_not_hide_the_others() -> None:
    """--number counts it, so that the third game keeps its number; the exit code is 1."""
    for words, rows in ((["--number", "3"], ["1. H8 J7"]), (["--all"], ["1. H8 H7", "1. H8 J7"])):
        text = shown("show", *words, stdin=THREE, code=1)
        assert [row for row in text.splitlines() if row.startswith("1. ")] == rows
        assert "-, game 2 of 3, from line 2: move 2" in text
        assert "1 of 3 games missing" in text
    assert "game 2 of 3" in shown("show", "--number", "2", stdin=THREE, code=2)


def test_colours_need_a_terminal_and_no_word_against_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There are no escapes in a pipe, some on a terminal, and none with NO_COLOR."""
    assert "\x1b" not in shown("show")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert show_command.use_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not show_command.use_colours()
    board = "   A B\n 2 . w 2\n 1[B]. 1\ncaptured stones: by White 0"
    painted = family_named("pente").painted(board, show_command.painted)
    assert painted.count("\x1b[0m") == 2
    assert painted.endswith("by White 0")
    assert family_named("gipf").painted(" GW  K  . ", show_command.painted).count("\x1b[0m") == 2


def test_a_review_tells_every_move_and_the_mistakes(tmp_path: Path) -> None:
    """A line per move, the mistakes in words, the accuracy of both sides, and files of each kind;
    JSON stands alone on standard output. Each game of a collection has its own part.
    """
    text = shown("review", "--nodes", "800", stdin=LOST)
    assert text.count("...") >= 5
    assert "5. A19 loses a won game: " in text
    assert "accuracy: White " in text
    page = str(tmp_path / "r.html")
    words = ("review", "-", "--nodes", "100", "--html", page, "--json")
    told = json.loads(pente(*words, stdin=LOST).stdout)
    assert len(told["moves"]) == 10
    assert all(
        move["text"].startswith(f"{n // 2 + 1}.") == bool(move["mark"])
        for n, move in enumerate(told["moves"])
    )
    assert set(told["accuracy"]) == {"white", "black"}
    assert Path(page).read_text().startswith("<!doctype html>")
    games = "pente:K10A1\npente:K10A1K13\n"
    text = shown("review", "--nodes", "100", "--all", "-g", "pente", stdin=games)
    assert text.count("\naccuracy: ") == 2
    assert "game 2:" in text
