"""Runs other programs for the tools: what they print, or an error with their last words."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from games.errors import reason_of

ROOT = Path(__file__).parents[1]
MOST_S = 1800.0


class ProgramFailed(Exception):  # noqa: N818 - named after what happened
    """A program was not found, ended badly or did not end; the message says which, and why."""


def ended(
    command: Sequence[object],
    folder: Path | str = ROOT,
    *,
    given: str = "",
    most_s: float = MOST_S,
    **variables: str,
) -> subprocess.CompletedProcess[str]:
    """How a program ended that hears `given`, with these further variables, and what it printed.

    Raises OSError or subprocess.TimeoutExpired.
    """
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, **variables},
        input=given,
        capture_output=True,
        text=True,
        timeout=most_s,
        check=False,
    )


def output_of(
    command: Sequence[object],
    folder: Path | str = ROOT,
    *,
    given: str = "",
    error: type[Exception] = ProgramFailed,
    most_s: float = MOST_S,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """What a program prints that hears `given`, with these further variables. Raises `error`."""
    try:
        end = ended(command, folder, given=given, most_s=most_s, **variables)
    except (OSError, subprocess.TimeoutExpired) as failure:
        raise error(f"{command[0]}: {reason_of(failure)}") from failure
    if end.returncode:
        said = "\n".join(filter(None, map(str.strip, (end.stdout, end.stderr))))
        words = " ".join(map(str, command))
        raise error(f"{words}: exit code {end.returncode}, {said or 'no message'}")
    return end.stdout
