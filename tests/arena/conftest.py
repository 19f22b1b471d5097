"""Shared fixtures: agents written as scripts into their own folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tests.strategies  # noqa: F401 - it loads the profile of all tests
from arena.players.contestants import Contestant, parse_contestant

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def agent_of(tmp_path: Path) -> Callable[[str], Contestant]:
    """Return a function that makes an agent's folder from the text of homework.py."""

    def make(text: str) -> Contestant:
        folder = tmp_path / "agent"
        folder.mkdir()
        (folder / "homework.py").write_text(text)
        return parse_contestant(f"agent:{folder}")

    return make
