"""`pente explorer`: collections into a file, and what was played in a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.in_process import pente

GAME = """[Game "Pente"]
[Player 1 Name "ann"]
[Player 2 Name "{name}"]
[Result "{result}"]

1. K10 {reply} 2. K14 L12
"""
GAMES = "\n".join(
    GAME.format(name=name, result=result, reply=reply)
    for name, result, reply in (
        ("bob", "1-0", "J11"),
        ("cid", "0-1", "L9"),  # an image of J11
        ("dan", "1-0", "K11"),
    )
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a collection, imported into the explorer of the folder."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club.txt").write_text(GAMES)
    assert "3 games, 3 new, 0 known" in explorer("import", "club.txt")
    return tmp_path


def explorer(*words: str, code: int = 0) -> str:
    """What the command prints, its errors after its output."""
    end = pente("explorer", *words, "--data", ".")
    assert end.returncode == code, end.stderr
    return end.stdout + end.stderr


def told(*words: str) -> Any:
    """The JSON that the command prints."""
    return json.loads(explorer(*words, "--json"))


@pytest.mark.usefixtures("data")
def test_a_position_shows_what_was_played_up_to_symmetry() -> None:
    """Moves that are images of each other are one move, with their results; the book is there; a
    record and --ply name the position as well.
    """
    shown = explorer("show", "pente:K10")
    assert "Black to move: 3 games" in shown
    assert shown.splitlines()[2].split()[1:5] == ["2", "50", "%", "0"]
    moves = told("show", "pente:K10")["moves"][:2]
    assert [(move["games"], move["wins"]) for move in moves] == [(2, [1, 1]), (1, [1, 0])]
    assert sum(move["book"] for move in told("show", "pente:K10J11")["moves"]) == 1
    assert "3 games" in explorer("show", "club.txt", "--number", "3", "--ply", "1")
    assert "White to move: 2 games" in explorer("show", "pente:K10J9")


def test_a_game_counts_once(data: Path) -> None:
    """The same file, and the same game written differently, change nothing."""
    assert told("import", "club.txt") == {
        "games": 3,
        "collection": "club.txt",
        "files": [{"file": "club.txt", "games": 3, "new": 0, "known": 3, "left_out": {}}],
    }
    copy = GAME.format(name="BOB", result="?", reply="j11") + "1-0"
    (data / "copy.txt").write_text(copy)
    assert "0 new, 1 known" in explorer("import", "copy.txt")


def test_the_files_of_a_command_are_one_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a pattern, or several files: it has the folder's name, and a bad file is
    left out.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "club").mkdir()
    for number in range(5):
        text = GAME.format(name=f"p{number}", result="1-0", reply="J11")
        (tmp_path / "club" / f"g{number}.txt").write_text(text)
        if number == 0:
            explorer("import", "club")
    (tmp_path / "club" / "g5.txt").write_text("hello")
    for files in (["club"], ["club/*.txt"], ["club/g0.txt", "club/g1.txt"]):
        said = explorer("import", *files)
        assert said.startswith("club: ")
        assert ("g5.txt: left out: 1 game: unknown format" in said) == (len(files) < 2)
    listed = told("list")["collections"]
    assert [(one["name"], one["games"]) for one in listed] == [("club", 5)]
    assert "g5.txt" in explorer("import", "club/g5.txt", code=2)


def test_collections_are_listed_and_removed(data: Path) -> None:
    """By name or pattern, with the games that no other has. One bad game of a collection does not
    refuse the others.
    """
    bad = '[Game "D-Pente"]\n\n1. K10 J11\n\n[Game "Pente"]\n\n1. K10 K10\n\n'
    eve = GAME.format(name="eve", result="1-0", reply="A1")
    (data / "more.txt").write_text(f"{bad}{GAMES}\n{eve}")
    said = explorer("import", "more.txt")
    assert "6 games, 1 new, 3 known, 2 left out" in said
    assert "left out: 1 game: move 2, K10: K10 is occupied" in said
    assert 'left out: 1 game: [Game "D-Pente"]' in said
    lines = explorer("list").splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["more.txt", "4"], ["club.txt", "3"]]
    assert "Removed: more.txt. The explorer has 3 games." in explorer("remove", "more.txt")
    assert told("remove", "*.txt") == {"games": 0, "removed": ["club.txt"]}
    (data / "explorer.sqlite3").write_bytes(b"no database" * 100)
    assert "Remove the file explorer.sqlite3" in explorer("show", "pente:K10", code=2)
