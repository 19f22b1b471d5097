"""Starts, watches, limits and signals a program under fault, with all processes that it starts.

Each program has a mark in its environment, which its children inherit. So the soak finds all
processes of a round in /proc, even orphans in sessions of their own.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

MARK = "PENTE_SOAK"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
STEP_S = 0.004  # between two looks at a program
LEFT_OVER_S = 20.0  # after which a process that its program did not end counts as left over
KILLED_S = 5.0  # until a killed process has left /proc
MOST_KEPT = 1 << 16  # characters of output


class Program:
    """A running program: its output is collected, its end is awaited.

    code   exit code as in subprocess, None while it runs
    cpu_s  user + system seconds of it and of the children that it waited for, once it has ended
    """

    def __init__(self, words: Sequence[str], folder: str, mark: str) -> None:
        """Start the words in a session of their own, with the mark."""
        environment = {**os.environ, MARK: mark, "PENTE_KEEP_ENV": MARK, "PYTHONPATH": ROOT}
        self.code: int | None = None
        self.cpu_s = 0.0
        self._mark = mark
        self._texts = {"out": b"", "err": b""}
        self._child = subprocess.Popen(
            words,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        for pipe in (self._child.stdout, self._child.stderr):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._child.pid

    @property
    def out(self) -> str:
        """What it has printed on standard output so far, at most the last part."""
        return self._texts["out"].decode(errors="replace")

    @property
    def err(self) -> str:
        """What it has printed on standard error so far, at most the last part."""
        return self._texts["err"].decode(errors="replace")

    def wait(self, seconds: float) -> int | None:
        """The exit code; None if it still runs after so many seconds."""
        deadline = time.monotonic() + seconds
        while not self._look() and time.monotonic() < deadline:
            time.sleep(STEP_S)
        return self.code

    def _look(self) -> bool:
        """Read its pipes; whether it has ended."""
        if self.code is None:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.code = self._child.returncode = os.waitstatus_to_exitcode(status)
                self.cpu_s = usage.ru_utime + usage.ru_stime
        for name, pipe in (("out", self._child.stdout), ("err", self._child.stderr)):
            while pipe is not None and not pipe.closed and (more := read_some(pipe.fileno())):
                self._texts[name] = (self._texts[name] + more)[-MOST_KEPT:]
        return self.code is not None

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self.code is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def limit(self, name: str, most: int) -> None:
        """Lower the soft limit of a resource, such as `FSIZE`; -1 raises it again."""
        import resource  # noqa: PLC0415 - Windows lacks it

        kind = getattr(resource, f"RLIMIT_{name}")
        with contextlib.suppress(ProcessLookupError):
            _, hard = resource.prlimit(self.pid, kind)
            resource.prlimit(self.pid, kind, (hard if most < 0 else most, hard))

    def family(self) -> list[int]:
        """The pids of the processes with its mark, its own among them."""
        return marked(self._mark)

    def close(self) -> None:
        """Kill it if it runs, and close its pipes."""
        self.send(signal.SIGKILL)
        self.wait(LEFT_OVER_S)
        for pipe in (self._child.stdout, self._child.stderr):
            if pipe is not None:
                pipe.close()


def read_some(handle: int) -> bytes:
    """What a pipe holds now; empty if it holds nothing."""
    try:
        return os.read(handle, MOST_KEPT)
    except BlockingIOError:
        return b""


def marked(mark: str) -> list[int]:
    """The pids of all processes whose mark begins so; zombies have none."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            with contextlib.suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                if any(entry.startswith(wanted) for entry in file.read().split(b"\0")):
                    found.append(int(name))
    return found


def end_marked(mark: str, seconds: float = 0.0) -> list[str]:
    """Wait until no process has the mark; name those left after so many seconds, and kill them."""
    deadline = time.monotonic() + seconds
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.05)
    named = [f"{pid} {words_of(pid)}" for pid in left]
    for pid in left:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + KILLED_S
    while left and marked(mark) and time.monotonic() < deadline:
        time.sleep(STEP_S)
    return named


def words_of(pid: int) -> str:
    """The beginning of a process's command line."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read(200).replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return "(ended)"
