"""Which files a move reads: those beside its own code and those of the game's folder, no others."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from search.weights.file import load_weights
from tests.agent.desk import ROOT, Desk, sample, with_clock

SPY = """
import os, sys
paths = []
def hear(event, words):
    if event == "open":
        paths.append(str(words[0]))
sys.addaudithook(hear)
leave = os._exit
def tell(code):
    opened = "\\n".join(paths)
    with open("opened", "w") as file:
        file.write(opened)
    leave(code)
os._exit = tell
"""


def test_move_reads_only_what_lies_beside_it(desk: Desk, tmp_path: Path) -> None:
    """A copied tree plays with its own weights, whatever checkout or folder it is started from."""
    root = tmp_path / "copied"
    root.mkdir()
    for package in ("agent", "games", "search", "data"):
        ignored = shutil.ignore_patterns("__pycache__", "results", "*.c", "*.html", "generated")
        shutil.copytree(ROOT / package, root / package, ignore=ignored)
    (root / "homework.py").write_text(SPY + (ROOT / "homework.py").read_text())
    shutil.copytree(ROOT / "data" / "weights", desk.folder / "data" / "weights")  # a decoy
    done = desk.ask(
        with_clock(sample("handout_black"), "5.0"),
        root=root,
        environment={"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(ROOT)},
    )
    assert (done.code, done.said) == (0, "")
    opened = {
        os.path.normpath(desk.folder / name)
        for name in (desk.folder / "opened").read_text().splitlines()
    }
    (weights,) = {name for name in opened if name.endswith(".toml")}
    assert weights == str(root / "data" / "weights" / "pente.toml")
    assert load_weights(weights)
    allowed = (str(root), sys.base_prefix, sys.prefix, "/proc", "/dev", "/sys")
    own = {f"{desk.folder}/{name}" for name in ("input.txt", "playdata.txt", "calibration.txt")}
    beyond = {name for name in opened if not name.startswith(allowed)} - own
    assert {name for name in beyond if not name.startswith(f"{desk.folder}/")} == set()
    assert {name for name in beyond if name.startswith(f"{desk.folder}/data")} == set()
