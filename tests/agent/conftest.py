"""Fixtures of the agent's tests: a folder of one's own, and sources of one's own to break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.agent.desk import ROOT, Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty folder in which to ask for moves."""
    folder = tmp_path / "desk"
    folder.mkdir()
    return Desk(folder)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of everything that homework.py may load, to break as one likes."""
    root = tmp_path / "tree"
    root.mkdir()
    for room in ("agent", "games", "search", "data"):
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "homework.py", root)
    return root
