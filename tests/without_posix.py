"""Takes from a Python process what Windows lacks: `hide_names`, or `environment` for a new process.

`python -m tests.without_posix MODULE ...` runs the `main` of a module, which may start engines.

A new process also gets the paths of Windows: `os.path` is `ntpath`, each `__file__` of ours has
backslashes. A file opened without O_BINARY is text. Not simulated are drives, clocks, and that no
file can be removed while it is open.
"""

from __future__ import annotations

import builtins
import importlib
import mmap
import ntpath
import os
import select
import shutil
import signal
import sys
from importlib.machinery import PathFinder
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from pathlib import Path

MODULES = ("fcntl", "grp", "posix", "pwd", "resource", "syslog", "termios", "tty")
SIGNALS = ("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN")
# A module of the standard library, and the beginnings of the names that it loses.
NAMES = {
    os: """
        O_ASYNC O_CLOEXEC O_DIRECT O_NOFOLLOW O_NONBLOCK O_SYNC P_PID WCONTINUED WEXIT WIF WNO
        WTERM WUNTRACED chown chroot fchmod fchown fork getegid geteuid getgid getgroups getloadavg
        getpgid getpgrp getppid getpriority getsid getuid initgroups killpg lchown mkfifo mknod nice
        pidfd_ pipe2 posix_ pread pwrite register_at_fork sched_ sendfile set_blocking setpgid
        setpriority setsid setuid statvfs sysconf uname wait3 wait4 waitid
    """,
    signal: "ITIMER_ SIG pthread_ setitimer sigwait",
    sys.modules["_signal"]: "ITIMER_ SIG pthread_ setitimer sigwait",
    select: "devpoll epoll kqueue poll",
    mmap: "MAP_ PROT_",
}
WITH_PATHS = ("listdir", "lstat", "mkdir", "replace", "scandir", "stat", "unlink")  # of os
OURS = ("agent", "games", "search")
O_BINARY = 1 << 30  # Windows' number has another meaning here


def environment(folder: Path) -> dict[str, str]:
    """Variables that make this file each new Python's `sitecustomize`; the folder holds a copy."""
    shutil.copy(__file__, folder / "sitecustomize.py")
    return {"PYTHONPATH": str(folder)}


def hide_names() -> None:
    """Remove POSIX's modules and names; `mmap` takes neither flags nor a protection."""
    sys.platform = "win32"
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]  # None: no such module
    for module, beginnings in NAMES.items():
        for name in [*vars(module)]:
            if name.startswith(tuple(beginnings.split())) and name not in SIGNALS:
                delattr(module, name)
    real = mmap.mmap

    def made(handle: int, size: int, *, access: int = mmap.ACCESS_DEFAULT) -> mmap.mmap:
        return real(handle, size, access=access)

    mmap.mmap = made  # type: ignore[assignment, misc]


def hide_names_from_ours() -> None:
    """Remove them, but not from modules that are loaded: Python's own were made for this system."""
    kept = {id(module): SimpleNamespace(**vars(module)) for module in NAMES}
    for loaded in [*sys.modules.values()]:
        for name, value in [*vars(loaded).items()]:
            if id(value) in kept and isinstance(value, ModuleType):
                setattr(loaded, name, kept[id(value)])
    hide_names()


def use_windows_files() -> None:
    """Give this process Windows' paths and its text files."""
    vars(os).update(path=ntpath, sep="\\", altsep="/", O_BINARY=O_BINARY)
    for module, name in ((builtins, "open"), *((os, name) for name in WITH_PATHS)):
        setattr(module, name, with_slashes(getattr(module, name)))
    text: set[int] = set()  # handles
    real_open, real_write = os.open, os.write

    def open_(path: str, flags: int, mode: int = 0o777) -> int:
        handle = real_open(path.replace("\\", "/"), flags & ~O_BINARY, mode)
        (text.discard if flags & O_BINARY else text.add)(handle)
        return handle

    def write(handle: int, data: bytes) -> int:
        whole = bytes(data)
        return real_write(handle, whole.replace(b"\n", b"\r\n") if handle in text else whole)

    vars(os).update(open=open_, write=write)
    sys.meta_path.insert(0, Backslashes)


def with_slashes(function: Any) -> Any:
    """The function of the system; it then takes backslashes too."""

    def called(*arguments: Any, **named: Any) -> Any:
        given = (each.replace("\\", "/") if isinstance(each, str) else each for each in arguments)
        return function(*given, **named)

    return called


class Backslashes(PathFinder):
    """Finds our modules as usual, and turns the slashes of their `__file__`."""

    @classmethod
    def find_spec(cls, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The specification of one of our modules; None for any other."""
        spec = super().find_spec(name, path, target) if name.partition(".")[0] in OURS else None
        if spec is not None and spec.loader is not None:
            run = spec.loader.exec_module

            def exec_module(module: Any) -> None:
                module.__file__ = module.__file__.replace("/", "\\")
                run(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def run_module() -> None:
    """Run the module that the arguments name; what looks at the system as it starts is loaded."""
    import asyncio  # noqa: PLC0415 - a move's process has none

    for name in ("multiprocessing.connection", "numpy", "rich.live", "rich_click", "uvicorn"):
        importlib.import_module(name)
    real = asyncio.create_subprocess_exec

    def started(python: str, option: str, *words: str, **named: Any) -> Any:
        return real(python, option, "tests.without_posix", *words, **named)

    vars(asyncio).update(
        create_subprocess_exec=started, ProactorEventLoop=asyncio.SelectorEventLoop
    )
    hide_names_from_ours()
    del sys.argv[0]
    importlib.import_module(sys.argv[0]).main()


if __name__ == "__main__":
    run_module()
if __name__ == "sitecustomize":
    hide_names()
    use_windows_files()
