"""The harness's side of the file harness: writes `input.txt`, reads `output.txt` strictly.

CSCI 561 homework 2, spring 2023: `input.txt` gives colour, seconds left, stones captured by White
and by Black, and the board. `output.txt` must be one line: a row number, then an upper-case column
letter A to T without I. The final line feed is optional; nothing else is allowed.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess

from arena.game.player import MALFORMED, NO_OUTPUT, Fault
from games.five.diagram import captured_by_colour, format_diagram
from games.five.points import COLUMN_LETTERS, parse_point
from games.five.position import FivePosition

INPUT = "input.txt"
OUTPUT = "output.txt"
PLAYDATA = "playdata.txt"
CALIBRATION = "calibration.txt"

REMOVE_DEADLINE_S = 600.0
MOST_OUTPUT_BYTES = 4096  # a longer file is malformed, so the rest is not read


def format_request(position: FivePosition, seconds_left: float) -> str:
    """The text of `input.txt` for the side to move."""
    by_white, by_black = captured_by_colour(position)
    colour = position.rules.colour_of(position.side).upper()
    seconds = format_seconds(seconds_left)
    return f"{colour}\n{seconds}\n{by_white},{by_black}\n{format_diagram(position)}"


def format_seconds(seconds: float) -> str:
    """A positive plain decimal number, to a microsecond: `100.0`, `0.01`."""
    digits = f"{max(seconds, 0.000001):.6f}".rstrip("0")
    return digits + "0" if digits.endswith(".") else digits


def remove(path: str) -> None:
    """Remove a file, link or folder, if it exists; never follow links.

    Raises OSError.
    """
    if os.path.isdir(path) and not os.path.islink(path):
        try:
            shutil.rmtree(path)
        except RecursionError:  # folders nested deeper than Python's stack
            command = ["rm", "-rf", "--", path]
            subprocess.run(command, check=False, timeout=REMOVE_DEADLINE_S)
            if os.path.lexists(path):
                raise OSError(errno.ENOTEMPTY, "cannot be removed", path) from None
    elif os.path.lexists(path):
        os.remove(path)


def read_output(folder: str, size: int) -> int | Fault:
    """The point in the `output.txt` of a folder, or its fault."""
    path = os.path.join(folder, OUTPUT)
    try:
        mode = os.lstat(path).st_mode  # a link may lead anywhere; reading a pipe would never return
        if not stat.S_ISREG(mode):
            link = "a symbolic link, " if stat.S_ISLNK(mode) else ""
            return Fault(termination=NO_OUTPUT, reason=f"{OUTPUT} is {link}not a regular file")
        with open(path, "rb") as file:
            return judge_output(file.read(MOST_OUTPUT_BYTES), size)
    except FileNotFoundError:
        return Fault(termination=NO_OUTPUT, reason=f"no {OUTPUT} was written")
    except OSError as error:
        return Fault(termination=NO_OUTPUT, reason=f"{OUTPUT} cannot be read: {error.strerror}")


def judge_output(content: bytes, size: int) -> int | Fault:
    """The point that these bytes name, or the fault in their form."""
    reason = why_malformed(content, size)
    if reason is not None:
        return Fault(termination=MALFORMED, reason=f"{OUTPUT} {reason}")
    return parse_point(content.decode("ascii"), size)


def why_malformed(content: bytes, size: int) -> str | None:
    """The first fault in the form of an output, or None; the text follows the file's name.

    Coarse faults come first.
    """
    if not content:
        return "is empty"
    shown = repr(content[:40])[1:]
    if not content.isascii():
        return f"contains more than a number and a letter: {shown}"
    text = content.decode("ascii")
    line = text.removesuffix("\n")
    if not line:
        return "is an empty line"
    if "\n" in line:
        return f"has more than one line: {shown}"
    if line.endswith("\r"):
        return f"ends its line with CR LF, expected LF: {shown}"
    if line != line.strip():
        return f"has blanks before or after the move: {shown}"
    return _why_no_point(line, size)


def _why_no_point(line: str, size: int) -> str | None:
    letters = COLUMN_LETTERS[:size]
    expected = f"expected 1 to {size}, then A to {letters[-1]} without I"
    number, letter = line[:-1], line[-1]
    if line[0].isalpha() and line[1:].isdigit():
        return f"names the column first: {line!r}, {expected}"
    if not number.isdigit() or not letter.isalpha():
        return f"has no move: {line[:40]!r}, {expected}"
    if letter.upper() == "I":
        return f"names column I, which does not exist: {line!r}, {expected}"
    if letter.islower():
        return f"has a lower-case letter: {line!r}, {expected}"
    if number.startswith("0") or len(number) > 2 or int(number) > size or letter not in letters:
        return f"names a point off the board: {line!r}, {expected}"
    return None
