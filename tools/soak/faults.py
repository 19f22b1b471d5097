"""Faults of a running program, and damage to bytes.

A fault is a function of the program and the round's stage. It returns when the fault is over, or
when it has set a limit that stays.
"""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Callable
from contextlib import suppress
from random import Random

from tools.soak.stage import Program, Stage
from tools.trials.clocked_games import load

Fault = Callable[[Program, Stage], None]

FILE_SIZES = (0, 1, 3, 60, 4_096, 50_000, 200_000)
POLITE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
FOREIGN = (
    *(b"\r\n", b"\n\n", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"9" * 5_000, b"-1", b"1e999"),
    *(b"nan", b",", b"\t \t", "\u0661".encode()),
)


def signalled(numbers: tuple[signal.Signals, ...], most_s: float) -> Fault:
    """The fault that one of these signals comes at a random moment of so many seconds."""

    def send_signal(program: Program, stage: Stage) -> None:
        after_s = moment(program, stage, most_s)
        number = stage.dice.choice(numbers)
        program.send(number)
        stage.faults.append(f"{number.name} after {after_s:.3f} s")

    return send_signal


def kill_helper(program: Program, stage: Stage, most_s: float = 3.0) -> None:
    """Kill one of the processes that the program has started, if there is one by then."""
    after_s = moment(program, stage, most_s)
    helpers = [pid for pid in program.family() if pid != program.pid]
    if helpers:
        with suppress(ProcessLookupError):
            os.kill(stage.dice.choice(helpers), signal.SIGKILL)
        stage.faults.append(f"SIGKILL of a helper process after {after_s:.3f} s")


def pause(program: Program, stage: Stage, most_s: float = 1.0) -> None:
    """Stop one of the program's processes for a moment."""
    after_s = moment(program, stage, most_s)
    if family := program.family():
        victim = stage.dice.choice(family)
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGSTOP)
            paused_s = moment(program, stage, most_s)
            os.kill(victim, signal.SIGCONT)
            stage.faults.append(f"SIGSTOP after {after_s:.3f} s, for {paused_s:.3f} s")


def shortage(program: Program, stage: Stage, most_s: float = 3.0, kinds: int = 3) -> None:
    """Limit the size of files, their number or (of three kinds) memory, from a random moment."""
    after_s = moment(program, stage, most_s)
    files = 0
    with suppress(OSError):  # it may have ended
        files = len(os.listdir(f"/proc/{program.pid}/fd"))
    kind, most, words = (
        (resource.RLIMIT_FSIZE, stage.dice.choice(FILE_SIZES), "bytes in a file"),
        (resource.RLIMIT_NOFILE, max(5, files) + stage.dice.randint(1, 6), "open files"),
        (resource.RLIMIT_AS, round(2 ** stage.dice.uniform(25, 29)), "bytes of memory"),
    )[stage.dice.randrange(kinds)]
    program.limit(kind, most)
    stage.faults.append(f"at most {most} {words} after {after_s:.3f} s")


def starve(program: Program, stage: Stage) -> None:
    """The program shares the processors with busy processes until it ends."""
    processes = stage.dice.randint(1, 4) * len(os.sched_getaffinity(0))
    program.beside.enter_context(load(processes))
    stage.faults.append(f"{processes} busy processes alongside")


def moment(program: Program, stage: Stage, most_s: float) -> float:
    """Wait for a random time, or until the program ends; return the seconds drawn."""
    seconds = stage.dice.uniform(0, most_s)
    program.wait(seconds)
    return seconds


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
