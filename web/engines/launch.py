"""Starts an engine as a process of this machine; `EnginePool` may be given another way."""

from __future__ import annotations

import asyncio
import os
import sys

from games.registry import FOLDERS
from search import IMPORTS_FROM

KEPT = ("PATH", "SYSTEMROOT")  # without the second one, Python does not start on Windows


async def launch_process(memory_mb: int) -> asyncio.subprocess.Process:
    """A new engine process in its own process group, with a minimal environment.

    memory_mb  the most address space that it may use. Raises OSError.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", f"{__package__}.process", str(memory_mb)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=IMPORTS_FROM,
        env=_environment(),
        start_new_session=True,
    )


def _environment() -> dict[str, str]:
    """The environment of an engine process, with the folders of plugged games."""
    folders = os.environ.get(FOLDERS, "").split(os.pathsep)
    plugs = [os.path.abspath(folder) for folder in folders if folder]
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "PYTHONPATH": IMPORTS_FROM, FOLDERS: os.pathsep.join(plugs)}
