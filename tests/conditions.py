"""Tests with a condition: a test states how often its condition must occur.

A test of "if A then B" that never meets A tests nothing and passes. So it counts:

    @often(won=5)
    @given(position=positions())
    def test_a_win_that_is_claimed_is_there(position: Position) -> None:
        ...
        if is_win(score):
            met("won")
            assert ...

At its end, over all examples together, the test must have met each condition that often. The
numbers are about a third of the counts that were measured. Examples are the same in every run
(`tests/conftest.py`). But Hypothesis seeds them from the source of the test, its docstring
included. So a reworded test, or another version of Hypothesis, meets others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

Arguments = ParamSpec("Arguments")

# What the running tests have met so far: one test, unless it calls another.
_running: list[dict[str, int]] = []


def often(
    **least: int,
) -> Callable[[Callable[Arguments, None]], Callable[Arguments, None]]:
    """Make a test fail unless it meets each of these conditions this many times."""

    def decorate(test: Callable[Arguments, None]) -> Callable[Arguments, None]:
        @wraps(test)
        def counted(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
            counts = dict.fromkeys(least, 0)
            _running.append(counts)
            try:
                test(*args, **kwargs)
            finally:
                _running.pop()
            check(test.__name__, counts, least)

        return counted

    return decorate


def met(condition: str) -> None:
    """Count one occurrence of a condition; the test must have named it in `often`."""
    _running[-1][condition] += 1


def check(name: str, counts: dict[str, int], least: dict[str, int]) -> None:
    """Assert that each condition has occurred often enough."""
    rare = [what for what in least if counts[what] < least[what]]
    assert not rare, f"{name} tests too little: it met {counts}, expected {least} at least"
