"""The scene of homework.py: a few moves of a game in one folder, each under faults.

The laws: for a readable request, homework.py writes exactly one legal line and ends with exit code
0, within its CPU clock. For an unreadable one it ends with exit code 2 and a reason in one line,
and writes no output.txt. A killed process leaves either no output.txt or a complete one.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
from functools import partial
from random import Random

from agent.protocol import Request, allowed_points, parse_request
from agent.scripts import HOMEWORK, script_path
from arena.foreign.harness_files import CALIBRATION, INPUT, OUTPUT, PLAYDATA, format_request
from games.five.points import format_harness_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from tools.soak.faults import Fault, damaged, pause, shortage, signalled, starve
from tools.soak.stage import Program, Stage, read

RULES = rules_named("pente")
CLOCKS_S = (0.01, 0.04, 0.1, 0.12, 0.3, 0.6, 1.5, 4.0)
SURE_CLOCK_S = 0.1  # with less, the start of Python alone may take more CPU than the clock
MOST_MOVES = 4
END_S = 120.0
ANSWER_BYTES = 4  # `10K` and a line feed
KILLED = (signal.SIGKILL, signal.SIGTERM, signal.SIGXCPU)
FAULTS: tuple[Fault, ...] = (
    signalled(KILLED, 0.5),
    partial(pause, most_s=0.3),
    partial(shortage, most_s=0.0),
    partial(shortage, most_s=0.3),
    starve,
)
BLOCKS = (
    ("pipe", os.mkfifo),
    ("folder", os.mkdir),
    ("dangling link", partial(os.symlink, "nowhere/at/all")),
)


def play_moves(stage: Stage) -> None:
    """Play some moves under faults."""
    position = drawn_position(stage.dice)
    for _ in range(stage.dice.randint(1, MOST_MOVES)):
        point = play_one(position, stage)
        if point not in set(position.legal_moves()):  # a damaged request is of another position
            return
        assert point is not None
        position.play(point)
        if position.outcome is None:
            position.play(stage.dice.choice(list(position.legal_moves())))
        if position.outcome is not None:
            return


def drawn_position(dice: Random) -> FivePosition:
    """A position after random moves in which the game goes on."""
    position = FivePosition(RULES)
    for _ in range(dice.choice((0, 1, 2, 5, 12, 40, 120, 300))):
        position.play(dice.choice(list(position.legal_moves())))
        if position.outcome is not None:
            return drawn_position(dice)
    return position


def play_one(position: FivePosition, stage: Stage) -> int | None:
    """One move of homework.py; its point, or None without one."""
    dice = stage.dice
    data = format_request(position, dice.choice(CLOCKS_S)).encode()
    if dice.random() < 0.35:
        data = damaged(data, dice)
        stage.faults.append("damaged input.txt")
    (stage.folder / INPUT).write_bytes(data)
    (stage.folder / OUTPUT).unlink(missing_ok=True)  # as the harness does
    closed = dice.random() < 0.1
    if closed:
        stage.faults.append("closed standard streams")
    if dice.random() < 0.5:
        disturb_file(stage)
    stale = read(stage.folder / OUTPUT)
    with stage.program([sys.executable, script_path(HOMEWORK)], closed=closed) as program:
        if dice.random() < 0.6:
            dice.choice(FAULTS)(program, stage)
        if stage.law(program.wait(END_S) is not None, "homework.py does not end"):
            return judged(data, stale, program, stage)
    return None


def disturb_file(stage: Stage) -> None:
    """Damage a file of the agent, or put a pipe, a folder or a link to nowhere in its place."""
    name = stage.dice.choice((PLAYDATA, PLAYDATA, CALIBRATION, OUTPUT, f"{OUTPUT}.tmp"))
    path = stage.folder / name
    if os.path.lexists(path) and not path.is_file():
        return
    if name == OUTPUT or path.is_file() or stage.dice.random() < 0.4:
        path.write_bytes(damaged(read(path) or b"x" * 50, stage.dice))
        stage.faults.append(f"damaged {name}")
    else:
        kind, make = stage.dice.choice(BLOCKS)
        make(path)
        stage.faults.append(f"a {kind} in the place of {name}")


def judged(data: bytes, stale: bytes | None, program: Program, stage: Stage) -> int | None:
    """Compare a move with the laws; its point, or None without one.

    `stale` is an output.txt from before the move, which stays if the process is killed at once.
    """
    try:
        request = parse_request(data[:65_536], RULES)
    except ValueError:
        request = None
    output = read(stage.folder / OUTPUT)
    if -(program.code or 0) in program.sent:
        if request is None or output in (None, stale):
            return None
        return legal_point(output, request, program, stage)
    said = program.err.splitlines()
    stage.law(all(line.startswith("pente: ") for line in said), "a foreign complaint", program)
    unwritable = program.limits.get(resource.RLIMIT_FSIZE, ANSWER_BYTES) < ANSWER_BYTES
    if request is None or (unwritable and program.code == 2):
        stage.law(program.code == 2, "unreadable input needs exit code 2", program)
        stage.law(output in (None, b""), f"unreadable input, and output.txt is {output!r}")
        stage.law(len(said) <= 2, "more than a line of reason", program)
        return None
    if not stage.law(program.code == 0, "a readable request needs exit code 0", program):
        return None
    seconds = request.seconds_left
    if seconds is not None and seconds >= SURE_CLOCK_S:
        within = program.cpu_s < seconds
        stage.law(within, f"spent {program.cpu_s:.3f} s of CPU with {seconds} s left", program)
    return legal_point(output, request, program, stage)


def legal_point(
    output: bytes | None, request: Request, program: Program, stage: Stage
) -> int | None:
    """The point of an output.txt; reports anything but one legal line."""
    lines = {format_harness_point(point, RULES.size): point for point in allowed_points(request)}
    text = "" if output is None else output.decode("latin-1")
    point = lines.get(text[:-1]) if text.endswith("\n") else None
    stage.law(point is not None, f"output.txt is {output!r}, no legal line", program)
    return point
