"""The perft files of `data/perft`: `python -m tests.games.perft [LEAVES]` counts them again.

It counts by the readable rules, up to LEAVES leaves (200,000 by default: about a minute), and
prints what differs.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from games.family import play_all
from games.five.diagram import parse_diagram
from games.five.perft import perft
from games.five.rules import PRESETS
from games.gipf.perft import is_between_turns, perft_by_state
from games.gipf.position import GipfPosition
from games.registry import family_named

FOLDER = Path(__file__).parents[2] / "data/perft"
NAMES = sorted(path.stem for path in FOLDER.glob("*.*") if path.stem != "README")


class Case(NamedTuple):
    """A position, and the counts that perft must give, of one kind and at one depth.

    kind  D, or in Gipf also O and U (`data/perft/README.md`)
    """

    position: Any
    kind: str
    depth: int
    expected: tuple[int, ...]

    def counted(self) -> tuple[int, ...]:
        """The counts by the readable rules."""
        if not isinstance(self.position, GipfPosition):
            return perft(self.position, self.depth)
        if self.kind == "D":
            return (perft_by_state(self.position, self.depth),)
        return (perft_distinct(self.position, self.depth, by_placement=self.kind == "O"),)


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
    leaves = 0
    for way in ways.values():
        play_all(position, way)
        leaves += perft_distinct(position, depth - 1, by_placement=by_placement)
        for _ in way:
            position.undo()
    return leaves


def load_cases(name: str) -> list[Case]:
    """The cases of a game's file, in its order."""
    if name == "pente":
        lines = (FOLDER / "pente.jsonl").read_text(encoding="utf-8").splitlines()
        return [_pente_case(json.loads(line)) for line in lines]
    parse, cases = family_named(name).parse_position, []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        text, *fields = line.partition("#")[0].split(";")
        for kind, *counts in map(str.split, fields):
            cases.append(Case(parse(text), kind[0], int(kind[1:]), (*map(int, counts),)))
    return cases


def _pente_case(case: dict[str, Any]) -> Case:
    """A position as the harness writes it, with its counts."""
    colour, _, taken, *rows = case["input"].split()
    captured = map(int, taken.split(","))
    position = parse_diagram("\n".join(rows), PRESETS["pente"], colour.lower(), *captured)
    return Case(position, "D", case["depth"], (case["leaves"], case["wins"], case["captured"]))


def main() -> int:
    """Count the cases again; return the number of those that differ."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    cases = [case for name in NAMES for case in load_cases(name) if case.expected[0] <= most]
    wrong = [case for case in cases if case.counted() != case.expected]
    for case in wrong:
        print(f"{case} expected, {case.counted()} found")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main() > 0)
