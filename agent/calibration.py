"""Measured figures of this machine: calibration.txt, written by `calibrate.py`, read by each move.

The file is text, one `name = value` per line (the `=` is optional); FIELDS explains the names. The
agent uses it only if it is complete, in this format, and from this machine and version of Python.
Otherwise it uses careful defaults. It ignores lines with other names: older files have some.
"""

import os
import sys

from agent.clock import OVERHEAD_S
from agent.files import read_start, write_whole
from agent.protocol import plain_number
from search.limits import MOST_WORKERS

FILE = "calibration.txt"
FORMAT = "3"
LONGEST_FILE = 4_096  # bytes
MARGIN = 1.25  # a busy machine charges more than a quiet one

# name: default, smallest and largest accepted value
FIELDS = {
    "empty_move_seconds": (OVERHEAD_S / MARGIN, 0.0005, 10.0),  # CPU of a move without a search
    # First iteration of a search that is not short. It is not measured, but may be set by hand: to
    # start at depth 4 played worse (data/results/experiments.jsonl).
    "first_depth": (1, 1, 20),
    "helper_seconds": (0.004, 0.0, 1.0),  # CPU to fork, stop and reap one worker
    "workers": (1, 1, MOST_WORKERS),  # worker processes of a harness move
}
WHOLE = ("first_depth", "workers")


class Calibration:
    """This machine's figures by the names of FIELDS; `doubt` says why a file was not used."""

    __slots__ = ("doubt", "figures")

    def __init__(
        self, figures: "dict[str, float] | None" = None, doubt: "str | None" = None
    ) -> None:
        self.figures = {name: default for name, (default, _, _) in FIELDS.items()}
        self.figures.update(figures or {})
        self.doubt = doubt

    @property
    def overhead_s(self) -> float:
        """The CPU seconds charged for a move without a search, with a margin."""
        return MARGIN * self.figures["empty_move_seconds"]


def machine() -> str:
    """The machine and Python that the figures hold for, in one word."""
    if hasattr(os, "uname"):
        name, processor = os.uname().nodename, os.uname().machine
    else:  # Windows; importing `platform` would cost each move several ms
        name = os.environ.get("COMPUTERNAME", "")
        processor = os.environ.get("PROCESSOR_ARCHITECTURE", "")
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{name}/{processor}/{sys.implementation.name}-{python}"


def load_calibration(path: str) -> Calibration:
    """The figures of a file, or the defaults with the reason; a missing file needs no reason."""
    try:
        text = read_start(path, LONGEST_FILE).decode("ascii")
    except FileNotFoundError:
        return Calibration()
    except OSError as error:
        return Calibration(doubt=f"cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        return Calibration(doubt="is not text")
    values = {}
    for line in text.splitlines():
        name, _, value = line.replace("=", " ", 1).partition(" ")
        values[name.strip()] = value.strip()
    if values.get("format") != FORMAT:
        return Calibration(doubt=f"has no line 'format = {FORMAT}'")
    if values.get("machine") != machine():
        return Calibration(doubt=f"was measured on {values.get('machine')}, this is {machine()}")
    try:
        return Calibration({name: _figure(name, values.get(name, "")) for name in FIELDS})
    except ValueError as error:
        return Calibration(doubt=str(error))


def save_calibration(path: str, figures: "dict[str, float]") -> None:
    """Write the file atomically. Raises OSError."""
    rows = [f"format = {FORMAT}", f"machine = {machine()}"]
    rows += [f"{name} = {figures[name]:.6g}" for name in FIELDS]
    write_whole(path, ("\n".join(rows) + "\n").encode())


def _figure(name: str, text: str) -> float:
    _, least, most = FIELDS[name]
    try:
        value = plain_number(text)
    except ValueError:
        value = -1.0
    if not least <= value <= most or (name in WHOLE and value != int(value)):
        raise ValueError(f"has {name} = {text[:20]!r}: expected {least} to {most}")
    return value
