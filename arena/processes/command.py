"""Run one command to its end or its limit, and leave no process behind.

The command leads its own session and process group. It is charged what `os.wait4` reports for it,
including children that it waited for, and for every orphan that it left. So CPU cannot be hidden in
a grandchild. Live processes are also polled: this enforces the CPU limit, and it catches children
that vanish unwaited because their parent ignores SIGCHLD. Run one command at a time: any new child
of this process is attributed to the command.

The command is confined (`arena.processes.confinement`); what that costs is not charged.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, Self

from arena.processes.confinement import Confinement, environment, excess
from arena.processes.process_tree import (
    Process,
    Reaped,
    children,
    descendants,
    end_all,
    reap,
    subreaper,
)

CPU_LIMIT = "cpu limit"
WALL_LIMIT = "wall limit"
OUTPUT_LIMIT = "output limit"

FIRST_LOOK_S = 0.03
MOST_BETWEEN_LOOKS_S = 0.1
BETWEEN_SIZES_S = 0.5
MOST_PRINTED_BYTES = 64 << 20
TAIL_BYTES = 2000
TRACEBACK = "Traceback (most recent call last):"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessEnd:
    """How a command ended.

    exit_code      as in subprocess: negative is the signal that ended it
    cpu_s          user + system seconds of all its processes
    wall_s         seconds from before its start until its end was noticed
    killed         the limit that it was killed at: CPU_LIMIT, WALL_LIMIT, OUTPUT_LIMIT, one of
                   `arena.processes.confinement`, or None
    orphans        number of processes that it did not wait for
    orphans_cpu_s  their part of `cpu_s`
    left_running   number of orphans that still ran when it ended; they have been killed
    printed        the tail of its standard output, then that of its standard error
    complaint      what it printed on standard error in a line (`complaint_of`), else on standard
                   output; "" if it printed nothing
    """

    exit_code: int
    cpu_s: float
    wall_s: float
    killed: str | None
    orphans: int
    orphans_cpu_s: float
    left_running: int
    printed: str
    complaint: str


def run_command(
    command: Sequence[str], folder: str, *, cpu_limit_s: float | None, wall_limit_s: float
) -> ProcessEnd:
    """Run a command with this folder as its current directory; return how it ended.

    Raises OSError if it cannot be started, TimeoutError if it cannot be killed.
    """
    with (
        subreaper(),
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
        Confinement() as confined,
    ):
        spared = children()
        started = time.monotonic()
        leader = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(folder),
            preexec_fn=confined.apply,  # noqa: PLW1509 - workers of a match have one thread
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        watch = _Watch(leader.pid, spared, started, (output, errors), folder)
        try:
            cost_s = confined.cost_s()
            _limit_cpu(leader.pid, cpu_limit_s)
            limit_s = math.inf if cpu_limit_s is None else cpu_limit_s + cost_s
            killed = watch.wait(limit_s, wall_limit_s)
            wall_s = time.monotonic() - started
            running = 0 if killed else watch.orphans_running()
        finally:
            first, *orphans = end_all(leader.pid, spared, watch.reaped)
            leader.returncode = first.exit_code  # so that subprocess does not wait for it again
        if first.exit_code == -signal.SIGXCPU and first.cpu_s >= limit_s:
            killed = killed or CPU_LIMIT  # the system's limit ended it before ours did
        orphans_cpu_s = sum(process.cpu_s for process in orphans)
        return ProcessEnd(
            exit_code=first.exit_code,
            cpu_s=max(0.0, max(first.cpu_s + orphans_cpu_s, watch.seen_cpu_s) - cost_s),
            wall_s=wall_s,
            killed=killed,
            orphans=len(orphans),
            orphans_cpu_s=orphans_cpu_s,
            left_running=running,
            printed=tail(output) + tail(errors),
            complaint=complaint_of(errors) or complaint_of(output),
        )


def _limit_cpu(pid: int, cpu_limit_s: float | None) -> None:
    """Set a CPU limit per process, in whole seconds, in case this process is stopped."""
    import resource  # noqa: PLC0415 - Windows, which runs no command here, lacks it

    if cpu_limit_s is None or not hasattr(resource, "prlimit"):
        return
    seconds = math.ceil(cpu_limit_s) + 1
    with contextlib.suppress(OSError, ValueError):  # it has ended, or has a lower limit
        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds + 1))


def tail(printed: IO[bytes]) -> str:
    """The last bytes of a file as text."""
    size = printed.seek(0, os.SEEK_END)
    printed.seek(max(0, size - TAIL_BYTES))
    return printed.read().decode(errors="replace")


def complaint_of(printed: IO[bytes]) -> str:
    """The first line of a file that is not blank and, if it is another, the last one.

    Of a Python traceback the last line alone tells what was wrong.
    """
    printed.seek(0)
    first = first_line(printed.read(TAIL_BYTES).decode(errors="replace"))
    last = last_line(tail(printed))
    if first in (last, TRACEBACK):
        return last
    return f"{first} ... {last}"


class _Watch:
    """Waits for a command and polls the CPU use of its processes."""

    __slots__ = ("_cpu_s", "_sized", "folder", "leader", "printed", "reaped", "spared", "started")

    def __init__(
        self,
        leader: int,
        spared: set[int],
        started: float,
        printed: Sequence[IO[bytes]],
        folder: str,
    ) -> None:
        self.leader = leader
        self.spared = spared
        self.started = started
        self.printed = printed
        self.reaped: Reaped | None = None  # the leader's end, from `EndOf`
        self.folder = folder
        self._sized = started  # when the size of the folder was last looked at
        self._cpu_s: dict[tuple[int, int], float] = {}

    @property
    def seen_cpu_s(self) -> float:
        """CPU seconds of all processes when last polled; a lower bound."""
        return sum(self._cpu_s.values())

    def wait(self, cpu_limit_s: float, wall_limit_s: float) -> str | None:
        """Wait until the leader ends or reaches a limit; return that limit, or None."""
        pause_s = min(FIRST_LOOK_S, cpu_limit_s)
        with EndOf(self.leader) as end:
            while not end.within(pause_s):
                over = self._excess(self._look())
                if over is not None:
                    return over
                if self.seen_cpu_s >= cpu_limit_s:
                    return CPU_LIMIT
                wall_left_s = self.started + wall_limit_s - time.monotonic()
                if wall_left_s <= 0:
                    return WALL_LIMIT
                if self._floods():
                    return OUTPUT_LIMIT
                cpu_left_s = (cpu_limit_s - self.seen_cpu_s) / (os.cpu_count() or 1)
                pause_s = max(0.002, min(MOST_BETWEEN_LOOKS_S, cpu_left_s, wall_left_s))
            self.reaped = end.reaped
        return OUTPUT_LIMIT if self._floods() else excess((), self.folder)

    def _floods(self) -> bool:
        """Whether it has printed too much; it may end before that is seen, at a file's limit."""
        return sum(os.fstat(file.fileno()).st_size for file in self.printed) > MOST_PRINTED_BYTES

    def _excess(self, running: list[Process]) -> str | None:
        """The limit of the confinement that the processes exceed, or None."""
        now = time.monotonic()
        sized = now - self._sized >= BETWEEN_SIZES_S
        if sized:
            self._sized = now
        return excess(running, self.folder if sized else None)

    def orphans_running(self) -> int:
        """Count the processes that still run after the leader has ended."""
        return sum(not process.zombie and process.pid != self.leader for process in self._look())

    def _look(self) -> list[Process]:
        running = descendants(self.spared)
        for process in running:
            self._cpu_s[process.pid, process.started] = process.cpu_s
        return running


