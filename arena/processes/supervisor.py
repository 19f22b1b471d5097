"""A supervisor process between us and a foreign program; it ends all processes of the program.

The supervisor is the program's parent and, on Linux, inherits all its orphans. So no process can
escape, whatever session or environment it chooses. The supervisor ends when the program ends, on
SIGTERM, and when our process ends or is killed. It always kills and reaps all processes of the
program first.

    arguments    the file descriptor of a pipe, then the program's command
    the pipe     at the start a line with the program's pid, or 0 and the error number; at the end
                 a line with its exit code as in subprocess and the CPU seconds of all its processes
"""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, NoReturn

from arena.processes.command import EndOf
from arena.processes.confinement import Confinement, environment
from arena.processes.process_tree import (
    REAP_DEADLINE_S,
    die_with_parent,
    end_all,
    end_session_tree,
    subreaper,
)
from search import IMPORTS_FROM

START_DEADLINE_S = 60.0
LONGEST_WAIT_S = 3600.0  # of one wait; our parent ends a program that is too slow
PROGRAM = "import sys; sys.path.insert(0, {top!r}); from {module} import main; main()"


class Supervised:
    """A program under a supervisor. Raises OSError if it cannot be started.

    pid         the program's pid
    supervisor  the supervisor's pid
    exit_code   as in subprocess, None while it runs
    cpu_s       user + system seconds of all its processes, set at its end
    """

    def __init__(self, command: Sequence[str], folder: str, stderr: IO[bytes]) -> None:
        program = PROGRAM.format(top=os.path.abspath(IMPORTS_FROM), module=__name__)
        reading, writing = os.pipe()
        self._told = open(reading, "rb")  # noqa: SIM115 - closed by end
        try:
            self._child = subprocess.Popen(
                [sys.executable, "-I", "-c", program, str(writing), *command],
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
        """The program's standard input."""
        assert self._child.stdin is not None  # it is a pipe
        return self._child.stdin

    @property
    def stdout(self) -> IO[bytes]:
        """The program's standard output."""
        assert self._child.stdout is not None  # it is a pipe
        return self._child.stdout

    def end(self, grace_s: float = 0.0) -> None:
        """Wait `grace_s` for its end, then have all its processes killed."""
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
        end_session_tree(self.supervisor)
        self._child.returncode = 0  # already reaped: subprocess must not wait for it again
        for file in (self.stdin, self.stdout, self._told):
            file.close()

    def _hear(self) -> list[str]:
        """The words of the supervisor's next line; `0` at the deadline."""
        ready, _, _ = select.select([self._told], [], [], START_DEADLINE_S)
        return (self._told.readline().decode().split() if ready else []) or ["0"]


def main() -> None:
    """Run the command in the arguments under this process."""
    status, command = int(sys.argv[1]), sys.argv[2:]
    parent = os.getppid()
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for our parent
    die_with_parent()
    if os.getppid() != parent:
        return  # the parent ended before die_with_parent took effect
    with subreaper():
        _run(command, status)


def _run(command: Sequence[str], status: int) -> None:
    postponed = {signal.SIGTERM}  # until there is a program to end
    signal.pthread_sigmask(signal.SIG_BLOCK, postponed)
    try:
        with Confinement() as confined:

            def prepare() -> None:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, postponed)
                confined.apply()

            child = subprocess.Popen(
                command,
                start_new_session=True,
                env=environment(os.getcwd()),
                preexec_fn=prepare,  # noqa: PLW1509 - this process has one thread
            )
            confined.cost_s()  # a brain's time counts from its first command
    except OSError as error:
        os.write(status, f"0 {error.errno or errno.ENOENT}\n".encode())
        return
    end = EndOf(child.pid)
    try:
        os.write(status, f"{child.pid}\n".encode())
        signal.pthread_sigmask(signal.SIG_UNBLOCK, postponed)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):  # so that the program's pipes close when it ends
            os.dup2(nothing, standard)
        with end:
            while not end.within(LONGEST_WAIT_S):
                pass
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it must not interrupt the report
    finally:
        reaped = end_all(child.pid, set(), end.reaped)
        child.returncode = reaped[0].exit_code
        cpu_s = sum(process.cpu_s for process in reaped)
        os.write(status, f"{child.returncode} {cpu_s:.6f}\n".encode())


def _leave(_signal: int, _frame: object) -> NoReturn:
    """End by an exception, so that `_run` ends the program; its end is not cut short."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(0)
