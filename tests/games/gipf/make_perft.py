"""Make and check the perft files of Gipf: `python -m tests.games.gipf.make_perft PRESET`.

`python -m tests.games.gipf.make_perft --check [LEAVES]` counts the files again by the readable
rules, up to LEAVES leaves, 200,000 by default, in about a minute. A line reads

    POSITION ; D1 LEAVES ; D2 LEAVES ; O1 LEAVES ; U1 LEAVES

D counts sequences of decisions. O counts once those that differ only in the order of removals. U
counts once, in each turn, those that lead to the same position.
"""

from __future__ import annotations

import sys
from random import Random
from typing import NamedTuple

from games.family import play_all
from games.gipf.perft import is_between_turns, perft_by_state
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from tests.games.gipf.boards import T1, T2, T3, T4, T5
from tests.games.perft_files import count_again, lines_of
from tests.gipf_strategies import crowded_position, random_gipf_position

LEAVES_TO_CHECK = 200_000
KINDS = "DOU"
# Counts given to the project, by two or more programs that are not ours (basic D6: one): a position
# with its D, O and U, from depth 1 on; an empty count is not known.
GIVEN = {
    "gipf-basic": (
        (
            "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5",
            (42, 1_764, 73_800, 3_066_768, 126_307_872, 5_149_703_418),
            (42, 1_764, 73_800, 3_066_768, 126_307_872),
            (24, 618, 15_828, 426_024, 11_355_042),
        ),
        (T1, (48, 2_133, 98_658), (48, 2_133, 98_658), (18, 489, 10_152)),
        (T2, (40, 1_576, 61_062), (40, 1_576, 61_062), (30, 853, 25_110)),
        (T3, (50, 2_070, 89_578), (38, 1_462, 56_147), (21, 477, 10_593)),
        (T4, (44, 1_955, 84_551), (44, 1_955, 84_551), (27, 642, 17_594)),
        (T5, (36, 1_308, 47_117), (36, 1_308, 47_114), (25, 748, 19_132)),
    ),
    "gipf": (
        (
            "w 12 12 GKb2 GKe8 GKh2 GWb5 GWe2 GWh5",
            (42, 1_764, 73_800, 3_066_768, 127_371_363),
            (),
            (30, 924, 28_380, 886_284, 27_618_081),
        ),
    ),
    "gipf-tournament": (
        ("w 18 18", (42, 1_764, 148_176, 12_446_784), (), (18, 348, 14_112, 604_464)),
    ),
}
# Our own positions: (seed, decisions) of random games, and seeds of boards full of rows.
PLAYED = ((1, 8), (2, 20), (12, 30), (25, 45))
CROWDED = {"gipf-basic": (3, 8, 14), "gipf": (23, 32, 45), "gipf-tournament": (15, 50, 57)}


class Case(NamedTuple):
    """A position, and the count that perft must give, of one kind and at one depth."""

    position: GipfPosition
    kind: str
    depth: int
    expected: int

    def counted(self) -> int:
        """The count by the readable rules."""
        return perft_of(self.position, self.kind, self.depth)


def perft_of(position: GipfPosition, kind: str, depth: int) -> int:
    """Perft by the readable rules, of one of the KINDS."""
    if kind == "D":
        return perft_by_state(position, depth)
    return perft_distinct(position, depth, by_placement=kind == "O")


def perft_distinct(position: GipfPosition, depth: int, *, by_placement: bool) -> int:
    """Perft where, at each turn, turns that lead to the same position count once.

    by_placement  turns that begin with different moves count apart: only the order of removals is
                  ignored
    """
    if depth == 0:
        return 1
    ways: dict[object, tuple[int, ...]] = {}  # the first way to each end of the turn

    def collect(begun: tuple[int, ...]) -> None:
        for move in position.legal_moves():
            position.play(move)
            way = (*begun, move)
            if is_between_turns(position):
                ways.setdefault((way[0] if by_placement else None, position.key), way)
            else:
                collect(way)
            position.undo()

    collect(())
    if depth == 1:
        return len(ways)
    leaves = 0
    for way in ways.values():
        play_all(position, way)
        leaves += perft_distinct(position, depth - 1, by_placement=by_placement)
        for _ in way:
            position.undo()
    return leaves


def load_cases(name: str) -> list[Case]:
    """The cases of a preset's perft file, in its order."""
    rules = gipf_rules_named(name)
    return [case for line in lines_of(name) for case in parse_cases(line, rules)]


def parse_cases(line: str, rules: GipfRules) -> list[Case]:
    """Return the cases of one line of a perft file."""
    text, *fields = line.split(";")
    position = parse_position(text, rules)
    words = [field.split() for field in fields]
    return [Case(position, which[0], int(which[1:]), int(leaves)) for which, leaves in words]


def make_file(name: str) -> str:
    """Return the text of a preset's perft file."""
    rules = gipf_rules_named(name)
    lines = [
        f"# Perft of {name}: python -m tests.games.gipf.make_perft {name}",
        "# POSITION ; D1 LEAVES ; ... ; O1 LEAVES ; ... ; U1 LEAVES",
        "# Counted by independent programs:",
    ]
    lines += [format_line(text, list(counts)) for text, *counts in GIVEN[name]]
    lines.append("# Counted by the plain-Python rules, from random games and boards full of rows:")
    lines += [counted_line(random_gipf_position(rules, seed, moves)) for seed, moves in PLAYED]
    lines += [counted_line(crowded_position(rules, Random(seed))) for seed in CROWDED[name]]
    return "\n".join(lines) + "\n"


def counted_line(position: GipfPosition) -> str:
    """A position with its counts by the readable rules for one and two turns."""
    counts = [tuple(perft_of(position, kind, depth) for depth in (1, 2)) for kind in "DU"]
    counts.insert(1, ())
    return format_line(format_position(position), counts)


def format_line(text: str, counts: list[tuple[int, ...]]) -> str:
    """A line of a perft file: the counts of each kind from depth 1 on."""
    fields = [
        f"{kind}{depth} {leaves}"
        for kind, numbers in zip(KINDS, counts, strict=True)
        for depth, leaves in enumerate(numbers, 1)
    ]
    return " ; ".join([text, *fields])


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        most = int(sys.argv[2]) if len(sys.argv) > 2 else LEAVES_TO_CHECK
        cases = [case for name in GIVEN for case in load_cases(name) if case.expected <= most]
        sys.exit(count_again(cases) > 0)
    sys.stdout.write(make_file(sys.argv[1]))
