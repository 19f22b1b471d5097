"""Fixtures of the arena's tests: agents written as scripts into a private folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tests.one_engine
import tests.strategies  # noqa: F401 - loads the profile of all tests
from arena.players.parsing import Contestant, parse_contestant
from arena.processes.process_tree import children

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def no_process_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every process that a test started has ended and been reaped; Dask's helper stays."""
    before = children()
    yield
    if "cluster" not in str(request.path):
        assert children() == before


@pytest.fixture
def agent_of(tmp_path: Path) -> Callable[[str], Contestant]:
    """A function that makes an agent's folder from the text of its homework.py."""

    def make(text: str) -> Contestant:
        folder = tmp_path / "agent"
        folder.mkdir()
        (folder / "homework.py").write_text(text)
        return parse_contestant(f"agent:{folder}")

    return make
