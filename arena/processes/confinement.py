"""Limits for programs of others: memory, processes, disk, environment, network.

They keep a faulty program from exhausting the computer, and secrets in the environment and the
network out of its reach. They are no protection of the user's files (`docs/security.md`).

    per process   RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_CORE; RLIMIT_NPROC in a user namespace
    polled        number of processes, resident memory together, size of the working folder
    network       a network namespace with loopback only, where the system allows user namespaces
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import socket
import struct
import sys
import time
from functools import cache
from typing import Self

with contextlib.suppress(ImportError):  # Windows lacks them, and runs no programs of others
    import fcntl
    import resource
from collections.abc import Iterable, Mapping

from arena.processes.process_tree import Process

PROCESS_LIMIT = "process limit"
MEMORY_LIMIT = "memory limit"
DISK_LIMIT = "disk limit"

GIB = 1 << 30
MOST_MEMORY_BYTES = 4 * GIB  # of one process; less on a computer with less than twice as much
MOST_SHARE = 0.75  # of the computer's memory, for all processes of a program together
MOST_PROCESSES = 128
MOST_THREADS = 1024  # with those of all its processes; only in a user namespace
MOST_FILE_BYTES = GIB >> 2
MOST_FOLDER_BYTES = GIB
MOST_FILES = 20_000

# fmt: off
KEPT = frozenset((
    "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ",
    "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHASHSEED", "VIRTUAL_ENV", "CONDA_PREFIX",
    "JAVA_HOME", "DOTNET_ROOT", "WINEPREFIX",
))
# fmt: on
KEPT_BEGINNINGS = ("LC_", "OMP_", "PENTE_")
KEEP = "PENTE_KEEP_ENV"  # names of more variables, with commas
NETWORK = "PENTE_AGENT_NETWORK"  # 1: programs may use the network

FOREIGN = ("agent:", "gomocup:")

CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000
SET_FLAGS = 0x8914  # SIOCSIFFLAGS
UP_AND_LOOPBACK = 0x9


def environment(folder: str, given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The variables that a program of others gets; it puts temporary files in `folder`."""
    more = given.get(KEEP, "").split(",")
    kept = {
        name: value
        for name, value in given.items()
        if name in KEPT or name in more or name.startswith(KEPT_BEGINNINGS)
    }
    return {**kept, "TMPDIR": folder}


def memory_bytes() -> int:
    """The most memory of one process."""
    return min(MOST_MEMORY_BYTES, _all_memory_bytes() // 2)


@cache
def _all_memory_bytes() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


@cache
def without_network() -> bool:
    """Whether programs of others run without network: wanted, and the system can do it."""
    if os.environ.get(NETWORK) == "1" or sys.platform != "linux":
        return False
    pid = os.fork()
    if not pid:
        os._exit(0 if _leave_network() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def network_warning(contestants: Iterable[str]) -> str | None:
    """A warning if one of these contestants is a program that can use the network."""
    foreign = any(text.strip().startswith(FOREIGN) for text in contestants)
    if not foreign or os.environ.get(NETWORK) == "1" or sys.platform == "win32":
        return None
    if without_network():
        return None
    return "this system has no user namespaces for users: agents and brains can use the network"


class Confinement:
    """Prepares one child between fork and exec; knows what that has cost. A context manager.

    `apply` is for `preexec_fn`. The child must be started by a process without other threads.
    """

    def __init__(self) -> None:
        self._isolated = without_network()
        self._libc = ctypes.CDLL(None)  # loaded here: little may happen after the fork
        reading, writing = os.pipe()
        self._reading = open(reading, "rb", buffering=0)  # noqa: SIM115 - closed by __exit__
        self._writing = open(writing, "wb", buffering=0)  # noqa: SIM115

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._writing.close()
        self._reading.close()

    def apply(self) -> None:
        """Confine this process, which is about to become the program."""
        isolated = self._isolated and _leave_network(self._libc)
        if isolated:
            _limit(resource.RLIMIT_NPROC, MOST_THREADS)
        _limit(resource.RLIMIT_DATA, memory_bytes())
        _limit(resource.RLIMIT_FSIZE, MOST_FILE_BYTES)
        _limit(resource.RLIMIT_CORE, 0)
        with contextlib.suppress(OSError):  # the kernel ends it first if memory runs out
            _write("/proc/self/oom_score_adj", "1000")
        self._writing.write(struct.pack("d", time.process_time()))

    def cost_s(self) -> float:
        """The CPU seconds of `apply` and its fork, which are not the program's.

        Call it once, after the child was started.
        """
        self._writing.close()
        written = self._reading.read(8) or b""
        return float(struct.unpack("d", written)[0]) if len(written) == 8 else 0.0


def excess(processes: Iterable[Process], folder: str | None) -> str | None:
    """The limit that these processes exceed together, or their folder if given; or None."""
    running = [process for process in processes if not process.zombie]
    if len(running) > MOST_PROCESSES:
        return PROCESS_LIMIT
    if sum(process.memory_bytes for process in running) > MOST_SHARE * _all_memory_bytes():
        return MEMORY_LIMIT
    return DISK_LIMIT if folder is not None and _is_full(folder) else None


def words_of(limit: str) -> str:
    """Why a program was killed at one of these limits."""
    return {
        PROCESS_LIMIT: f"killed for running more than {MOST_PROCESSES} processes",
        MEMORY_LIMIT: f"killed for using more than {100 * MOST_SHARE:.0f} % of the memory",
        DISK_LIMIT: f"killed for filling its folder: more than {MOST_FOLDER_BYTES >> 20} MiB or "
        f"{MOST_FILES} files",
    }[limit]


def _is_full(folder: str) -> bool:
    """Whether a folder holds more than a program may write; links are not followed."""
    size, files, waiting = 0, 0, [folder]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    with contextlib.suppress(OSError):
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
                    files += 1
                    if size > MOST_FOLDER_BYTES or files > MOST_FILES:
                        return True
        except OSError:
            continue  # removed or locked meanwhile
    return False


def _limit(which: int, most: int) -> None:
    """Lower a limit of this process; a lower one remains."""
    _, hard = resource.getrlimit(which)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(which, (most, most))


def _leave_network(libc: ctypes.CDLL | None = None) -> bool:
    """Move this process to a network of its own, with loopback only; return whether that worked.

    Its user keeps name and files: the number stands for itself in the new user namespace.
    """
    user, group = os.geteuid(), os.getegid()
    try:
        if (libc or ctypes.CDLL(None)).unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
            return False
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sH14x", b"lo", UP_AND_LOOPBACK))
    except (OSError, AttributeError):
        return False
    return True


def _write(path: str, text: str) -> None:
    """Write to a file of the kernel in one call."""
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, text.encode())
    finally:
        os.close(file)
