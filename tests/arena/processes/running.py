"""A Python script that runs as a command."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from arena.processes.command import ProcessEnd, run_command
from tests.arena.waiting import DEADLINE_S

BURN = """
import os, sys, time
def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
"""
# An orphan in a session of its own burns 0.3 s and ends before its grandparent goes on. A closed
# pipe is no proof that it has ended.
ENDED_ORPHAN = f"""{BURN}
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        burn(0.3)
        os.write(writing, str(os.getpid()).encode())
    os._exit(0)
os.wait()
orphan = os.read(reading, 20).decode()
while ") Z " not in open(f"/proc/{{orphan}}/stat").read():
    time.sleep(0.01)
"""


def run(
    folder: Path, body: str, cpu_limit_s: float | None = 20.0, wall_limit_s: float = DEADLINE_S
) -> ProcessEnd:
    """Run a script with this body and return how it ended."""
    script = BURN + textwrap.dedent(body)
    return run_command(
        [sys.executable, "-I", "-S", "-c", script],
        str(folder),
        cpu_limit_s=cpu_limit_s,
        wall_limit_s=wall_limit_s,
    )
