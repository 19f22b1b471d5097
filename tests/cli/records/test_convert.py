"""`pente convert`."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.in_process import pente

WORDS = [f"pente:K10{move}" for move in ("J11", "K11", "L11", "M11")]
PSQ = "Piskvorky 20x20, 11:11, 0\n8,8,0\n-1\n"
BAD_OF_THREE = "".join(
    f"(;GM[4]RU[gomoku-15]SZ[15];B[hh];W[{second}])\n" for second in ("hi", "hh", "ii")
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of one game, of two and of four, and a folder of records."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.share").write_text("pente:K10J11K7K8\n")
    (tmp_path / "two.share").write_text("pente:K10\npente:K10J11\n")
    (tmp_path / "four.share").write_text("\n".join(WORDS) + "\n")
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "a.share").write_text("pente:K10\npente:K10J11\n")
    (tmp_path / "club" / "b.sgf").write_text("(;GM[4]RU[1]SZ[15];B[hh])")
    (tmp_path / "club" / "note.doc").write_text("hello")
    return tmp_path


def convert(*words: str, stdin: str = "", code: int = 0) -> CompletedProcess[str]:
    """`pente convert`, which must end with this exit code."""
    end = pente("convert", *words, stdin=stdin)
    assert end.returncode == code, end.stderr
    return end


def test_convert_refuses_to_lose_games(files: Path) -> None:
    """A format for one game refuses several, and takes them in a folder, where no file is replaced;
    `--json` names the files and what they do not hold.
    """
    target = files / "game.psq"
    refused = convert("two.share", str(target), code=2).stderr
    assert "holds 2 games" in refused
    assert "--number" in refused
    assert not target.exists()
    convert("two.share", str(target), "--number", "2")
    assert "10,10,0\n9,9,0" in target.read_text()
    words = ("two.share", "out/", "--to", "psq")
    told = json.loads(convert(*words, "--json").stdout)
    assert (told["format"], told["games"]) == ("psq", 2)
    names = sorted(Path(name).name for name in told["files"])
    assert names == sorted(path.name for path in (files / "out").iterdir())
    assert names == ["two-1.psq", "two-2.psq"]
    assert "psq does not hold the rules pente" in told["warnings"][0]
    assert "exists already: nothing is written" in convert(*words, code=2).stderr


ARCHIVED = """[Game "Pente"]
[Site "Pente.org"]
[Rated "Y"]
[Player 1 Name "alice"]
[Result "1-0"]

1. K10 {the centre} J11 1-0
"""


def test_convert_keeps_headers_and_names_what_is_lost(files: Path) -> None:
    """Headers pass through JSON and SGF; what PSQ lacks is named; --strict writes nothing."""
    source = "game.txt"
    (files / source).write_text(ARCHIVED)
    for target in ("game.jsonl", "game.sgf", "game.json"):
        assert convert(source, target, "--strict").stdout == ""
        source = target
    end = convert(source, "again.txt")
    text = (files / "again.txt").read_text()
    assert '[Site "Pente.org"]' in text
    assert '[Rated "Y"]' in text
    assert "pente does not hold 1 comment" in end.stderr
    said = convert(source, "game.psq").stderr
    assert "psq does not hold the rules pente (other programs take it for Gomoku)" in said
    assert "the headers Site, Rated" in said
    (files / "game.psq").unlink()
    end = convert(source, "game.psq", "--strict", code=2)
    assert "--strict: nothing is written" in end.stderr
    assert not (files / "game.psq").exists()


def test_convert_reads_folders_patterns_and_archives(files: Path) -> None:
    """They give the games of all their files; other files are named."""
    end = convert("club", "-", "--to", "share", "--all")
    assert "files that are no records are left out: note.doc" in end.stderr
    assert end.stdout.split() == ["pente:K10", "pente:K10J11", "standard-15:H8"]
    assert "pente: 2 games" in convert("club/*.share", "-", "--to", "share").stderr
    both = convert("club/*.share", "club/b.sgf", "-", "--to", "share", "--number", "3")
    assert both.stdout == "standard-15:H8\n"
    with zipfile.ZipFile(files / "results.zip", "w") as made:
        made.writestr("one/a.psq", PSQ)
        made.writestr("two/a.psq", PSQ.replace("8,8", "9,8"))
        made.writestr("result.htm", "<p>")
    assert "results.zip/result.htm" in convert("results.zip", "out/", "--to", "share").stderr
    assert sorted(path.name for path in (files / "out").iterdir()) == ["a.share", "a_2.share"]


def test_games_that_can_be_read_are_written(files: Path) -> None:
    """The bad one is named, the exit code is 1; --strict writes nothing. In a folder a text without
    a game is left out; one that the user names counts as missing.
    """
    target = files / "out.share"
    (files / "club.sgf").write_text(BAD_OF_THREE)
    end = convert("club.sgf", "out.share", "--strict", code=2)
    assert "--strict: nothing is written" in end.stderr
    assert not target.exists()
    end = convert("club.sgf", "out.share", "--json", code=1)
    assert "club.sgf, game 2 of 3, from line 2: move 2, H8" in end.stderr
    assert "1 of 3 games missing" in end.stderr
    said = json.loads(end.stdout)
    assert (said["games"], len(said["missing"])) == (2, 1)
    assert target.read_text() == "gomoku-15:H8H7\ngomoku-15:H8J7\n"
    (files / "club" / "notes.txt").write_text("nothing of the kind")
    end = convert("club/a.share", "club/notes.txt", "-", "--to", "share", code=1)
    assert end.stdout == "pente:K10\npente:K10J11\n"
    assert "notes.txt: unknown format" in end.stderr
    assert "notes.txt" in convert("club", "-", "--to", "share").stderr
