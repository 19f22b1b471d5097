"""`pente learn`: a run on the command line, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.waiting import lines_in, wait_for
from tools.programs import output_of

ROOT = Path(__file__).parents[3]
PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
RUN = [
    *("-g", "gomoku-9", "--generations", "1", "--games", "60", "--nodes", "20", "--epochs", "1"),
    *("--clock", "nodes:20", "--gate-games", "4", "--anchor", "2", "--json"),
]


@pytest.mark.slow
@pytest.mark.processes
def test_run_goes_on_after_kill(tmp_path: Path) -> None:
    """A run that is killed while it plays finishes with the same command: net, gate and report."""
    pytest.importorskip("jax")
    pytest.importorskip("optax")
    folder = tmp_path / "night"
    games = folder / "generation-01" / "games" / "shard-0000.jsonl"
    command = [*PENTE, "learn", "run", str(folder), *RUN]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL) as first:
        wait_for(lambda: lines_in(games) >= 10)
        os.kill(first.pid, signal.SIGKILL)
    found = json.loads(output_of(command))
    assert lines_in(games) == 60
    assert Path(found["report"]).read_text(encoding="utf-8").startswith("<!doctype html>")
    home = folder / "generation-01"
    gate = json.loads((home / "gate" / "gate.json").read_text(encoding="utf-8"))
    # Four games decide nothing, so the hand-fitted evaluation stays the best.
    assert (gate["verdict"], found["best"]) == ("undecided", "none")
    assert (home / "gomoku-9-01.net").stat().st_size > 900_000
    assert (home / "anchor.jsonl").read_text(encoding="utf-8").count("\n") >= 2
