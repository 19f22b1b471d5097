"""Make and check the perft files: `python -m tests.games.five.make_perft PRESET` prints one.

`python -m tests.games.five.make_perft --check` counts every line of data/perft again, the deep ones
too, in about ten minutes. A line reads

    POSITION ; D1 LEAVES WINS CAPTURED ; D2 LEAVES WINS CAPTURED
"""

from __future__ import annotations

import json
import os
import sys
from typing import NamedTuple

from games.five.diagram import format_position, parse_diagram, parse_position
from games.five.perft import PerftCount, perft
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from tests.games.perft_files import FOLDER, count_again, lines_of
from tests.strategies import random_position

PRESETS = ("keryo", "five-19", "gomoku-9", "gomoku-15", "gomoku-19", "gomoku-20", "standard-15")
# The empty board, and random games stopped early, in the middle and late: (seed, turns).
GAMES = ((0, 0), (1, 8), (2, 30), (12, 60), (25, 90))


class Case(NamedTuple):
    """A position, and the counts that perft must give at one depth."""

    position: FivePosition
    depth: int
    expected: PerftCount

    def counted(self) -> PerftCount:
        """The counts by the readable rules."""
        return perft(self.position, self.depth)


def load_cases(name: str) -> list[Case]:
    """The cases of a preset's perft file, in its order."""
    rules = rules_named(name)
    return [case for line in lines_of(name) for case in parse_cases(line, rules)]


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


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        cases = [case for name in PRESETS for case in load_cases(name)] + load_pente_cases()
        sys.exit(count_again(cases) > 0)
    sys.stdout.write(make_file(sys.argv[1]))
