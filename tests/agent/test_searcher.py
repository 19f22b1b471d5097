"""The timer behind the search's own clock."""

from __future__ import annotations

import os
from _signal import SIGPROF  # type: ignore[import-not-found]  # the type stubs leave it out
from time import process_time

import pytest

from agent import searcher


def burn(seconds: float) -> None:
    """Use so many CPU seconds."""
    last_s = process_time() + seconds
    while process_time() < last_s:
        pass


def test_timer_breaks_off_what_has_used_its_time() -> None:
    """So many CPU seconds and some ticks later the search has ended."""
    began_s = process_time()
    searcher._arm(0.05)
    try:
        with pytest.raises(searcher.SearchOverrunError):
            burn(2.0)
    finally:
        searcher._arm(0.0)
    assert process_time() - began_s >= 0.05


def test_timer_that_is_ahead_of_the_clock_breaks_nothing_off() -> None:
    """A tick too many, as busy machines count them, costs no search its result; the next may."""
    searcher._arm(0.2)
    try:
        os.kill(os.getpid(), SIGPROF)
        burn(0.02)
        with pytest.raises(searcher.SearchOverrunError):
            burn(2.0)
    finally:
        searcher._arm(0.0)
