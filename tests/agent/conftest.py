"""What the agent's tests share: a private folder, and a copy of the sources to break."""

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


def copy_of_sources(root: Path) -> Path:
    """A copy of everything that homework.py may load, in a new folder."""
    root.mkdir()
    for package in ("agent", "games", "search", "data"):
        shutil.copytree(
            ROOT / package, root / package, ignore=shutil.ignore_patterns("__pycache__", *UNUSED)
        )
    shutil.copy(ROOT / "homework.py", root)
    return root
