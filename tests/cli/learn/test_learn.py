"""`pente learn`: a run on the command line, also one that was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.waiting import lines_in, wait_for
from tests.in_process import pente

ROOT = Path(__file__).parents[3]
PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
RUN = [
    *("-g", "gomoku-9", "--generations", "1", "--games", "60", "--nodes", "20", "--epochs", "1"),
    *("--clock", "nodes:20", "--gate-games", "4", "--anchor", "2", "--json"),
]


@pytest.mark.parametrize("kills", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_run_makes_a_net_a_gate_and_a_report(tmp_path: Path, *, kills: bool) -> None:
    """A run that was killed while it played finishes with the same command."""
    pytest.importorskip("jax")
    pytest.importorskip("optax")
    folder = tmp_path / "night"
    games = folder / "generation-01" / "games" / "shard-0000.jsonl"
    command = ["learn", "run", str(folder), *RUN]
    if kills:
        with subprocess.Popen([*PENTE, *command], cwd=ROOT, stderr=subprocess.DEVNULL) as first:
            wait_for(lambda: lines_in(games) >= 10)
            os.kill(first.pid, signal.SIGKILL)
    printed = json.loads(pente(*command).stdout)
    assert lines_in(games) == 60
    assert Path(printed["report"]).read_text(encoding="utf-8").startswith("<!doctype html>")
    home = folder / "generation-01"
    gate = json.loads((home / "gate" / "gate.json").read_text(encoding="utf-8"))
    # Four games decide nothing, so the hand-fitted evaluation stays the best.
    assert (gate["verdict"], printed["best"]) == ("undecided", "none")
    assert (home / "gomoku-9-01.net").stat().st_size > 900_000
    assert (home / "anchor.jsonl").read_text(encoding="utf-8").count("\n") >= 2
