"""What is known of the machine: calibration.txt, written once by `calibrate.py`, read in each move.

Text, `name = value` a line, names and meanings in FIELDS; the sign may be left out. A figure is
believed only from a whole file of this format that was made on this machine by this version of
Python; otherwise the careful defaults hold.
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

# name: default, least and most that is believed
FIELDS = {
    "start_seconds": (0.015, 0.0005, 10.0),  # an interpreter that does nothing
    "empty_move_seconds": (OVERHEAD_S / MARGIN, 0.0005, 10.0),  # a move that needs no search
    "nodes_per_second": (0.0, 0.0, 1e9),  # of the search; 0: not known
    "first_depth": (1, 1, 20),  # where the deepening of a search begins that is not short
    "helper_seconds": (0.004, 0.0, 1.0),  # CPU to fork, end and reap one that has searched
    "workers": (1, 1, MOST_WORKERS),  # processes that a move of the harness searches with
    "workers_wall": (1, 1, MOST_WORKERS),  # the same where only the clock on the wall counts
}
WHOLE = ("first_depth", "workers", "workers_wall")


class Calibration:
    """Figures of this machine by the names of FIELDS, and why they are defaults, if they are."""

    __slots__ = ("doubt", "figures")

    def __init__(self, figures: dict[str, float] | None = None, doubt: str | None = None) -> None:
        self.figures = {name: default for name, (default, _, _) in FIELDS.items()}
        self.figures.update(figures or {})
        self.doubt = doubt

    @property
    def overhead_s(self) -> float:
        """CPU seconds that a move without a search is charged, with a margin."""
        return MARGIN * self.figures["empty_move_seconds"]

    @property
    def workers(self) -> int:
        """Processes that a move on the CPU clock searches with."""
        return int(self.figures["workers"])

    @property
    def first_depth(self) -> int:
        """The depth where a search begins that takes some time."""
        return int(self.figures["first_depth"])


def machine() -> str:
    """What the figures hold for: this machine and this Python, in one word."""
    system = os.uname()
    python = ".".join(map(str, sys.version_info[:3]))
    return f"{system.nodename}/{system.machine}/{sys.implementation.name}-{python}"


def load_calibration(path: str) -> Calibration:
    """The figures of a file, or the defaults with the reason; no file is no reason to complain."""
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
        return Calibration(doubt=f"was made on {values.get('machine')}, this is {machine()}")
    try:
        return Calibration({name: _figure(name, values.get(name, "")) for name in FIELDS})
    except ValueError as error:
        return Calibration(doubt=str(error))


def save_calibration(path: str, figures: dict[str, float]) -> None:
    """Write the figures whole. Raises OSError."""
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
        raise ValueError(f"{name} = {text[:20]!r} is no number from {least} to {most}")
    return value
