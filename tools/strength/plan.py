"""Reads `plan.toml`: the tables of `docs/strength.md` and the jobs that fill them."""

from __future__ import annotations

import re
import shlex
import tomllib
from binascii import crc32
from dataclasses import dataclass
from pathlib import Path

from arena.players.parsing import LEVEL, ONE_PLY
from search.levels import LEVELS as LADDER

PLAN = Path(__file__).with_name("plan.toml")
MATCHES, LEVELS, PROBLEMS = "matches", "levels", "problems"
KINDS = (MATCHES, LEVELS, PROBLEMS)
# The matches of a ladder: how often each level beats the one two below, and one-ply the weakest.
STEPS = [
    (ONE_PLY, f"{LEVEL}:1"),
    *((f"{LEVEL}:{above}", f"{LEVEL}:{above - 2}") for above in range(3, len(LADDER) + 1)),
]
TREE = re.compile(r"\{(\w+)\}")  # {here} or {COMMIT}
HERE = "here"


class PlanError(ValueError):
    """The plan is not as its head describes it."""


@dataclass(frozen=True, slots=True)
class PlannedJob:
    """A command of one table.

    text  its arguments as in the plan
    """

    table: str
    kind: str
    text: str

    @property
    def key(self) -> str:
        """A name for files: the table, and a checksum of the text."""
        return f"{self.table}-{crc32(self.text.encode()):08x}"

    @property
    def trees(self) -> tuple[str, ...]:
        """The checkouts that it needs besides the one that plays, as commits."""
        return tuple(name for name in TREE.findall(self.text) if name != HERE)

    def arguments(self, trees: dict[str, Path], games: int | None) -> list[str]:
        """The arguments with the folders of the checkouts, and at most `games` games."""
        words = shlex.split(TREE.sub(lambda match: str(trees[match[1]]), self.text))
        if games is None:
            return words
        for at, word in enumerate(words[:-1]):
            if word == "--games":
                words[at + 1] = str(min(games, int(words[at + 1])))
            if word == "--a-first":
                words[at + 1] = str(min(games // 2, int(words[at + 1])))
        return words


@dataclass(frozen=True, slots=True)
class PlannedTable:
    """A table of the page.

    columns  of a table of matches; empty for the others
    """

    name: str
    kind: str
    columns: tuple[str, ...]
    jobs: tuple[PlannedJob, ...]


def read_plan(path: Path = PLAN) -> list[PlannedTable]:
    """The tables in the order of the page. Raises PlanError or OSError."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["table"]
        plan = [
            PlannedTable(
                name=table["name"],
                kind=table["kind"],
                columns=tuple(table.get("columns", ())),
                jobs=tuple(
                    PlannedJob(table["name"], table["kind"], text) for text in table["jobs"]
                ),
            )
            for table in tables
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise PlanError(f"{path}: expected tables with name, kind and jobs: {error!r}") from error
    for planned in plan:
        if planned.kind not in KINDS:
            raise PlanError(f"{path}: kind {planned.kind!r}: expected one of {', '.join(KINDS)}")
    return plan
