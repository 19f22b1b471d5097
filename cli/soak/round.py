"""One round of a soak: a scene, the faults that disturb it, and the laws that it broke."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from cli.soak.program import LEFT_OVER_S, Program, end_marked
from games.records.json_text import read_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

PENTE = (sys.executable, "-c", "from cli.main import main; main()")
TRACEBACK = "Traceback (most recent call last)"
SHOWN = 600  # characters of a program's complaint


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A finished round.

    number  from 0; with the seed it decides the scene and its faults
    scene   name of the scene
    faults  each fault in words
    broken  each broken law in words
    """

    number: int
    scene: str
    faults: tuple[str, ...]
    broken: tuple[str, ...]
    seconds: float

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The round of a line. Raises ValueError or TypeError."""
        line: dict[str, Any] = read_json(text)
        return cls(
            **{**line, "faults": tuple(line["faults"]), "broken": tuple(line["broken"])},
        )


class Place:
    """Where a scene plays: a folder of its own, its dice, its programs, and what it reports.

    folder  of this round, removed if no law was broken
    kept    folder that all rounds share, for results of undisturbed runs
    """

    def __init__(self, folder: str, kept: str, mark: str, dice: Random) -> None:
        self.folder = folder
        self.kept = kept
        self.dice = dice
        self.faults: list[str] = []
        self.broken: list[str] = []
        self._mark = mark

    def fault(self, words: str) -> None:
        """Report a fault."""
        self.faults.append(words)

    def law(self, holds: object, words: str, program: Program | None = None) -> bool:
        """Report a broken law unless it holds, with what a program printed; whether it holds."""
        if not holds:
            said = (
                "" if program is None else f"; exit code {program.code}, it said: {tail(program)}"
            )
            self.broken.append(words + said)
        return bool(holds)

    @contextmanager
    def program(self, words: Sequence[str], folder: str | None = None) -> Iterator[Program]:
        """Run a program; at the end none of its processes may be left over."""
        program = Program(words, folder or self.folder, self._mark)
        try:
            yield program
        finally:
            program.close()
            left = end_marked(self._mark, LEFT_OVER_S)
            self.law(not left, f"processes are left over: {left}")
            # Ctrl-C may come before our code runs: then the words are the interpreter's.
            early = program.code == -signal.SIGINT and "cli/main.py" not in program.err
            self.law(TRACEBACK not in program.err or early, "a traceback", program)

    def path(self, name: str) -> str:
        """The path of a file of this round."""
        return os.path.join(self.folder, name)

    def sleep(self, least_s: float, most_s: float) -> float:
        """Wait for a random time; return its seconds."""
        seconds = self.dice.uniform(least_s, most_s)
        time.sleep(seconds)
        return seconds


def tail(program: Program) -> str:
    """The end of what a program said on standard error, in one line."""
    return " | ".join(program.err.strip().splitlines())[-SHOWN:] or "nothing"
