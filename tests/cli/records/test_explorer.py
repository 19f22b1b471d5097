"""`pente explorer`: collections into a file, and what was played in a position."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from tests.in_process import pente

ROOT = Path(__file__).parents[3]

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
def data(tmp_path: Path) -> str:
    """A folder with a collection, imported into the explorer."""
    (tmp_path / "club.txt").write_text(GAMES, encoding="ascii")
    done = pente("explorer", "import", str(tmp_path / "club.txt"), "--data", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "3 games, 3 new, 0 known" in done.stdout
    return str(tmp_path)


def test_a_position_shows_what_was_played_up_to_symmetry(data: str) -> None:
    """Moves that are images of each other are one move, with their results; the book is there."""
    shown = pente("explorer", "show", "pente:K10", "--data", data)
    assert "Black to move: 3 games" in shown.stdout
    first = shown.stdout.splitlines()[2].split()
    assert first[1:5] == ["2", "50", "%", "0"]
    found = json.loads(pente("explorer", "show", "pente:K10", "--data", data, "--json").stdout)
    assert [(move["games"], move["wins"]) for move in found["moves"][:2]] == [
        (2, [1, 1]),
        (1, [1, 0]),
    ]
    book = json.loads(pente("explorer", "show", "pente:K10J11", "--data", data, "--json").stdout)
    assert sum(move["book"] for move in book["moves"]) == 1


def test_a_file_is_a_position_too(data: str) -> None:
    """A record and --ply name the position as well; a turned board has the same moves."""
    shown = pente(
        "explorer", "show", f"{data}/club.txt", "--number", "3", "--ply", "1", "--data", data
    )
    assert "3 games" in shown.stdout
    turned = pente("explorer", "show", "pente:K10J9", "--data", data)
    assert "White to move: 2 games" in turned.stdout
    wrong = pente("explorer", "show", "pente:K10", "--ply", "5", "--data", data)
    assert wrong.returncode == 2
    assert "has 1 moves, not 5" in wrong.stderr


def test_a_game_counts_once(data: str) -> None:
    """The same file, and the same game written differently, change nothing."""
    again = pente("explorer", "import", f"{data}/club.txt", "--data", data, "--json")
    assert json.loads(again.stdout) == {
        "games": 3,
        "collection": "club.txt",
        "files": [{"file": "club.txt", "games": 3, "new": 0, "known": 3, "left_out": {}}],
    }
    with open(f"{data}/copy.txt", "w", encoding="ascii") as copy:
        copy.write(GAME.format(name="BOB", result="?", reply="j11") + "1-0")
    other = pente("explorer", "import", f"{data}/copy.txt", "--data", data)
    assert "0 new, 1 known" in other.stdout


def test_the_files_of_a_command_are_one_collection(tmp_path: Path) -> None:
    """A folder, a pattern or several files: the folder names it, and a bad file is left out."""
    folder, data = tmp_path / "club", str(tmp_path)
    folder.mkdir()
    (folder / "g0.txt").write_text(GAME.format(name="p", result="1-0", reply="J11"), "ascii")
    pente("explorer", "import", str(folder), "--data", data)
    for number in range(1, 5):
        text = GAME.format(name=f"p{number}", result="1-0", reply="J11")
        (folder / f"g{number}.txt").write_text(text, encoding="ascii")
    (folder / "g5.txt").write_text("hello", encoding="ascii")
    for files in (["club"], ["club/*.txt"], ["club/g0.txt", "club/g1.txt"]):
        paths = [str(tmp_path / file) for file in files]
        done = pente("explorer", "import", *paths, "--data", data)
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("club: ")
        assert ("g5.txt: left out: 1 game: unknown format" in done.stderr) == (len(files) < 2)
    listed = json.loads(pente("explorer", "list", "--data", data, "--json").stdout)
    assert [(one["name"], one["games"]) for one in listed["collections"]] == [("club", 5)]
    alone = pente("explorer", "import", str(folder / "g5.txt"), "--data", data)
    assert alone.returncode == 2
    assert "g5.txt" in alone.stderr


def test_a_zip_archive_is_one_collection(tmp_path: Path) -> None:
    """Its files are read as those of a folder; a bad one is left out with its name."""
    with zipfile.ZipFile(tmp_path / "club.zip", "w") as made:
        made.writestr("a/club.txt", GAMES)
        made.writestr("b/bad.sgf", "(;GM[4]SZ[")
        made.writestr("readme.doc", "no record")
    done = pente("explorer", "import", str(tmp_path / "club.zip"), "--data", str(tmp_path))
    assert "club.zip: 4 games, 3 new" in done.stdout
    assert "SGF" in done.stderr


def test_collections_are_listed_and_removed(data: str) -> None:
    """By name or pattern, with the games that no other has; a name that is none is refused."""
    with open(f"{data}/more.txt", "w", encoding="ascii") as more:
        more.write(GAMES + GAME.format(name="eve", result="1-0", reply="J11"))
    pente("explorer", "import", f"{data}/more.txt", "--data", data)
    lines = pente("explorer", "list", "--data", data).stdout.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["more.txt", "4"], ["club.txt", "3"]]
    wrong = pente("explorer", "remove", "none.txt", "--data", data)
    assert wrong.returncode == 2
    assert "'none.txt'" in wrong.stderr
    removed = pente("explorer", "remove", "more.txt", "--data", data)
    assert "Removed: more.txt. The explorer has 3 games." in removed.stdout
    rest = json.loads(pente("explorer", "remove", "*.txt", "--data", data, "--json").stdout)
    assert rest == {"games": 0, "removed": ["club.txt"]}


def test_games_that_cannot_be_read_are_left_out_with_the_reason(data: str) -> None:
    """One bad game of a collection does not refuse the others."""
    with open(f"{data}/mixed.txt", "w", encoding="ascii") as mixed:
        mixed.write('[Game "D-Pente"]\n\n1. K10 J11\n\n[Game "Pente"]\n\n1. K10 K10\n\n')
        mixed.write(
            '[Game "Pente"]\n\n1. A1 K10\n\n' + GAME.format(name="eve", result="1-0", reply="A1")
        )
    done = pente("explorer", "import", f"{data}/mixed.txt", "--data", data)
    assert "4 games, 1 new, 0 known, 3 left out" in done.stdout
    assert "left out: 2 games: move 2, K10: K10 is occupied" in done.stderr
    assert 'left out: 1 game: [Game "D-Pente"]' in done.stderr


def test_a_damaged_file_is_told_in_words(tmp_path: Path) -> None:
    """The message names the folder and what helps."""
    (tmp_path / "explorer.sqlite3").write_bytes(b"no database" * 100)
    shown = pente("explorer", "show", "pente:K10", "--data", str(tmp_path))
    assert shown.returncode == 2
    assert "cannot be used" in shown.stderr
    assert "Remove the file explorer.sqlite3" in shown.stderr


@pytest.mark.processes
def test_a_killed_import_goes_on(tmp_path: Path) -> None:
    """After kill -9 the same command reads the rest, and counts no game twice."""
    games = 3_000
    text = "".join(GAME.format(name=f"p{n}", result="1-0", reply="J11") for n in range(games))
    (tmp_path / "big.txt").write_text(text, encoding="ascii")
    words = ["explorer", "import", str(tmp_path / "big.txt"), "--data", str(tmp_path)]
    run = f"import sys; sys.argv = ['pente', *{words!r}]; from cli.main import main; main()"
    killed = subprocess.Popen([sys.executable, "-c", run], cwd=ROOT, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not 0 < count(tmp_path) < games:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    killed.kill()
    killed.wait(30)
    begun = count(tmp_path)
    (file,) = json.loads(pente(*words, "--json").stdout)["files"]
    assert (file["known"], file["new"]) == (begun, games - begun)
    assert begun > 0
    assert count(tmp_path) == games


def count(folder: Path) -> int:
    """Return the number of games in an explorer's file, also while another program writes."""
    try:
        with contextlib.closing(sqlite3.connect(folder / "explorer.sqlite3", timeout=5)) as base:
            (games,) = base.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.OperationalError:  # not created yet
        return 0
    return int(games)
