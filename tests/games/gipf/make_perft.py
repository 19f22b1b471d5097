"""Make and check the perft files of Gipf: `python -m tests.games.gipf.make_perft PRESET`.

`python -m tests.games.gipf.make_perft --check [LEAVES]` counts the files again by the readable
rules, up to LEAVES leaves, 200,000 by default, in about a minute. A line reads

    POSITION ; D1 LEAVES ; D2 LEAVES ; O1 LEAVES ; U1 LEAVES

D counts sequences of decisions. O counts once those that differ only in the order of removals. U
counts once, in each turn, those that lead to the same position. The lines above OWN were given to
the project, counted by two or more programs that are not ours (basic D6: one): they stay.
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
from tests.games.perft_files import count_again, lines_of, path_of
from tests.gipf_strategies import crowded_position, random_gipf_position

LEAVES_TO_CHECK = 200_000
# Our own positions: (seed, decisions) of random games, and seeds of boards full of rows.
PLAYED = ((1, 8), (2, 20), (12, 30), (25, 45))
OWN = "# Counted by the plain-Python rules, from random games and boards full of rows:\n"
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
    """Perft by the readable rules, of a kind: D, O or U."""
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
    """Return the text of a preset's perft file: what was given, and our own positions."""
    rules = gipf_rules_named(name)
    with open(path_of(name), encoding="utf-8") as file:
        given = file.read().partition(OWN)[0]
    lines = [counted_line(random_gipf_position(rules, seed, moves)) for seed, moves in PLAYED]
    lines += [counted_line(crowded_position(rules, Random(seed))) for seed in CROWDED[name]]
    return given + OWN + "".join(f"{line}\n" for line in lines)


def counted_line(position: GipfPosition) -> str:
    """A position with its counts by the readable rules for one and two turns."""
    counts = [
        f"{kind}{depth} {perft_of(position, kind, depth)}" for kind in "DU" for depth in (1, 2)
    ]
    return " ; ".join([format_position(position), *counts])


if __name__ == "__main__":
    if sys.argv[1] == "--check":
        most = int(sys.argv[2]) if len(sys.argv) > 2 else LEAVES_TO_CHECK
        cases = [case for name in CROWDED for case in load_cases(name) if case.expected <= most]
        sys.exit(count_again(cases) > 0)
    sys.stdout.write(make_file(sys.argv[1]))
