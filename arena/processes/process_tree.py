"""The processes that stem from one: who they are, what CPU they used, and how all of them end.

Linux tells through /proc. With `PR_SET_CHILD_SUBREAPER` a process whose parent has gone becomes
our child instead of init's, so it can be killed, reaped and charged like any other. On a system
without /proc or prctl these functions see and do nothing; what remains is the process group.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
PR_GET_CHILD_SUBREAPER = 37

REAP_DEADLINE_S = 10.0  # a killed process that is not gone by then hangs in the system
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What /proc says of one process.

    session       the pid of the leader of its session
    started       clock ticks after boot: with the pid this names a process for good
    zombie        it has ended and waits to be reaped
    cpu_s         user + system seconds of itself alone, to 10 ms
    waited_cpu_s  those of the children that it has waited for, and of theirs
    """

    pid: int
    parent: int
    session: int
    started: int
    zombie: bool
    cpu_s: float
    waited_cpu_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaped:
    """One process that was waited for.

    exit_code  as in subprocess: negative is the signal that ended it
    cpu_s      user + system seconds, with those of the children that it had waited for itself
    """

    pid: int
    exit_code: int
    cpu_s: float


@contextlib.contextmanager
def subreaper() -> Iterator[None]:
    """Within, orphans of our descendants become our children; afterwards all is as before."""
    before = ctypes.c_int(0)
    _prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before))
    _prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1))
    try:
        yield
    finally:
        _prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(before.value))


def die_with_parent() -> None:
    """From now on SIGTERM reaches this process when the one that started it ends."""
    _prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM))


def _prctl(option: int, argument: object) -> None:
    """A call that may fail without harm: where it does not exist, less is seen."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


def processes() -> dict[int, Process]:
    """All processes by pid; empty where there is no /proc."""
    try:
        names = os.listdir("/proc")
    except OSError:
        return {}
    found = (_read(int(name)) for name in names if name.isdigit())
    return {process.pid: process for process in found if process is not None}


def _read(pid: int) -> Process | None:
    """What /proc/PID/stat says (proc(5)), or None if the process has gone meanwhile."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name in brackets may hold blanks and brackets itself.
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return Process(
        pid=pid,
        parent=int(fields[1]),
        session=int(fields[3]),
        started=int(fields[19]),
        zombie=fields[0] in (b"Z", b"X"),
        cpu_s=(int(fields[11]) + int(fields[12])) / _TICKS_PER_S,
        waited_cpu_s=(int(fields[13]) + int(fields[14])) / _TICKS_PER_S,
    )


def children() -> set[int]:
    """The pids of our own children, those not yet reaped included."""
    return {process.pid for process in processes().values() if process.parent == os.getpid()}


def descendants(spared: set[int]) -> list[Process]:
    """All that stem from this process, without the children in `spared` and what stems from them.

    Parents stand before their children.
    """
    by_parent: dict[int, list[Process]] = {}
    for process in processes().values():
        by_parent.setdefault(process.parent, []).append(process)
    found = [child for child in by_parent.get(os.getpid(), []) if child.pid not in spared]
    for process in found:  # grows while it is walked: breadth first
        found += by_parent.get(process.pid, [])
    return found


def kin(leader: int) -> list[Process]:
    """A child that leads a session, all in that session, and all that stem from one of them.

    Unlike `descendants` this tells two children of ours apart that live side by side.
    """
    everybody = processes().values()
    found = {process.pid for process in everybody if leader in (process.pid, process.session)}
    size = 0
    while size < len(found):
        size = len(found)
        found |= {process.pid for process in everybody if process.parent in found}
    return [process for process in everybody if process.pid in found]


def cpu_below(parent: int, leader: int) -> float:
    """User + system seconds of all that stems from a process, that one itself left out.

    Those that it has waited for are counted. The seconds of `leader`, one of its children, are
    exact, those of the others to 10 ms. 0 where there is no /proc.
    """
    seconds = 0.0
    for process in kin(parent):
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
    """Kill and reap a child, its process group and all that stems from it; the leader comes first.

    `known` is how the leader ended if it has been reaped already. Raises TimeoutError if one of
    them does not end.
    """
    deadline = time.monotonic() + REAP_DEADLINE_S
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
    reaped: dict[int, Reaped] = {} if known is None else {leader: known}
    while True:
        family = descendants(spared)
        ours = {process.pid for process in family if process.parent == os.getpid()}
        if leader not in reaped:
            ours.add(leader)
        if not ours:
            return sorted(reaped.values(), key=lambda process: process.pid != leader)
        for pid in ours | {process.pid for process in family}:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        ended = {pid: end for pid in ours if (end := reap(pid)) is not None}
        reaped |= ended
        if not ended:
            if time.monotonic() > deadline:
                raise TimeoutError(f"processes {sorted(ours)} do not end after SIGKILL")
            time.sleep(0.0005)


def end_kin(leader: int) -> Reaped:
    """Kill a child that leads a session, and its kin; how the leader ended, which has been reaped.

    Raises TimeoutError if it does not end.
    """
    deadline = time.monotonic() + REAP_DEADLINE_S
    while True:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
        alive = [process.pid for process in kin(leader) if not process.zombie]
        for pid in alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        if not alive:  # the leader is reaped last: until then its pid is nobody else's
            reaped = reap(leader)
            if reaped is not None:
                return reaped
        if time.monotonic() > deadline:
            raise TimeoutError(f"process {leader} and its kin do not end after SIGKILL")
        time.sleep(0.0005)


def reap(pid: int) -> Reaped | None:
    """The end of a child of ours, or None if it has not ended yet."""
    try:
        found, status, usage = os.wait4(pid, os.WNOHANG)
    except ChildProcessError:  # somebody else reaped it: its seconds are lost
        return Reaped(pid=pid, exit_code=0, cpu_s=0.0)
    if found == 0:
        return None
    code = os.waitstatus_to_exitcode(status)
    return Reaped(pid=pid, exit_code=code, cpu_s=usage.ru_utime + usage.ru_stime)
