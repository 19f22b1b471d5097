"""Runs other programs for the tools: what they print, or an error with their last words."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from games.errors import reason_of

ROOT = Path(__file__).parents[1]
MOST_S = 1800.0


class ProgramFailed(Exception):  # noqa: N818 - named after what happened
    """A program was not found, ended badly or did not end; the message says which, and why."""


def output_of(
    command: list[str],
    folder: Path | str = ROOT,
    *,
    given: str = "",
    error: type[Exception] = ProgramFailed,
    most_s: float = MOST_S,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """What a program prints that hears `given`, with these further variables. Raises `error`."""
    try:
        ended = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **variables},
            input=given,
            capture_output=True,
            text=True,
            timeout=most_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as failure:
        raise error(f"{command[0]}: {reason_of(failure)}") from failure
    if ended.returncode:
        said = "\n".join(filter(None, map(str.strip, (ended.stdout, ended.stderr))))
        raise error(f"{' '.join(command)}: exit code {ended.returncode}, {said or 'no message'}")
    return ended.stdout
