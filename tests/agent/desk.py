"""A private folder that runs homework.py as a process, and sample requests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "data" / "samples"
DEADLINE_S = 60.0
COLUMNS = "ABCDEFGHJKLMNOPQRST"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a run of homework.py ended: exit code, standard error, output.txt, CPU seconds."""

    code: int
    said: str
    output: str | None
    cpu_s: float


class Desk:
    """A folder in which homework.py runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, content: bytes | str) -> None:
        """Write a file into the folder."""
        data = content.encode() if isinstance(content, str) else content
        (self.folder / name).write_bytes(data)

    def ask(
        self,
        request: bytes | str | None = None,
        *,
        root: Path = ROOT,
        before: Callable[[], None] | None = None,
        signal_after: tuple[signal.Signals, float] | None = None,
        environment: dict[str, str] | None = None,
        python: Sequence[str] = (sys.executable,),
    ) -> Answer:
        """Run the homework.py of a tree in this folder and wait for it.

        `python` is the interpreter, with options. `before` runs in the child before Python starts.
        `signal_after` is the delay of a signal, in seconds after output.txt first exists.
        """
        if request is not None:
            self.put("input.txt", request)
        with subprocess.Popen(
            [*python, root / "homework.py"],
            cwd=self.folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=before,  # noqa: PLW1509  # the limits hold in the child; no threads
        ) as child:
            if signal_after is not None:
                self._signal(child.pid, *signal_after)
            return self._reap(child)

    def _signal(self, pid: int, sent: signal.Signals, after_s: float) -> None:
        """Send a signal to the child, some time after output.txt first exists."""
        deadline = time.monotonic() + DEADLINE_S
        while not (self.folder / "output.txt").exists() and time.monotonic() < deadline:
            time.sleep(0.002)
        time.sleep(after_s)
        os.kill(pid, sent)

    def _reap(self, child: subprocess.Popen[bytes]) -> Answer:
        assert child.stderr is not None
        timer = time.monotonic() + DEADLINE_S
        pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        while not pid:
            if time.monotonic() > timer:
                child.kill()
                raise AssertionError("homework.py does not end")
            time.sleep(0.002)
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
        child.returncode = os.waitstatus_to_exitcode(status)
        output = self.folder / "output.txt"
        return Answer(
            code=child.returncode,
            said=child.stderr.read().decode(),
            output=output.read_text() if output.exists() else None,
            cpu_s=usage.ru_utime + usage.ru_stime,
        )


def sample(name: str) -> bytes:
    """Return the text of a sample input."""
    return (SAMPLES / f"{name}.txt").read_bytes()


def with_clock(request: bytes, clock: str) -> bytes:
    """Return the request with another clock line."""
    lines = request.split(b"\n")
    return b"\n".join([lines[0], clock.encode(), *lines[2:]])


def is_move_for(output: str | None, request: bytes) -> bool:
    """Whether the output is exactly one line that names an empty point of the request's board."""
    if output is None or output[-1:] != "\n" or "\n" in output[:-1]:
        return False
    row, column = output[:-2], output[-2]
    rows = request.split(b"\n")[3:22]
    if row not in map(str, range(1, 20)) or column not in COLUMNS:
        return False
    return rows[19 - int(row)][COLUMNS.index(column)] == ord(".")
