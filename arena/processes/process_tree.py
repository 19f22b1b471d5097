"""A process and its descendants: find them, measure their CPU, end them.

Linux lists them in /proc. With `PR_SET_CHILD_SUBREAPER` an orphan becomes our child instead of
init's, so it can be killed, reaped and charged like any other. Without /proc or prctl these
functions find nothing, and only the process group is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

# Windows lacks the calls that start, measure and end the processes of this package.
ON_POSIX = hasattr(os, "fork")
NEEDED = "needs Linux or macOS"
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PR_GET_CHILD_SUBREAPER = 37

REAP_DEADLINE_S = 10.0  # a killed process that still exists by then hangs in the kernel


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """One process in /proc.

    session       pid of the leader of its session
    started       clock ticks after boot; with the pid it identifies a process
    zombie        it has ended and waits to be reaped
    cpu_s         its own user + system seconds, to 10 ms
    memory_bytes  its resident memory, with what it shares
    waited_cpu_s  those of the children that it has waited for, and of their children
    """

    pid: int
    parent: int
    session: int
    started: int
    zombie: bool
    cpu_s: float
    waited_cpu_s: float
    memory_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaped:
    """A reaped process.

    exit_code  as in subprocess: negative is the signal that ended it
    cpu_s      user + system seconds, including the children that it waited for
    """

    pid: int
    exit_code: int
    cpu_s: float


@contextlib.contextmanager
def subreaper() -> Iterator[None]:
    """Context in which orphans of our descendants become our children."""
    before = ctypes.c_int(0)
    _prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before))
    _prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1))
    try:
        yield
    finally:
        _prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(before.value))


def die_with_parent() -> None:
    """Ask for SIGTERM when the parent process ends."""
    _prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM))


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Context that delays Ctrl-C until its end.

    A process started in it begins with SIGINT blocked, and unblocks it after it has its handler. So
    Ctrl-C, which a terminal sends to all processes, cannot end it before.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prctl(option: int, argument: object) -> None:
    """Call prctl and ignore failure: without it, fewer processes are found."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


def processes() -> dict[int, Process]:
    """All processes by pid; empty without /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}
    read = (_read(int(name)) for name in names if name.isdigit())
    return {process.pid: process for process in read if process is not None}


def _read(pid: int) -> Process | None:
    """Read /proc/PID/stat (proc(5)); None if the process no longer exists."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name in brackets may contain blanks and brackets.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    ticks_per_s = os.sysconf("SC_CLK_TCK")
    return Process(
        pid=pid,
        parent=int(fields[1]),
        session=int(fields[3]),
        started=int(fields[19]),
        zombie=fields[0] in (b"Z", b"X"),
        cpu_s=(int(fields[11]) + int(fields[12])) / ticks_per_s,
        waited_cpu_s=(int(fields[13]) + int(fields[14])) / ticks_per_s,
        memory_bytes=int(fields[21]) * os.sysconf("SC_PAGE_SIZE"),
    )


def children() -> set[int]:
    """The pids of our children, unreaped ones included."""
    return {process.pid for process in processes().values() if process.parent == os.getpid()}


def descendants(spared: set[int]) -> list[Process]:
    """Our descendants, except the children in `spared` and their descendants."""
    running = processes()
    ours = {pid for pid in running if running[pid].parent == os.getpid()}
    return _with_descendants(ours - spared, running)


def session_tree(leader: int) -> list[Process]:
    """A child that leads a session, its whole session, and all their descendants.

    Unlike `descendants` this separates two children of ours that run at the same time.
    """
    running = processes()
    session = {pid for pid in running if leader in (pid, running[pid].session)}
    return _with_descendants(session, running)


def _with_descendants(pids: set[int], running: dict[int, Process]) -> list[Process]:
    size = 0
    while size < len(pids):
        size = len(pids)
        pids = pids | {pid for pid in running if running[pid].parent in pids}
    return [running[pid] for pid in pids]


def _kill(pids: Iterable[int], kill: Callable[[int, int], None] = os.kill) -> None:
    """Kill those of these processes, or with `os.killpg` groups, that still exist."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def cpu_below(parent: int, leader: int) -> float:
    """The CPU seconds of all descendants of a process, reaped ones included.

    The seconds of `leader`, one of its children, are exact, those of the others to 10 ms. The
    result is 0 without /proc.
    """
    seconds = 0.0
    for process in session_tree(parent):
        seconds += process.waited_cpu_s
        if process.pid == leader:
            try:
                seconds += time.clock_gettime(~leader << 3 | 2)  # clock_getcpuclockid(3), in Linux
            except OSError:
                seconds += process.cpu_s
        elif process.pid != parent:
            seconds += process.cpu_s
    return seconds


def end_all(leader: int, spared: set[int], known: Reaped | None = None) -> list[Reaped]:
    """Kill and reap a child, its process group and all descendants; the leader comes first.

    `known` is how the leader ended if it has already been reaped. Raises TimeoutError if a process
    does not end.
    """
    deadline = time.monotonic() + REAP_DEADLINE_S
    _kill([leader], os.killpg)
    reaped: dict[int, Reaped] = {} if known is None else {leader: known}
    while True:
        left = descendants(spared)
        ours = {process.pid for process in left if process.parent == os.getpid()}
        if leader not in reaped:
            ours.add(leader)
        if not ours:
            return sorted(reaped.values(), key=lambda process: process.pid != leader)
        _kill(ours | {process.pid for process in left})
        ended = {pid: end for pid in ours if (end := reap(pid)) is not None}
        reaped |= ended
        if not ended:
            if time.monotonic() > deadline:
                raise TimeoutError(f"processes {sorted(ours)} do not end after SIGKILL")
            time.sleep(0.0005)


def end_session_tree(leader: int) -> Reaped:
    """Kill a child's `session_tree`; reap the child and return how it ended.

    Raises TimeoutError if a process does not end.
    """
    deadline = time.monotonic() + REAP_DEADLINE_S
    while True:
        _kill([leader], os.killpg)
        alive = [process.pid for process in session_tree(leader) if not process.zombie]
        _kill(alive)
        if not alive:  # reap the leader last: until then its pid is not reused
            reaped = reap(leader)
            if reaped is not None:
                return reaped
        if time.monotonic() > deadline:
            raise TimeoutError(f"process {leader} and its descendants do not end after SIGKILL")
        time.sleep(0.0005)


def reap(pid: int) -> Reaped | None:
    """Reap a child of ours; None if it has not ended yet."""
    try:
        ended, status, usage = os.wait4(pid, os.WNOHANG)
    except ChildProcessError:  # already reaped elsewhere: its seconds are lost
        return Reaped(pid=pid, exit_code=0, cpu_s=0.0)
    if ended == 0:
        return None
    code = os.waitstatus_to_exitcode(status)
    return Reaped(pid=pid, exit_code=code, cpu_s=usage.ru_utime + usage.ru_stime)
