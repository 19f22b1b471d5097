"""Finds the Pythons of this computer, for tests that run the entry points with each of them."""

from __future__ import annotations

import functools

import pytest

from agent.bundle.pythons import python_here
from tools.trials.systems import SystemMissing, system_for

MINORS = range(7, 15)  # 3.7 is the oldest that homework.py runs on


@functools.cache
def interpreter(minor: int) -> str:
    """Return the path of a Python 3.`minor`; skip the test if there is none."""
    path = python_here(minor)
    if path is None:
        pytest.skip(f"there is no Python 3.{minor}")
    return path


def aarch64_python() -> list[str]:
    """The command of a Python for aarch64 under qemu; skip the test if there is none."""
    try:
        return [*system_for("linux-aarch64").python]
    except SystemMissing as missing:
        pytest.skip(str(missing))
