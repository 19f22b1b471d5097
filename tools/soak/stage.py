"""Where a round plays: its folder, its dice, the programs that it disturbs, and what it reports."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random

from arena.processes import process_tree
from tools.running import check_signals

ROOT = str(Path(__file__).parents[2])
PENTE = (sys.executable, "-c", "from cli.main import main; main()")
TRACEBACK = "Traceback (most recent call last)"
STEP_S = 0.004  # between two looks at a program
LEFT_OVER_S = 20.0  # after which a process that its program did not end counts as left over
MOST_KEPT = 1 << 16  # characters of output
SHOWN = 600  # characters of a program's complaint


class Program:
    """A running program with all processes that it starts.

    code    exit code as in subprocess, None while it runs
    cpu_s   user + system seconds of it and the children that it waited for; 0 while it runs
    out     the end of what it has printed on standard output; err: on standard error
    sent    signals that it has got
    limits  soft limits that it has got, by resource
    beside  contexts that end with it
    """

    def __init__(self, words: Sequence[str], folder: Path, *, closed: bool) -> None:
        """Start it in a session of its own, on request with closed standard streams."""
        self.code: int | None = None
        self.cpu_s = 0.0
        self.out = self.err = ""
        self.sent: set[int] = set()
        self.limits: dict[int, int] = {}
        self.beside = ExitStack()
        self._end: process_tree.Reaped | None = None
        self._spared = process_tree.children()
        self._closed = closed
        self._child = subprocess.Popen(
            words,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": ROOT},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            preexec_fn=self._prepare,  # noqa: PLW1509 - this program has no threads
        )
        self.pid = self._child.pid
        self._pipes = [pipe for pipe in (self._child.stdout, self._child.stderr) if pipe]
        for pipe in self._pipes:
            os.set_blocking(pipe.fileno(), False)

    def _prepare(self) -> None:
        """In the new process: hear SIGHUP, even under `nohup`; end when the soak is killed."""
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        process_tree.die_with_parent()
        if self._closed:
            os.closerange(0, 3)

    def wait(self, seconds: float) -> int | None:
        """The exit code; None if it still runs after so many seconds. SystemExit on request."""
        deadline = time.monotonic() + seconds
        while self._look() is None and time.monotonic() < deadline:
            check_signals()
            time.sleep(STEP_S)
        return self.code

    def _look(self) -> int | None:
        """Read what it has printed; the exit code, None while it runs."""
        if self._end is None and (end := process_tree.reap(self.pid)):
            self._end, self.code, self.cpu_s = end, end.exit_code, end.cpu_s
        out, err = ((pipe.read() or b"").decode(errors="replace") for pipe in self._pipes)
        self.out, self.err = (self.out + out)[-MOST_KEPT:], (self.err + err)[-MOST_KEPT:]
        return self.code

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        if self._end is None:
            self.sent.add(number)
            os.kill(self.pid, number)  # at least a zombie of ours has this number

    def limit(self, kind: int, most: int) -> None:
        """Set the soft limit of a resource for all its processes; -1 raises it again."""
        self.limits[kind] = most
        for pid in self.family():
            with suppress(ProcessLookupError, PermissionError):
                hard = resource.prlimit(pid, kind)[1]
                resource.prlimit(pid, kind, (hard if most < 0 else most, hard))

    def family(self) -> list[int]:
        """The pids of its processes that run, orphans among them."""
        return [
            process.pid for process in process_tree.descendants(self._spared) if not process.zombie
        ]

    def close(self) -> None:
        """Kill and reap all its processes."""
        self.beside.close()
        process_tree.end_all(self.pid, self._spared, self._end)
        self._child.returncode = 0  # so that subprocess does not wait for it again
        for pipe in self._pipes:
            pipe.close()


class Stage:
    """Where a round plays.

    folder  of this round, kept if a law was broken
    faults  each fault in words
    broken  each broken law in words
    """

    def __init__(self, folder: Path, dice: Random) -> None:
        self.folder = folder
        self.dice = dice
        self.faults: list[str] = []
        self.broken: list[str] = []

    def law(self, holds: object, words: str, program: Program | None = None) -> bool:
        """Report a broken law unless it holds, with what a program printed; whether it holds."""
        if not holds:
            if program is not None:
                said = " | ".join(program.err.strip().splitlines())[-SHOWN:] or "nothing"
                words += f"; exit code {program.code}, it said: {said}"
            self.broken.append(words)
        return bool(holds)

    @contextmanager
    def program(
        self, words: Sequence[str], folder: Path | None = None, *, closed: bool = False
    ) -> Iterator[Program]:
        """Run a program until the block ends; then none of its processes may be left over."""
        with process_tree.subreaper():  # orphans become children of the soak, which finds them
            where = folder or self.folder
            where.mkdir(exist_ok=True)
            program = Program(words, where, closed=closed)
            try:
                yield program
                program.beside.close()
                program.send(signal.SIGKILL)
                program.wait(LEFT_OVER_S)
                self._check_end(program)
            finally:
                program.close()

    def _check_end(self, program: Program) -> None:
        """No process is left over, and there is no traceback."""
        deadline = time.monotonic() + LEFT_OVER_S
        while (left := program.family()) and time.monotonic() < deadline:
            check_signals()
            time.sleep(0.05)
        words = [read(Path(f"/proc/{pid}/cmdline")) for pid in left]
        self.law(not left, f"processes are left over: {words}")
        # Ctrl-C may come before our code runs: then the words are the interpreter's.
        early = program.code == -signal.SIGINT and "cli/main.py" not in program.err
        self.law(TRACEBACK not in program.err or early, "a traceback", program)


def read(path: Path) -> bytes | None:
    """The bytes of a file, or None if there is none."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return path.read_bytes()
    return None
