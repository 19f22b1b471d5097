"""The Pythons on this computer that a hand-in may run on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from glob import glob

from agent.bundle.kernel import OLDEST
from agent.bundle.target import BundleError

NEWEST = 20  # none is looked for beyond
VERSION = re.compile(r"3\.(\d{1,2})")
ASK = "import sys; print('%d.%d' % sys.version_info[:2]); print(sys.executable)"
ASK_S = 20.0


def minor_of(version: str) -> int:
    """The N of a version 3.N that a hand-in runs on. Raises BundleError."""
    parts = VERSION.fullmatch(version)
    if parts is None or int(parts[1]) < OLDEST:
        raise BundleError(
            f"Python {version!r}: expected a version such as 3.10, from 3.{OLDEST} on"
        )
    return int(parts[1])


def pythons_here() -> dict[int, str]:
    """The interpreters of this computer, by the N of their versions 3.N."""
    paths = {minor: python_here(minor) for minor in range(OLDEST, NEWEST)}
    return {minor: path for minor, path in paths.items() if path is not None}


def python_here(minor: int) -> str | None:
    """The path of a Python 3.`minor` on the search path, or of pyenv; None if there is none."""
    pyenv = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    installed = glob(f"{pyenv}/versions/3.{minor}.*/bin/python")
    for name in (shutil.which(f"python3.{minor}"), *sorted(installed)):
        told = [] if name is None else _told(name)
        if told[:1] == [f"3.{minor}"]:  # pyenv has names for what is not chosen, too
            return told[1]
    return None


def _told(python: str) -> list[str]:
    """What an interpreter says: its version and its path; [] if it does not start."""
    try:
        done = subprocess.run(
            [python, "-I", "-S", "-c", ASK],
            capture_output=True,
            text=True,
            timeout=ASK_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return done.stdout.split("\n") if done.returncode == 0 else []
