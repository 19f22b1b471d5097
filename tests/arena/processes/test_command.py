"""One command: charged for all that it starts, ended at its limits, and cleaned up."""

from __future__ import annotations

import math
import os
import resource
import time
from pathlib import Path

import pytest

from arena.processes.command import CPU_LIMIT, OUTPUT_LIMIT, WALL_LIMIT, _Watch, run_command
from arena.processes.process_tree import Process, children, processes
from tests.arena.processes.running import ENDED_ORPHAN, run


def test_end_is_reported(tmp_path: Path) -> None:
    """An exit code is returned as it was, a signal as its negative number, with all that was
    written to either output; the command runs in the given folder.
    """
    end = run(
        tmp_path, "print('one', flush=True); print(os.getcwd(), file=sys.stderr); sys.exit(7)"
    )
    assert (end.exit_code, end.printed) == (7, f"one\n{os.path.realpath(tmp_path)}\n")
    assert run(tmp_path, "os.kill(os.getpid(), 6)").exit_code == -6


def test_complaint_is_the_first_line_on_standard_error(tmp_path: Path) -> None:
    """The first line tells what was wrong, of a Python traceback the last one."""
    for script, complaint in (
        ("print('hello'); sys.exit('no table')", "no table"),
        ("1 / 0", "ZeroDivisionError: division by zero"),  # without the head of the traceback
        ("print('slow', file=sys.stderr); 1 / 0", "slow ... ZeroDivisionError: division by zero"),
        ("print('lost'); sys.exit(1)", "lost"),  # nothing on standard error
        ("print('\\n', 'a' * 9000, file=sys.stderr)", "a" * 200),
        ("", ""),
    ):
        assert run(tmp_path, script).complaint == complaint


UNNOTICED = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
pid = os.fork()
if pid == 0:
    burn(0.3)
    open('burnt', 'w').close()
    while not os.path.exists('seen'):
        time.sleep(0.01)
    os._exit(0)
try: os.waitpid(pid, 0)
except ChildProcessError: pass  # it has ended unnoticed
"""


@pytest.mark.parametrize(
    ("body", "orphans"),
    [(ENDED_ORPHAN, 1), (UNNOTICED, 0)],
    ids=["double fork", "SIGCHLD ignored"],
)
def test_cpu_of_grandchildren_is_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, orphans: int
) -> None:
    """A command is charged for all its descendants, however they are started and left."""
    look = _Watch._look

    def told(watch: _Watch) -> list[Process]:
        burnt, running = (tmp_path / "burnt").exists(), look(watch)
        if burnt:  # a child that nobody can wait for is charged as it was last seen
            (tmp_path / "seen").touch()
        return running

    monkeypatch.setattr(_Watch, "_look", told)
    end = run(tmp_path, body)
    assert end.cpu_s >= 0.25
    assert end.orphans == orphans
    assert end.left_running == 0


def test_running_orphans_are_ended_and_charged(tmp_path: Path) -> None:
    """A process that outlives its parent is found, killed and charged."""
    end = run(
        tmp_path,
        """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                open('pid', 'w').write(str(os.getpid()))
                burn(0.2)
                open('burnt', 'w').close()
                burn(60)
            os._exit(0)
        while not os.path.exists('burnt'):
            time.sleep(0.01)
        """,
    )
    assert end.left_running == 1
    assert end.orphans_cpu_s > 0.1
    assert int((tmp_path / "pid").read_text()) not in processes()


def test_cpu_limit_ends_the_whole_process_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the CPU limit, summed over all processes, all of them are killed."""
    monkeypatch.delattr(resource, "prlimit")  # so that the system's limit does not end them
    end = run(
        tmp_path,
        """
        if os.fork() == 0: os.setsid()
        burn(60)
        """,
        cpu_limit_s=0.3,
    )
    assert end.killed == CPU_LIMIT
    assert 0.3 <= end.cpu_s < 10


def test_the_system_s_cpu_limit_is_a_loss_on_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends the program if this process was stopped meanwhile; a program that sends itself its
    signal before the limit, or without one, has crashed.
    """
    wait = _Watch.wait
    monkeypatch.setattr(_Watch, "wait", lambda watch, _, wall_s: wait(watch, math.inf, wall_s))
    body = "burn(0.4); os.kill(os.getpid(), 24)"  # SIGXCPU
    for limit_s, killed in ((0.3, CPU_LIMIT), (60.0, None), (None, None)):
        end = run(tmp_path, body, cpu_limit_s=limit_s)
        assert (end.killed, end.exit_code) == (killed, -24)


def test_sleepers_and_floods_are_ended(tmp_path: Path) -> None:
    """At the wall limit a command is killed even if it used no CPU, and one that prints without
    end before it fills the disk; one that ends before anybody looks is told as such.
    """
    end = run(tmp_path, "time.sleep(60)", wall_limit_s=0.2)
    assert (end.killed, end.exit_code) == (WALL_LIMIT, -9)
    assert end.wall_s >= 0.2
    assert end.cpu_s < 0.2
    for flood in ("while True: os.write(1, bytes(1 << 20))", "os.truncate(1, 1 << 27)"):
        assert run(tmp_path, flood).killed == OUTPUT_LIMIT


def test_other_children_are_spared(tmp_path: Path) -> None:
    """A child that existed before the command is neither killed nor reaped."""
    bystander = os.fork()
    if bystander == 0:
        time.sleep(600)
        os._exit(0)
    try:
        run(tmp_path, "pass")
        assert os.waitpid(bystander, os.WNOHANG) == (0, 0)
    finally:
        os.kill(bystander, 9)
        os.waitpid(bystander, 0)


def test_missing_program_is_an_error(tmp_path: Path) -> None:
    """A command that cannot be started raises OSError and leaves no child and no open file."""
    opened = len(os.listdir("/dev/fd"))
    before = children()
    with pytest.raises(FileNotFoundError):
        run_command(["/no/such/program"], str(tmp_path), cpu_limit_s=1, wall_limit_s=1)
    assert children() == before
    assert len(os.listdir("/dev/fd")) == opened


def test_command_is_measured_where_the_system_knows_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without `waitid`, `pidfd_open` and `prlimit`, as on macOS, ends and seconds are the same."""
    monkeypatch.delattr(os, "waitid")
    monkeypatch.delattr(os, "pidfd_open")
    monkeypatch.delattr(resource, "prlimit")
    end = run(tmp_path, "burn(0.15); sys.exit(7)")
    assert (end.exit_code, end.killed) == (7, None)
    assert 0.15 <= end.cpu_s < 1.0
    killed = run(tmp_path, "time.sleep(30)", wall_limit_s=0.2)
    assert (killed.exit_code, killed.killed) == (-9, WALL_LIMIT)
