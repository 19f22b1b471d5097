"""Faults of a running program, and damage to files between two runs.

Each fault of a program is a function of the program and the round's place. It returns when the
fault is over, or when it has set a limit that stays.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from cli.soak.program import Program
    from cli.soak.round import Place

BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(100000))"
MOST_DELAY_S = 3.0  # before a fault: a job of the soak takes some seconds


def kill_leader(program: Program, place: Place) -> None:
    """Kill the program at a random moment; its helpers have to end by themselves."""
    after_s = wait_for_moment(program, place)
    program.send(signal.SIGKILL)
    place.fault(f"kill -9 after {after_s:.2f} s")


def kill_helper(program: Program, place: Place) -> None:
    """Kill one of the processes that the program has started, if there is one by then."""
    after_s = wait_for_moment(program, place)
    helpers = [pid for pid in program.family() if pid != program.pid]
    if helpers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(place.dice.choice(helpers), signal.SIGKILL)
        place.fault(f"kill -9 of a helper process after {after_s:.2f} s")


def pause(program: Program, place: Place) -> None:
    """Stop one of the program's processes for a moment."""
    after_s = wait_for_moment(program, place)
    family = program.family()
    if family:
        victim = place.dice.choice(family)
        with contextlib.suppress(ProcessLookupError):
            os.kill(victim, signal.SIGSTOP)
            paused_s = place.sleep(0.05, 1.5)
            os.kill(victim, signal.SIGCONT)
            place.fault(f"SIGSTOP after {after_s:.2f} s, for {paused_s:.2f} s")


def fill_disk(program: Program, place: Place) -> None:
    """From a random moment on no file of the program may grow past a random size."""
    import resource  # noqa: PLC0415 - Windows lacks it

    after_s = wait_for_moment(program, place)
    most = place.dice.choice((0, 1, 100, 5_000, 50_000, 200_000))
    for pid in program.family():
        with contextlib.suppress(ProcessLookupError, PermissionError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    place.fault(f"disk full: files of {most} bytes at most, after {after_s:.2f} s")


def little_memory(program: Program, place: Place) -> None:
    """The program's address space may not grow past a random size."""
    megabytes = place.dice.randint(60, 600)
    program.limit("AS", megabytes << 20)
    place.fault(f"{megabytes} MB of address space")


def few_files(program: Program, place: Place) -> None:
    """The program may have few open files."""
    most = place.dice.randint(5, 20)
    program.limit("NOFILE", most)
    place.fault(f"{most} open files at most")


def end_politely(program: Program, place: Place) -> None:
    """Ctrl-C or SIGTERM at a random moment: it has to end soon, and say how to continue."""
    after_s = wait_for_moment(program, place)
    number = place.dice.choice(polite_signals())
    program.send(number)
    place.fault(f"{number.name} after {after_s:.2f} s")


def polite_signals() -> list[signal.Signals]:
    """The signals that end a command; not those that it inherits as ignored, as from `nohup`."""
    wanted = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    return [number for number in wanted if signal.getsignal(number) is not signal.SIG_IGN]


def wait_for_moment(program: Program, place: Place) -> float:
    """Wait for a random time, or until the program ends; return the seconds drawn."""
    seconds = place.dice.uniform(0, MOST_DELAY_S)
    program.wait(seconds)
    return seconds


RUNNING: tuple[Callable[[Program, Place], None], ...] = (
    kill_leader,
    kill_helper,
    pause,
    fill_disk,
    little_memory,
    few_files,
    end_politely,
)


@contextmanager
def starved(program: Program, processes: int) -> Iterator[None]:
    """Let a program share one core with so many busy processes."""
    core = {min(os.sched_getaffinity(0))}
    busy = [subprocess.Popen([sys.executable, "-S", "-c", BUSY]) for _ in range(processes)]
    try:
        for pid in (program.pid, *(each.pid for each in busy)):
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(pid, core)
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def damaged(content: bytes, dice: Random) -> bytes:
    """The bytes with a random damage: cut, flipped, doubled, foreign or missing bytes."""
    at = dice.randrange(len(content) + 1)
    to = min(len(content), at + dice.choice((1, 1, 2, 16, 400)))
    kind = dice.randrange(7)
    if kind == 0:
        return content[:at]
    if kind == 1:
        return content[:at] + content[to:]
    if kind == 2:
        return content[:to] + content[at:]
    if kind == 3:
        return content[:at] + dice.randbytes(to - at) + content[to:]
    if kind == 4 and content:
        flipped = bytearray(content)
        flipped[min(at, len(content) - 1)] ^= 1 << dice.randrange(8)
        return bytes(flipped)
    if kind == 5:
        return content[:at] + dice.choice(FOREIGN) + content[at:]
    return dice.randbytes(dice.choice((0, 1, 20, 3_000)))


FOREIGN = (
    b"\r\n",
    b"\n\n",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"9" * 5_000,
    b"-1",
    b"1e999",
    b"nan",
    b",",
    b"\t \t",
    "\u0661".encode(),
)
