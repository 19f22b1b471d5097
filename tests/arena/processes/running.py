"""A Python script that runs as a command."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from arena.processes.command import ProcessEnd, run_command

BURN = """
import os, sys, time
def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
"""


def run(
    folder: Path, body: str, cpu_limit_s: float = 20.0, wall_limit_s: float = 20.0
) -> ProcessEnd:
    """Run a script with this body and return how it ended."""
    script = BURN + textwrap.dedent(body)
    return run_command(
        [sys.executable, "-I", "-S", "-c", script],
        str(folder),
        cpu_limit_s=cpu_limit_s,
        wall_limit_s=wall_limit_s,
    )
