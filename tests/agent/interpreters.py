"""Finds the Pythons of this computer, for tests that run the entry points with each of them."""

from __future__ import annotations

import functools
import os
import shutil
from pathlib import Path

import pytest

from agent.bundle.pythons import python_here

MINORS = range(7, 15)  # 3.7 is the oldest that homework.py runs on


@functools.cache
def interpreter(minor: int) -> str:
    """Return the path of a Python 3.`minor`; skip the test if there is none."""
    path = python_here(minor)
    if path is None:
        pytest.skip(f"there is no Python 3.{minor}")
    return path


def aarch64_python() -> list[str]:
    """The command of a Python for aarch64 under qemu; skip the test if there is none.

    PENTE_AARCH64 names the folder with that system's /usr and /lib.
    """
    qemu, root = shutil.which("qemu-aarch64"), os.environ.get("PENTE_AARCH64")
    if qemu is None or root is None:
        pytest.skip("needs qemu-user, and PENTE_AARCH64: a folder with a Linux for aarch64")
    return [qemu, "-L", root, str(min(Path(root).glob("usr/bin/python3*")))]
