"""`pente tune`: a study on the command line, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli import main

ROOT = Path(__file__).parents[3]
PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
OPTIONS = ["-g", "gomoku-9", "--games", "40", "--nodes", "60", "--pairs", "4"]
DEADLINE_S = 120.0


def pente(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with these arguments."""
    return subprocess.run(
        [*PENTE, *words], cwd=ROOT, capture_output=True, text=True, timeout=DEADLINE_S, check=False
    )


def games_of(folder: Path) -> int:
    """The number of pairs in the study's log."""
    path = folder / "games.jsonl"
    return path.read_text().count("\n") if path.exists() else 0


def test_tune_goes_on_after_kill_and_counts_add_up(tmp_path: Path) -> None:
    """Killed after some games, the same command finishes; a third run does nothing."""
    folder = tmp_path / "study"
    command = ["tune", "--study", str(folder), *OPTIONS, "--workers", "2"]
    with subprocess.Popen([*PENTE, *command], cwd=ROOT, stderr=subprocess.DEVNULL) as first:
        deadline = time.monotonic() + DEADLINE_S
        while games_of(folder) < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        os.kill(first.pid, signal.SIGKILL)
    assert 5 <= games_of(folder) < 20
    assert pente(*command).returncode == 0
    state = json.loads(pente("tune", "status", "--study", str(folder), "--json").stdout)
    assert (state["games"], state["trials"], state["finished"]) == (40, 5, True)
    before = (folder / "weights.toml").read_bytes()
    again = pente(*command)
    assert again.returncode == 0
    assert "finished: 40 of 40 games, 5 of 5 trials" in again.stdout
    assert (folder / "weights.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tune"], "--study"),
        (["tune", "--study", "{folder}", "--groups", "openings"], "'openings'"),
        (["tune", "status", "--study", "{folder}"], "has no study"),
        (["tune", "accept", "--study", "{folder}"], "has no study"),
    ],
)
def test_bad_input_is_told_in_one_line(tmp_path: Path, words: list[str], said: str) -> None:
    """Exit code 2, without a traceback."""
    done = pente(*[word.replace("{folder}", str(tmp_path)) for word in words])
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_the_extra_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Optuna is missing, a study that would begin says what to install."""
    monkeypatch.setitem(sys.modules, "tuning.driver", None)
    words = ["tune", "--study", str(tmp_path / "night"), "--games", "8"]
    result = CliRunner().invoke(main.pente, words)
    assert result.exit_code == 2
    assert "sh install.sh --extra tuning" in result.output
    assert not (tmp_path / "night").exists()


def test_without_dask_the_message_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So does one on a cluster; neither leaves a folder behind."""
    monkeypatch.setitem(sys.modules, "arena.cluster.dask_pool", None)
    words = ["tune", "--study", str(tmp_path / "night"), "--games", "8", "--scheduler", "x:1"]
    result = CliRunner().invoke(main.pente, words)
    assert result.exit_code == 2
    assert "cluster" in result.output.rpartition(";")[2]
    assert not (tmp_path / "night").exists()