class EndOf:
    """Waits for the end of a child, without reaping it if the system allows that.

    reaped  how it ended if waiting had to reap it (macOS has no `waitid`), else None
    """

    __slots__ = ("pid", "pidfd", "poll", "reaped")

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.pidfd: int | None = None
        self.poll = select.poll()
        self.reaped: Reaped | None = None

    def __enter__(self) -> Self:
        with contextlib.suppress(AttributeError, OSError):  # Linux 5.3 and later
            self.pidfd = os.pidfd_open(self.pid)
            self.poll.register(self.pidfd, select.POLLIN)
        return self

    def __exit__(self, *_: object) -> None:
        if self.pidfd is not None:
            os.close(self.pidfd)

    def within(self, seconds: float) -> bool:
        """Whether the child ends within this time."""
        if self.pidfd is not None:
            return bool(self.poll.poll(math.ceil(seconds * 1000)))
        until = time.monotonic() + seconds
        while not self._has_ended():
            if time.monotonic() >= until:
                return False
            time.sleep(0.002)
        return True

    def _has_ended(self) -> bool:
        if hasattr(os, "waitid"):
            how = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self.pid, how) is not None
        self.reaped = self.reaped or reap(self.pid)
        return self.reaped is not None


def exit_words(code: int) -> str:
    """An exit code, as in subprocess, in words."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def first_line(printed: str) -> str:
    """At most 200 printable characters of the first line that is not blank, or ""."""
    return _shown(next((line for line in printed.splitlines() if line.strip()), ""))


def last_line(printed: str) -> str:
    """At most 200 printable characters of the last line that is not blank, or ""."""
    return _shown(next((line for line in printed.splitlines()[::-1] if line.strip()), ""))


def _shown(line: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in line.strip()[:200])
