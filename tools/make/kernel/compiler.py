"""The compiler of the PyPI package `ziglang`, which has the C libraries of all targets with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LIMITED_API = "0x030b0000"  # one module for Python 3.11 and newer
OPTIONS = (
    *("-O3", "-fwrapv", "-fvisibility=hidden", "-w"),
    *(f"-DPy_LIMITED_API={LIMITED_API}", "-DCYTHON_LIMITED_API=1"),
)
COMPILE_S = 600


class CompilerFailed(Exception):  # noqa: N818 - named after what happened
    """The compiler refused; the message is what it said."""


def zig(*arguments: str) -> None:
    """Run a tool of zig. Raises CompilerFailed."""
    command = [sys.executable, "-m", "ziglang", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=COMPILE_S, check=False)
    if ended.returncode:
        raise CompilerFailed(f"{' '.join(command)}\n{ended.stderr}")


def python_headers(folder: Path, pyconfig: str | None = None) -> str:
    """The folder of Python's headers; with another `pyconfig.h`, a copy of them in `folder`.

    A header finds the `pyconfig.h` beside it first.
    """
    own = sysconfig.get_path("include")
    if pyconfig is None:
        return own
    shutil.copytree(own, folder, dirs_exist_ok=True)
    (folder / "pyconfig.h").write_text(pyconfig, encoding="ascii")
    return str(folder)
