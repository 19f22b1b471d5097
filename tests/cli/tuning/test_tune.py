"""`pente tune`: a study on the command line, killed and resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena import extras
from arena.extras import how_to_install
from search import ROOT as CHECKOUT
from tests import in_process
from tests.arena.waiting import lines_in, wait_for

ROOT = Path(__file__).parents[3]
PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
OPTIONS = ["-g", "gomoku-9", "--games", "40", "--nodes", "60", "--pairs", "4"]


@pytest.mark.parametrize("kills", [False, pytest.param(True, marks=pytest.mark.nightly)])
def test_tune_goes_on_and_counts_add_up(tmp_path: Path, *, kills: bool) -> None:
    """Killed after some games, the same command finishes; a further run does nothing."""
    folder = tmp_path / "study"
    command = ["tune", "--study", str(folder), *OPTIONS, "--workers", "2"]
    if kills:
        with subprocess.Popen([*PENTE, *command], cwd=ROOT, stderr=subprocess.DEVNULL) as first:
            wait_for(lambda: lines_in(folder / "games.jsonl") >= 5)
            os.kill(first.pid, signal.SIGKILL)
    assert in_process.pente(*command).returncode == 0
    state = json.loads(in_process.pente("tune", "status", "--study", str(folder), "--json").stdout)
    assert (state["games"], state["trials"], state["finished"]) == (40, 5, True)
    before = (folder / "weights.toml").read_bytes()
    again = in_process.pente(*command)
    assert again.returncode == 0
    assert "finished: 40 of 40 games, 5 of 5 trials" in again.stdout
    assert (folder / "weights.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("module", "extra"), [("tuning.driver", "tuning"), ("arena.cluster.dask_pool", "cluster")]
)
def test_without_an_extra_the_message_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, extra: str
) -> None:
    """Where Optuna or Dask is missing, a study that would begin says what to install, and leaves no
    folder behind.
    """
    monkeypatch.setitem(sys.modules, module, None)
    words = ["tune", "--study", str(tmp_path / "night"), "--games", "8"]
    end = in_process.pente(*words, *(["--scheduler", "x:1"] if extra == "cluster" else []))
    assert end.returncode == 2
    assert extra in end.stderr.rpartition("--extra")[2]
    assert not (tmp_path / "night").exists()


def test_an_extra_is_installed_as_the_program_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout by install.sh, which names an environment that is not its default, else by pip
    with the name of the project.
    """
    monkeypatch.setattr(sys, "prefix", os.path.join(CHECKOUT, ".venv"))
    assert how_to_install("tuning") == "sh install.sh --extra tuning"
    monkeypatch.setattr(sys, "prefix", "/my venv")
    assert how_to_install("tuning") == "sh install.sh --extra tuning '/my venv'"
    monkeypatch.setattr(extras, "ROOT", str(tmp_path))
    assert how_to_install("web") == "pip install 'pente-engine[web]'"
