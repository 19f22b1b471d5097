"""Make and check the perft files: `python -m tests.games.five.make_perft PRESET` prints one.

`python -m tests.games.five.make_perft --check` counts every line of data/perft again, the deep ones
too, in about ten minutes. A line reads

    POSITION ; D1 LEAVES WINS CAPTURED ; D2 LEAVES WINS CAPTURED
"""

from __future__ import annotations

import json
import os
import sys

from games.five.diagram import format_position, parse_diagram, parse_position
from games.five.perft import PerftCount, perft
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from tests.strategies import random_position

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "..", "data", "perft")
PRESETS = ("keryo", "five-19", "gomoku-9", "gomoku-15", "gomoku-19", "gomoku-20", "standard-15")
# The empty board, and random games stopped early, in the middle and late: (seed, turns).
GAMES = ((0, 0), (1, 8), (2, 30), (12, 60), (25, 90))


class Case:
    """A position, and the counts that perft must give at one depth."""

    __slots__ = ("count", "depth", "position")

    def __init__(self, position: FivePosition, depth: int, count: PerftCount) -> None:
        self.position = position
        self.depth = depth
        self.count = count

    def __repr__(self) -> str:
        return f"{self.position.rules.name} depth {self.depth}: {self.count}"


def load_cases(name: str) -> list[Case]:
    """Return the cases of a preset's perft file, in its order."""
    with open(os.path.join(FOLDER, f"{name}.txt"), encoding="utf-8") as file:
        lines = [line.strip() for line in file if not line.startswith("#")]
    return [case for line in lines if line for case in parse_cases(line, rules_named(name))]


def parse_cases(line: str, rules: FiveRules) -> list[Case]:
    """Return the cases of one line of a perft file."""
    text, *counts = line.split(";")
    cases = []
    for count in counts:
        depth, leaves, wins, captured = count.split()
        expected = PerftCount(int(leaves), int(wins), int(captured))
        cases.append(Case(parse_position(text, rules), int(depth.removeprefix("D")), expected))
    return cases


def load_pente_cases() -> list[Case]:
    """Return the cases given with the project's brief: positions as the harness writes them."""
    with open(os.path.join(FOLDER, "pente.jsonl"), encoding="utf-8") as file:
        return [_pente_case(json.loads(line)) for line in file]


def _pente_case(case: dict[str, str | int]) -> Case:
    colour, _, taken, *rows = str(case["input"]).split()
    by_white, by_black = map(int, taken.split(","))
    position = parse_diagram(
        "\n".join(rows), rules_named("pente"), colour.lower(), by_white, by_black
    )
    count = PerftCount(int(case["leaves"]), int(case["wins"]), int(case["captured"]))
    return Case(position, int(case["depth"]), count)


def make_file(name: str) -> str:
    """Return the text of a preset's perft file."""
    lines = [
        f"# Perft of {name}, by the rules: python -m tests.games.five.make_perft {name}",
        "# POSITION ; D1 LEAVES WINS CAPTURED ; D2 LEAVES WINS CAPTURED",
    ]
    for seed, turns in GAMES:
        position = random_position(rules_named(name), seed, turns)
        counts = [perft(position, depth) for depth in (1, 2)]
        fields = [
            f"D{depth} {count.leaves} {count.wins} {count.captured}"
            for depth, count in enumerate(counts, 1)
        ]
        lines.append(" ; ".join([format_position(position), *fields]))
    return "\n".join(lines) + "\n"


def check() -> int:
    """Count every case again, print the wrong ones, and return their number."""
    wrong = 0
    for case in [case for name in PRESETS for case in load_cases(name)] + load_pente_cases():
        found = perft(case.position, case.depth)
        if found != case.count:
            wrong += 1
            print(f"{case} expected, {found} found: {format_position(case.position)}")
    return wrong


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(check() > 0)
    sys.stdout.write(make_file(sys.argv[1]))
