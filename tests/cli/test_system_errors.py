"""A system's error is one sentence that names the file, without a number."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.agent.desk import DEADLINE_S, ROOT

START = "import sys; from cli.main import main; sys.argv[0] = 'pente'; main()"
MATCH = "match random random -g gomoku-9 --games 2 -q"


def run(words: str, folder: Path, most_bytes: int = -1) -> subprocess.CompletedProcess[str]:
    """Run `pente` in a folder; no file may grow beyond so many bytes, as on a full disk."""

    def limit() -> None:
        if most_bytes >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    with (folder / "out.txt").open("w") as out:
        return subprocess.run(
            [sys.executable, "-c", START, *words.split()],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=DEADLINE_S,
            preexec_fn=limit,
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a list of moves and an empty folder."""
    (tmp_path / "moves.txt").write_text("K10 L11")
    (tmp_path / "empty").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("show missing.txt", "missing.txt: no such file"),
        ("analyse missing.txt", "missing.txt: no such file"),
        ("move empty", "empty/input.txt: no such file"),
        ("explorer import missing.txt --data data", "missing.txt: no such file"),
        ("convert moves.txt missing/x.sgf", "missing/x.sgf: no such file"),
        ("bench --weights empty", "empty: cannot be read: is a directory"),
        (f"{MATCH} --results missing/x.jsonl", "missing/x.jsonl: no such file"),
        ("match engine:weights=w.toml random", "w.toml: cannot be read: no such file"),
        ("match engine:net=n.net random", "n.net: cannot be read: no such file"),
        ("bundle moves.txt/x", "moves.txt/x: not a directory"),
    ],
)
def test_unusable_file_is_named(folder: Path, words: str, named: str) -> None:
    """A missing file, and a folder or a file in place of the other."""
    end = run(words, folder)
    assert end.returncode == 2
    assert named in end.stderr
    assert "Errno" not in end.stderr
    assert "Traceback" not in end.stderr


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("show moves.txt", "standard output: file too large"),
        ("convert moves.txt x.sgf", "x.sgf: file too large"),
        (f"{MATCH} --results x.jsonl", "x.jsonl: file too large"),
        ("tournament random one-ply --games 2 -g gomoku-9 --results x.jsonl", "x.jsonl: file too"),
    ],
)
def test_full_disk_names_the_file(folder: Path, words: str, named: str) -> None:
    """Standard output has a name as well."""
    end = run(words, folder, most_bytes=0)
    assert end.returncode == 2
    assert named in end.stderr
    assert "Errno" not in end.stderr
    assert "Exception ignored" not in end.stderr
