"""The command and the API start where the names of the system are those of Windows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.agent.desk import DEADLINE_S, ROOT

SAMPLE = str(ROOT / "data" / "samples" / "handout_black.txt")
# What Python's own library takes from POSIX it has to load before the names vanish.
START = """
import asyncio, multiprocessing.connection, subprocess, sys
import numpy
from tests.without_posix import hide_names
hide_names()
import pente
from cli.main import main
sys.argv[:1] = ["pente"]
main()
"""


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["analyse", SAMPLE, "--nodes", "2000"], 0, ""),
        (["analyse", SAMPLE, "--nodes", "2000", "--workers", "2"], 2, "2 workers: expected 1,"),
    ],
)
def test_windows_starts_the_command(words: list[str], code: int, said: str) -> None:
    """Commands that start no program of others run; more than one worker is refused."""
    done = subprocess.run(
        [sys.executable, "-c", START, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE_S,
    )
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
