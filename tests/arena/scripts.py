"""Tiny agents for the referee to judge: a good one in parts, any of which a test may replace."""

from __future__ import annotations

import textwrap
from pathlib import Path

from arena.players.parsing import Contestant, parse_contestant

READ = """
with open("input.txt") as file:
    lines = file.read().split()
colour, seconds, rows = lines[0], float(lines[1]), lines[3:]
taken_by_black = int(lines[2].split(",")[1])
cells = "".join(rows)
"""

CHOOSE = """
placed = cells.count("w") + taken_by_black
def allowed(point):
    away = max(abs(point // 19 - 9), abs(point % 19 - 9))
    if cells[point] != ".":
        return False
    if colour == "BLACK" or placed > 1:
        return True
    return away == 0 if placed == 0 else away >= 3
order = sorted(range(361), key=lambda point: (abs(point // 19 - 9) + abs(point % 19 - 9), point))
point = next(filter(allowed, order))
move = str(19 - point // 19) + "ABCDEFGHJKLMNOPQRST"[point % 19]
"""

WRITE = """
with open("output.txt", "w") as file:
    file.write(move + "\\n")
"""


def script(read: str = READ, choose: str = CHOOSE, write: str = WRITE, after: str = "") -> str:
    """The text of an agent made of these parts."""
    return "\n".join(textwrap.dedent(part) for part in (read, choose, write, after))


GOOD = script()


def agent_in(folder: Path, text: str = GOOD) -> Contestant:
    """The agent of a folder with this homework.py."""
    (folder / "homework.py").write_text(text)
    return parse_contestant(f"agent:{folder}")
