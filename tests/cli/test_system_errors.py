"""A system's error is one sentence that names the file, without a number."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from tests.agent.desk import DEADLINE_S, ROOT

START = "import sys; from cli.main import main; sys.argv[0] = 'pente'; main()"
MATCH = "match random random -g gomoku-9 --games 2 -q"


def run(words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `pente` in a folder; no file may have a byte, as on a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

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


def test_full_disk_names_the_file(tmp_path: Path) -> None:
    """Standard output has a name as well."""
    (tmp_path / "moves.txt").write_text("K10 L11")
    for words, named in (
        ("show moves.txt", "standard output: file too large"),
        ("convert moves.txt x.sgf", "x.sgf: file too large"),
        (f"{MATCH} --results x.jsonl", "x.jsonl: file too large"),
    ):
        end = run(words, tmp_path)
        assert end.returncode == 2, words
        assert named in end.stderr
        assert "Errno" not in end.stderr
        assert "Exception ignored" not in end.stderr
