"""Waiting for what other processes do."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from arena.processes.process_tree import processes

DEADLINE_S = 120.0
Answer = TypeVar("Answer")


def wait_for(what: Callable[[], Answer]) -> Answer:
    """Return the first true value of a function; fail after a while."""
    deadline = time.monotonic() + DEADLINE_S
    while not (answer := what()):
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.01)
    return answer


def lines_in(path: Path) -> int:
    """The number of whole lines of a file, which may not be there yet."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def pids_in(path: Path) -> list[int]:
    """The processes that a file names."""
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def running(*pids: int) -> set[int]:
    """Those of these processes that run, zombies aside."""
    return {one.pid for one in processes().values() if one.pid in pids and not one.zombie}
