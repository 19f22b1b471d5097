"""Laws with a condition: a test says how often its condition has to come about.

A test of "where A, there B" that meets no A tests nothing, and passes. So it counts:

    @often(won=5)
    @given(position=positions())
    def test_a_win_that_is_claimed_is_there(position: Position) -> None:
        ...
        if is_win(score):
            met("won")
            assert ...

At its end, over all examples together, each condition must have been met as often as it says.
The numbers stand at about a third of what was counted: examples are the same in every run of the
same tests (`tests/conftest.py`), but Hypothesis draws some of its values from the constants of the
modules that are loaded, so that a test alone, or another version, meets others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

Arguments = ParamSpec("Arguments")

# What has been met so far in the tests that are running: one, unless a test calls another.
_running: list[dict[str, int]] = []


def often(
    **least: int,
) -> Callable[[Callable[Arguments, None]], Callable[Arguments, None]]:
    """A test that fails unless it meets each of these conditions so many times."""

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
    """Count that a condition has come about; the test must have named it in `often`."""
    _running[-1][condition] += 1


def check(name: str, counts: dict[str, int], least: dict[str, int]) -> None:
    """Assert that each condition has been met often enough."""
    rare = [what for what in least if counts[what] < least[what]]
    assert not rare, f"{name} tests too little: it met {counts}, expected {least} at least"
