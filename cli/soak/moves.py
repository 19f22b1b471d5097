"""The scene of homework.py: a few moves of a game in one folder, each under faults.

The laws: for a readable request, homework.py writes exactly one legal line and ends with exit code
0, within its CPU clock. For an unreadable one it ends with exit code 2 and a reason in one line,
and writes no output.txt. A killed process leaves either no output.txt or a complete one.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.protocol import Request, allowed_points, parse_request
from agent.scripts import HOMEWORK, script_path
from arena.errors import ContestantError
from arena.foreign.harness_files import CALIBRATION, INPUT, OUTPUT, PLAYDATA, format_request
from cli.soak.faults import damaged, starved
from games.five.points import format_harness_point, parse_point
from games.five.position import Position
from games.five.rules import rules_named

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from cli.soak.program import Program
    from cli.soak.round import Place

RULES = rules_named("pente")
CLOCKS_S = (0.01, 0.04, 0.1, 0.12, 0.3, 0.6, 1.5, 4.0)
SURE_CLOCK_S = 0.1  # with less, the start of Python alone may take more CPU than the clock
MOST_MOVES = 4
END_S = 120.0
ANSWER_BYTES = 4  # `10K` and a line feed


@dataclass(slots=True)
class Expected:
    """What a move may do under its faults.

    killed  a signal ends it: no output.txt or a whole one
    silent  it may give up with exit code 2: nothing can be written
    stale   content of an old output.txt, which stays if it is killed at once
    """

    killed: bool = False
    silent: bool = False
    stale: bytes | None = None


def play_moves(place: Place) -> None:
    """Play some moves under faults; report the laws that were broken."""
    position = drawn_position(place.dice)
    for _ in range(place.dice.randint(1, MOST_MOVES)):
        point = play_one(position, place)
        if point is None or position.outcome is not None:
            return
        position.play(point)
        if position.outcome is not None:
            return
        position.play(place.dice.choice(list(position.legal_moves())))


def drawn_position(dice: Random) -> Position:
    """A position of random moves near each other in which the game goes on."""
    while True:
        position = Position(RULES)
        for _ in range(dice.choice((0, 1, 2, 5, 12, 40, 120, 300))):
            if position.outcome is not None:
                break
            position.play(dice.choice(list(position.legal_moves())))
        if position.outcome is None:
            return position


def play_one(position: Position, place: Place) -> int | None:
    """One move of homework.py; its point, or None if the game cannot go on."""
    dice, clock_s = place.dice, place.dice.choice(CLOCKS_S)
    data = format_request(position, clock_s).encode()
    if dice.random() < 0.35:
        data = damaged(data, dice)
        place.fault("damaged input.txt")
    write(place.path(INPUT), data)
    remove_output(place)
    expected, words = Expected(), [sys.executable, script_path(HOMEWORK)]
    closed = dice.random() < 0.1
    if closed:
        words = ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *words]
        place.fault("closed standard streams")
    if dice.random() < 0.5:
        dice.choice(FILE_FAULTS)(place)
    expected.stale = read_output(place)
    with place.program(words) as program, ExitStack() as stack:
        if not closed and dice.random() < 0.6:  # the limits would hit the shell
            dice.choice(PROCESS_FAULTS)(program, place, expected, stack)
        program.wait(END_S)
        if not place.law(program.code is not None, f"homework.py does not end in {END_S} s"):
            return None
    return judged(data, program, place, expected)


def judged(data: bytes, program: Program, place: Place, expected: Expected) -> int | None:
    """Compare a move with the laws; its point, or None without one."""
    try:
        request = parse_request(data[:65_536], RULES)
    except ValueError:
        request = None
    output = read_output(place)
    if expected.killed and program.code is not None and program.code < 0:
        if output not in (None, expected.stale) and request is not None:
            return legal_point(output, request, program, place)
        return None
    said = program.err.splitlines()
    place.law(all(line.startswith("pente: ") for line in said), "a foreign complaint", program)
    if request is None or (expected.silent and program.code == 2):
        place.law(program.code == 2, "unreadable input needs exit code 2", program)
        place.law(output in (None, b""), f"unreadable input, and output.txt is {output!r}")
        place.law(len(said) <= 2, "more than a line of reason", program)
        return None
    if not place.law(program.code == 0, "a readable request needs exit code 0", program):
        return None
    seconds = request.seconds_left
    if seconds is not None and seconds >= SURE_CLOCK_S:
        within = program.cpu_s < seconds
        place.law(within, f"spent {program.cpu_s:.3f} s of CPU with {seconds} s left", program)
    return legal_point(output, request, program, place)


def legal_point(
    output: bytes | None, request: Request, program: Program, place: Place
) -> int | None:
    """The point of an output.txt; reports anything but one legal line."""
    lines = {format_harness_point(point, RULES.size) for point in allowed_points(request)}
    text = None if output is None else output.decode("latin-1")
    if not place.law(
        text is not None and text.endswith("\n") and text[:-1] in lines,
        f"output.txt is {text!r}, no legal line",
        program,
    ):
        return None
    assert text is not None
    try:
        return parse_point(text[:-1], RULES.size)
    except (ValueError, ContestantError):
        return None


def write(path: str, content: bytes) -> None:
    """Write a file."""
    with open(path, "wb") as file:
        file.write(content)


def remove_output(place: Place) -> None:
    """Remove the move of the turn before, as the harness does."""
    if os.path.isfile(place.path(OUTPUT)):
        os.remove(place.path(OUTPUT))


def read_output(place: Place) -> bytes | None:
    """The bytes of output.txt, or None if there is none."""
    try:
        with open(place.path(OUTPUT), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def damage_file(name: str, place: Place) -> None:
    """Damage a file of the agent, or make one of random bytes."""
    path = place.path(name)
    content = b"x" * 50
    if os.path.isfile(path):
        with open(path, "rb") as file:
            content = file.read()
    if not os.path.lexists(path) or os.path.isfile(path):
        write(path, damaged(content, place.dice))
        place.fault(f"damaged {name}")


def block_file(name: str, place: Place) -> None:
    """Put a pipe, a folder or a link to nowhere in the place of a file of the agent."""
    path = place.path(name)
    if os.path.lexists(path):
        return
    kind = place.dice.choice(("pipe", "folder", "dangling link"))
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        os.mkdir(path)
    else:
        os.symlink("nowhere/at/all", path)
    place.fault(f"a {kind} in the place of {name}")


FILE_FAULTS: tuple[Callable[[Place], None], ...] = (
    lambda place: damage_file(PLAYDATA, place),
    lambda place: damage_file(PLAYDATA, place),
    lambda place: damage_file(CALIBRATION, place),
    lambda place: damage_file(OUTPUT, place),
    lambda place: block_file(PLAYDATA, place),
    lambda place: block_file(CALIBRATION, place),
    lambda place: block_file(f"{OUTPUT}.tmp", place),
)


def kill_move(program: Program, place: Place, expected: Expected, _: ExitStack) -> None:
    """Send a signal that ends it, at a random moment."""
    expected.killed = True
    after_s = place.dice.uniform(0, 0.5)
    program.wait(after_s)
    number = place.dice.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGXCPU))
    program.send(number)
    place.fault(f"{number.name} after {after_s:.3f} s")


def pause_move(program: Program, place: Place, _: Expected, __: ExitStack) -> None:
    """Stop it for a moment: the CPU clock stands still."""
    program.wait(place.dice.uniform(0, 0.3))
    program.send(signal.SIGSTOP)
    paused_s = place.sleep(0.02, 0.4)
    program.send(signal.SIGCONT)
    place.fault(f"SIGSTOP for {paused_s:.2f} s")


def fill_move_disk(program: Program, place: Place, expected: Expected, _: ExitStack) -> None:
    """Allow only small files."""
    most = place.dice.choice((0, 1, 3, ANSWER_BYTES, 60, 3_000, 100_000))
    program.limit("FSIZE", most)
    expected.silent = most < ANSWER_BYTES
    place.fault(f"files of {most} bytes at most")


def shorten_memory(program: Program, place: Place, _: Expected, __: ExitStack) -> None:
    """Allow little address space."""
    megabytes = place.dice.randint(32, 200)
    program.limit("AS", megabytes << 20)
    place.fault(f"{megabytes} MB of address space")


def few_open_files(program: Program, place: Place, _: Expected, __: ExitStack) -> None:
    """Allow few open files."""
    most = place.dice.randint(6, 12)
    program.limit("NOFILE", most)
    place.fault(f"{most} open files at most")


def starve(program: Program, place: Place, _: Expected, stack: ExitStack) -> None:
    """Let it share a core with busy processes, to its end."""
    processes = place.dice.randint(1, 4)
    stack.enter_context(starved(program, processes))
    place.fault(f"one core, shared with {processes} busy processes")


PROCESS_FAULTS: tuple[Callable[[Program, Place, Expected, ExitStack], None], ...] = (
    kill_move,
    pause_move,
    fill_move_disk,
    shorten_memory,
    few_open_files,
    starve,
)
