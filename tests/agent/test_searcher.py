"""The timer that backs up the search's own clock; a missing kernel; short memory."""

from __future__ import annotations

import os
import sys
from _signal import SIGPROF  # type: ignore[import-not-found]  # the type stubs leave it out
from time import process_time

import pytest

from agent import searcher
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.limits import Limits
from search.python_engine import PythonEngine
from search.result import SearchResult
from search.weights import Weights
from tests.short_memory import ShortMemory

PENTE = rules_named("pente")


def burn(seconds: float) -> None:
    """Use this many CPU seconds."""
    last_s = process_time() + seconds
    while process_time() < last_s:
        pass


@pytest.mark.parametrize("seconds", [0.05, 0.2])
def test_timer_ends_a_search(seconds: float) -> None:
    """The timer ends a search a few ticks after its CPU seconds, and not by one early tick, as a
    busy computer may count it.
    """
    began_s = process_time()
    searcher._arm(seconds)
    try:
        if seconds > 0.1:
            os.kill(os.getpid(), SIGPROF)
            burn(0.02)
        with pytest.raises(searcher.SearchOverrunError):
            burn(2.0)
    finally:
        searcher._arm(0.0)
    assert process_time() - began_s >= seconds


def test_without_the_kernel_a_search_aims_at_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its games last longer than those that the plan knows; the limit of the move stays."""
    asked: list[Limits] = []
    search = PythonEngine.search

    def note(engine: PythonEngine, position: FivePosition, limits: Limits) -> SearchResult:
        asked.append(limits)
        return search(engine, position, Limits(nodes=9))

    monkeypatch.setattr(PythonEngine, "search", note)
    monkeypatch.setitem(sys.modules, "search.kernel.five", None)
    monkeypatch.setitem(sys.modules, "search.kernel.five_v3", None)
    position, said = FivePosition(PENTE), list[str]()
    found = searcher.search(position, Weights(), target_s=1000, maximum_s=2000, say=said.append)
    assert found is not None
    assert isinstance(found[1], PythonEngine)
    assert "in plain Python" in said[0]
    assert asked[0].aim_s == pytest.approx(1000 * PythonEngine.aim_share, rel=0.1)
    assert asked[0].cpu_s == pytest.approx(2000, rel=0.1)


@pytest.mark.parametrize(("most_mb", "table_mb"), [(500, 64), (71, 32), (45, 32), (1, 1), (0, 0)])
def test_table_fits_the_memory_that_there_is(
    monkeypatch: pytest.MonkeyPatch, most_mb: int, table_mb: int
) -> None:
    """A table is halved until it fits, down to 1 MiB; if that fails there is no search."""
    memory, said = ShortMemory(most_mb), list[str]()
    monkeypatch.setattr("search.engine.table_memory", memory)
    monkeypatch.setattr(searcher, "table_memory", memory)
    engine = searcher.open_engine(PENTE, None, 64, said.append)
    assert (engine is None) == (table_mb == 0)
    assert memory.taken[-1:] == ([table_mb] if table_mb else [])
    assert bool(said) == (table_mb < 64)
    if engine is not None:
        engine.close()
