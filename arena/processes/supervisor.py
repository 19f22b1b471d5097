"""A small process between us and a program of others: whatever that starts ends with it.

It is the program's parent and, on Linux, inherits every orphan of it, so that nothing that the
program starts can leave its descendants, whatever session or environment it gives itself. It ends
when the program has ended, when it is told to by SIGTERM, and when the process that started it is
gone, killed or not; each time it kills and reaps all that is left first.

    arguments    the file descriptor of a pipe, then the program's command
    the pipe     one line once the program runs, its pid, or 0 and the error's number; at the end
                 its exit code as in subprocess, and the CPU seconds of all its processes
"""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, NoReturn

from arena.processes.command import EndOf
from arena.processes.process_tree import (
    REAP_DEADLINE_S,
    die_with_parent,
    end_all,
    end_kin,
    subreaper,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import IO

START_DEADLINE_S = 60.0
LONGEST_WAIT_S = 3600.0  # between two looks; whoever started us ends a program that is too slow
START = (
    "import sys; sys.path.insert(0, {top!r}); from arena.processes.supervisor import main; main()"
)


class Supervised:
    """A program that runs below a supervisor. Raises OSError if it cannot be started.

    pid        the program's own; `supervisor` is its parent's
    exit_code  as in subprocess, None while it runs
    cpu_s      user + system seconds of all its processes, once it has ended
    """

    def __init__(self, command: Sequence[str], folder: str, stderr: IO[bytes]) -> None:
        top = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        reading, writing = os.pipe()
        self._told = open(reading, "rb")  # noqa: SIM115 - closed by end
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-c", START.format(top=top), str(writing), *command],
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                start_new_session=True,
                pass_fds=(writing,),
                bufsize=0,
            )
        except BaseException:
            self._told.close()
            raise
        finally:
            os.close(writing)
        self.supervisor = self._child.pid
        self.exit_code: int | None = None
        self.cpu_s = 0.0
        pid, *error = self._hear()
        self.pid = int(pid)
        if not self.pid:
            self.end()
            number = int(error[0]) if error else errno.ECHILD
            raise OSError(number, os.strerror(number), command[0])

    @property
    def stdin(self) -> IO[bytes]:
        """What the program reads."""
        assert self._child.stdin is not None  # it is a pipe
        return self._child.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """What the program writes."""
        assert self._child.stdout is not None  # it is a pipe
        return self._child.stdout

    def end(self, grace_s: float = 0.0) -> None:
        """Let it end within so many seconds, then have it killed with all that it has started."""
        with EndOf(self.supervisor) as end:
            ended = end.within(grace_s)
            if not ended:
                self._child.terminate()
                ended = end.within(REAP_DEADLINE_S)
        if ended:
            code, cpu_s = (*self._hear(), "0", "0")[:2]
            self.exit_code, self.cpu_s = int(code), float(cpu_s)
        else:
            self.exit_code = -signal.SIGKILL
        end_kin(self.supervisor)
        self._child.returncode = 0  # it has been reaped: subprocess must not wait for it, too
        for file in (self.stdin, self.stdout, self._told):
            file.close()

    def _hear(self) -> list[str]:
        """The words of the supervisor's next line, `0` if there is none in time."""
        ready, _, _ = select.select([self._told], [], [], START_DEADLINE_S)
        return (self._told.readline().decode().split() if ready else []) or ["0"]


def main() -> None:
    """Run the command of the arguments below this process."""
    status, command = int(sys.argv[1]), sys.argv[2:]
    parent = os.getppid()
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for whoever started us
    die_with_parent()
    if os.getppid() != parent:
        return  # it was gone before it could be followed
    with subreaper():
        _run(command, status)


def _run(command: Sequence[str], status: int) -> None:
    try:
        child = subprocess.Popen(command, start_new_session=True)
    except OSError as error:
        os.write(status, f"0 {error.errno or errno.ENOENT}\n".encode())
        return
    end = EndOf(child.pid)
    try:
        os.write(status, f"{child.pid}\n".encode())
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):  # or the program's end would not be the end of its pipes
            os.dup2(nothing, standard)
        with end:
            while not end.within(LONGEST_WAIT_S):
                pass
    finally:
        reaped = end_all(child.pid, set(), end.reaped)
        child.returncode = reaped[0].exit_code
        cpu_s = sum(process.cpu_s for process in reaped)
        os.write(status, f"{child.returncode} {cpu_s:.6f}\n".encode())


def _leave(_signal: int, _frame: object) -> NoReturn:
    """End by an exception, so that what runs below is ended on the way."""
    raise SystemExit(0)
