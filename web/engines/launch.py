"""Starts an engine as a process of this machine; `EnginePool` may be given another way."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from typing import Any

from games.registry import FOLDERS
from search import IMPORTS_FROM

KEPT = ("PATH", "SYSTEMROOT")  # without the second one, Python does not start on Windows


class ChildProcess:
    """A process with pipes, whose exit code only the child watcher of asyncio fetches.

    asyncio's `kill` and `close` would fetch it as well: where they come first, the watcher finds no
    process and prints a warning.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None, "a pipe of ours"
        assert process.stdout is not None, "a pipe of ours"
        self._process = process
        self.pid, self.stdin, self.stdout = process.pid, process.stdin, process.stdout

    @property
    def returncode(self) -> int | None:
        """The exit code; None while it runs."""
        return self._process.returncode

    async def end(self) -> None:
        """Kill it at once, and wait for its end."""
        transport = self._process._transport  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio hides it
        if self.returncode is None:
            with contextlib.suppress(OSError):  # it has just ended
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        for number in (0, 1):  # `wait` returns only once the output is read or closed
            transport.get_pipe_transport(number).close()
        try:
            await self._process.wait()
        finally:
            transport.close()


async def launch_process(memory_mb: int) -> ChildProcess:
    """A new engine process in its own process group, with a minimal environment.

    memory_mb  the most address space that it may use. Raises OSError.
    """
    return await start_process(
        *(sys.executable, "-m", f"{__package__}.process", str(memory_mb)),
        stderr=asyncio.subprocess.DEVNULL,
        cwd=IMPORTS_FROM,
        env=_environment(),
        start_new_session=True,
    )


async def start_process(*command: str, **options: Any) -> ChildProcess:
    """A command as a new process. Raises OSError."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, **options)
    return ChildProcess(process)


def _environment() -> dict[str, str]:
    """The environment of an engine process, with the folders of plugged games."""
    folders = os.environ.get(FOLDERS, "").split(os.pathsep)
    plugs = [os.path.abspath(folder) for folder in folders if folder]
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "PYTHONPATH": IMPORTS_FROM, FOLDERS: os.pathsep.join(plugs)}
