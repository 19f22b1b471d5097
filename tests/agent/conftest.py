"""Fixtures of the agent's tests: a private folder, and a copy of the sources to break."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.agent.desk import ROOT, Desk

UNUSED = ("results", "generated", "*.c", "*.html")  # megabytes that no move reads


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty folder that runs homework.py."""
    folder = tmp_path / "desk"
    folder.mkdir()
    return Desk(folder)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of everything that homework.py may load; a test may break it."""
    root = tmp_path / "tree"
    root.mkdir()
    for package in ("agent", "games", "search", "data"):
        shutil.copytree(
            ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", *UNUSED)
        )
    shutil.copy(ROOT / "homework.py", root)
    return root
