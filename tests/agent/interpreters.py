"""Finds the Pythons of this computer, for tests that run the entry points with each of them."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

MINORS = range(7, 15)  # 3.7 is the oldest that homework.py runs on
DEADLINE_S = 20.0


def interpreter(minor: int) -> str:
    """Return the path of a Python 3.`minor`; skip the test if there is none."""
    pyenv = shutil.which("pyenv")
    root = None if pyenv is None else _printed(pyenv, "root")
    found = sorted(map(str, Path(root).glob(f"versions/3.{minor}.*/bin/python"))) if root else []
    for path in (*found, shutil.which(f"python3.{minor}")):
        if path is not None and _version_of(path) == f"3.{minor}":
            return path
    pytest.skip(f"there is no Python 3.{minor}")


def aarch64_python() -> list[str]:
    """The command of a Python for aarch64 under qemu; skip the test if there is none.

    PENTE_AARCH64 names the folder with that system's /usr and /lib.
    """
    qemu, root = shutil.which("qemu-aarch64"), os.environ.get("PENTE_AARCH64")
    if qemu is None or root is None:
        pytest.skip("needs qemu-user, and PENTE_AARCH64: a folder with a Linux for aarch64")
    return [qemu, "-L", root, str(min(Path(root).glob("usr/bin/python3*")))]


def _version_of(path: str) -> str | None:
    return _printed(path, "-I", "-S", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")


@functools.cache
def _printed(*command: str) -> str | None:
    """What a command prints, or None if it fails, as pyenv's stand-in for a missing Python does."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=DEADLINE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
