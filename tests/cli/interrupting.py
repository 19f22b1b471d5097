"""Ctrl-C at a chosen point of a command, for the tests of the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def cut_short(function: Callable[..., Any], after: int) -> Callable[..., Iterator[Any]]:
    """A generator function that is interrupted after so many of its values."""

    def shortened(*words: Any, **named: Any) -> Iterator[Any]:
        for number, value in enumerate(function(*words, **named)):
            if number == after:
                raise KeyboardInterrupt
            yield value

    return shortened
