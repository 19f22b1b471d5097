"""`pente bundle`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from agent.bundle.kernel import Kernel, kernel_here
from cli.harness import bundle_command
from tests.agent.interpreters import interpreter
from tests.in_process import pente

OWN = f"3.{sys.version_info.minor}"


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel is that of this Python, and no other Python is here."""
    monkeypatch.setattr(bundle_command, "best_kernel", lambda: Kernel(kernel_here(), "no compiler"))
    monkeypatch.setattr(bundle_command, "pythons_here", dict)


def test_bundle_writes_a_folder_or_one_file_and_tries_it(tmp_path: Path) -> None:
    """It says how many files of each kind it wrote, their sizes, and a move of the hand-in; with
    --single-file homework.py needs no other file.
    """
    folder, single = tmp_path / "hand-in", tmp_path / "single"
    end = pente("bundle", str(folder), "--python", OWN)
    assert end.returncode == 0, end.stderr
    told = ("files", "compiled kernel", "Python sources", "tried: N9", "MB", "(no compiler)")
    for words in (*told, f"Python {OWN} with the kernel"):
        assert words in end.stdout
    assert (folder / "homework.py").is_file()
    assert "rules of your course" in (folder / "README.txt").read_text()
    end = pente("bundle", "--single-file", str(single), "--json")
    assert end.returncode == 0, end.stderr
    assert {path.name for path in single.iterdir()} == {"homework.py", "README.txt", "bundle.txt"}
    answer = json.loads(end.stdout)
    assert (answer["tried"], answer["pythons"]) == ("N9", {OWN: False})


def test_python_without_a_kernel_is_refused(tmp_path: Path) -> None:
    """The message says for which there is none, and why; nothing is written."""
    end = pente("bundle", str(tmp_path / "hand-in"), "--python", OWN, "--python", "3.8")
    assert end.returncode != 0
    assert "no kernel for Python 3.8: no compiler" in end.stderr
    assert not (tmp_path / "hand-in").exists()
    end = pente("bundle", "--single-file", str(tmp_path / "hand-in"), "--python", OWN)
    assert end.returncode != 0
    assert "--single-file has none" in end.stderr


@pytest.mark.nightly
def test_bundle_for_two_pythons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both play with the kernel, and have their byte code."""
    for minor in (10, 12):
        interpreter(minor)
    pytest.importorskip("ziglang", reason="needs the package ziglang")
    monkeypatch.undo()
    words = ("--python", "3.10", "--python", "3.12", "--json")
    end = pente("bundle", str(tmp_path / "hand-in"), *words)
    assert end.returncode == 0, end.stderr
    assert json.loads(end.stdout)["pythons"] == {"3.10": True, "3.12": True}
    made = {path.suffixes[0] for path in (tmp_path / "hand-in/agent/__pycache__").iterdir()}
    assert made == {".cpython-310", ".cpython-312"}
