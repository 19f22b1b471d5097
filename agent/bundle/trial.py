"""Tries a hand-in: one move, by a bare interpreter that sees no installed package."""

from __future__ import annotations

import os
import sys
import tempfile
from typing import NamedTuple

from agent.bundle.target import BundleError
from agent.measure import MeasureError, charge
from agent.scripts import HOMEWORK
from games.five.points import format_point, parse_point

TRIAL_S = 60.0  # wall seconds; a move with 5 s on the clock needs about 1
CLOCK_S = 5.0
EMPTY_ROW = "." * 19
ROWS = (*[EMPTY_ROW] * 7, "." * 9 + "w" + "." * 9, "." * 10 + "b" + "." * 8)
ROWS = (*ROWS, "." * 9 + "w.bw" + "." * 6, *[EMPTY_ROW] * 9)


class Trial(NamedTuple):
    """The answer, as players write it, the CPU seconds of the move, and its standard error."""

    answer: str
    cpu_s: float
    said: str

    @property
    def is_weak(self) -> bool:
        """Whether the search was not the compiled one."""
        return "playing weakly" in self.said


def try_out(folder: str, python: str = sys.executable) -> Trial:
    """The trial of one move of the hand-in in this folder, in the handout's sample position.

    Raises BundleError if it does not answer, OSError if it cannot be started.
    """
    script = os.path.abspath(os.path.join(folder, HOMEWORK))
    command = [python, "-I", "-S", "-B", script]
    with tempfile.TemporaryDirectory() as desk:
        with open(f"{desk}/input.txt", "w", encoding="ascii") as file:
            file.write("\n".join(("BLACK", str(CLOCK_S), "0,0", *ROWS, "")))
        try:
            cpu_s, said = charge(command, desk, deadline_s=TRIAL_S)
        except MeasureError as error:
            raise BundleError(str(error)) from error
        with open(f"{desk}/output.txt", encoding="ascii") as file:
            answer = format_point(parse_point(file.read(), len(ROWS)), len(ROWS))
            return Trial(answer, cpu_s, said)
