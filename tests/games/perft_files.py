"""What the makers of the perft files of both families share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "data", "perft")


def path_of(name: str) -> str:
    """The path of a preset's perft file."""
    return os.path.join(FOLDER, f"{name}.txt")


def lines_of(name: str) -> list[str]:
    """The lines of a preset's perft file without its head."""
    with open(path_of(name), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def count_again(cases: Sequence[Any]) -> int:
    """Count every case by the readable rules, print the wrong ones, and return their number."""
    wrong = [case for case in cases if case.counted() != case.expected]
    for case in wrong:
        print(f"{case} expected, {case.counted()} found")
    return len(wrong)
