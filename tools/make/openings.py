"""Makes `data/openings/GAME.txt`: openings that decide a match, all different under symmetry.

    .venv/bin/python -m tools.make.openings pente --count 300

The family draws the candidates: a few random quiet moves near the centre, if the board has one.
`arena.openings.screening` tests each by searches and self-play. An opening is kept if no search
finds a side far ahead, if both sides win about as many games at each of three levels, and if the
games take more than a few lines.

The command first keeps the openings of the present file; with `--rescreen`, those that pass the
tests of today. Then it adds candidates up to the count. It appends each verdict to `GAME.txt.part`
and replaces `GAME.txt` at the end. A rerun resumes and gives the same file as a single run.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any

from arena.appended import JsonLines
from arena.errors import MatchError
from arena.game.match_rules import match_family
from arena.match.provenance import commit_of_tree
from arena.openings import screening
from arena.openings.files import openings_path, parse_opening
from arena.openings.screening import GLANCE, Judge, bound_of
from games.family import AnyFamily
from games.registry import GAMES
from search.bench import quick_signature
from search.weights.file import game_weights
from tuning.files import write_atomically

PROGRESS_SECONDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What one run makes; equal tasks give equal files.

    old       the lines of the file at the start, without its head
    follow    whether the new candidates follow the last one of the file
    rescreen  whether to test the old openings
    engine    digest of engine, weights and tests
    """

    game: str
    seed: int
    old: list[str]
    follow: bool
    rescreen: bool
    engine: str

    @property
    def first_new(self) -> int:
        """The number of the first new candidate."""
        return number_of(self.old[-1]) + 1 if self.old and self.follow else 0


def opened_part(path: str, task: Task) -> JsonLines:
    """Open the verdicts of an unfinished run, which follow its task in the file.

    Raises MatchError if another task has begun it.
    """
    part = JsonLines(path, lambda entry: f"{entry.get('old')} {entry.get('number')}")
    wanted = json.loads(json.dumps(asdict(task)))
    known = next(iter(part.known.values()), None)
    if known is None:
        part.append(wanted)
    elif known != wanted:
        raise MatchError(
            f"{path} was begun with other options, another engine or another opening file: "
            "repeat that command, or delete the file"
        )
    return part


def head(family: AnyFamily, command: str) -> str:
    """The comment at the head of a file."""
    name, levels, all_lead = family.rules.name, screening.LEVELS, screening.ALL_LEAD
    screens = [screen for before_level in screening.SCREENS for screen in before_level]
    nodes = in_words([f"{count:,}" for count, _ in screens])
    bounds = in_words([bound_of(family) * percent // 100 for _, percent in screens])
    least, most = levels[0].nodes[0], 6 * levels[-1].nodes[-1] // 5
    games, leads = ([level.games for level in levels], [level.lead for level in levels])
    return f"""\
# Openings of {name} that decide, for `pente match`: one per line, moves in order of play.
# Made by: .venv/bin/python -m tools.make.openings {name} {command}
# The engine was that of commit {commit_of_tree()}.
# Searches of {nodes} nodes score each
# within {bounds} of even.
# {in_words(games)} games of self-play have {least:,} to {most:,} nodes per move.
# One side wins at most {in_words(leads)} games more than the other, {all_lead} altogether.
# After {screening.LINE_PLIES} moves the games stand in at least {screening.LINES} positions.
# After each opening: the candidate's number, the longest search's score for the side to move, the
# games by level (f, s: the first or second player won; d: drawn), the number of positions.
"""


def in_words(numbers: Sequence[object]) -> str:
    """Numbers as an enumeration: `12, 12 and 4`."""
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


def number_of(line: str) -> int:
    """The number of the candidate of a line."""
    return int(line.partition("#")[2].split(":")[0])


def line_of(verdict: dict[str, Any]) -> str:
    """The line of a kept candidate."""
    games = f"{verdict['results']}, {verdict['lines']} lines"
    return f"{verdict['opening']}  # {verdict['number']}: {verdict['score']:+}, {games}\n"


class Selection:
    """One run of the command: what is kept so far, and what comes next.

    lines  the lines of the kept openings
    """

    def __init__(self, family: AnyFamily, task: Task, part: JsonLines) -> None:
        self._family = family
        self._task = task
        self._part = part
        self._verdicts = list(part.known.values())[1:]  # after the task
        self._boards: set[bytes] = set()
        self._told = time.monotonic()
        self.lines: list[str] = []
        if not task.rescreen:
            for line in task.old:
                self._keep(line, self._read(line))
        for verdict in self._verdicts:
            self._count(verdict)

    def make(self, count: int, seconds: float) -> bool:
        """Judge openings until `count` are kept; return False if the time is over before."""
        ends = time.monotonic() + seconds
        with closing(Judge(self._family)) as judge:
            for number, opening, old in self._openings():
                if len(self.lines) >= count:
                    break
                if time.monotonic() > ends:
                    return False
                if self._family.canonical(opening) in self._boards:
                    continue
                verdict = judge.verdict(opening)
                if old or verdict.fault != GLANCE:
                    points = " ".join(self._family.format_opening(opening))
                    about = {"number": number, "old": old, "opening": points}
                    self._verdicts.append({**about, **asdict(verdict)})
                    self._part.append(self._verdicts[-1])
                    self._count(self._verdicts[-1])
                self._tell(number, old=old)
        return True

    def _openings(self) -> Iterator[tuple[int, tuple[int, ...], bool]]:
        """Yield the openings not yet judged: number, moves, whether the old file has it."""
        judged = [verdict["number"] for verdict in self._verdicts if not verdict["old"]]
        if self._task.rescreen and not judged:
            for line in self._task.old[len(self._verdicts) :]:
                yield number_of(line), self._read(line), True
        for number in itertools.count(judged[-1] + 1 if judged else self._task.first_new):
            drawn = self._family.opening_candidate(f"{self._task.seed} {number}")
            if drawn is not None:
                yield number, drawn, False

    def _count(self, verdict: dict[str, Any]) -> None:
        if verdict["fault"] is None:
            self._keep(line_of(verdict), self._read(verdict["opening"]))

    def _keep(self, line: str, opening: tuple[int, ...]) -> None:
        self.lines.append(line)
        self._boards.add(self._family.canonical(opening))

    def _read(self, line: str) -> tuple[int, ...]:
        return parse_opening(line.partition("#")[0].split(), self._family)

    def _tell(self, number: int, *, old: bool) -> None:
        if time.monotonic() >= self._told + PROGRESS_SECONDS:
            self._told = time.monotonic()
            print(self.progress(f"{'old ' if old else ''}candidate {number}"), flush=True)

    def progress(self, place: str) -> str:
        """What is kept so far, and why others are not."""
        faults = Counter(verdict["fault"] for verdict in self._verdicts)
        del faults[None]
        why = ", ".join(f"{count} {fault}" for fault, count in faults.most_common())
        return f"{self._task.game}: {place}, {len(self.lines)} kept; rejected: {why or 'none'}"


def lines_of(path: str) -> tuple[list[str], list[str]]:
    """The comment lines at the head of a file, and its openings; both empty without a file."""
    if not os.path.exists(path):
        return [], []
    with open(path, encoding="utf-8") as file:
        lines = list(file)
    return [line for line in lines if line[0] == "#"], [line for line in lines if line[0] != "#"]


def seed_of(comments: list[str]) -> int | None:
    """The seed in the command that made a file; None if its head names none."""
    for line in comments:
        words = line.split()
        if "--seed" in words:
            return int(words[words.index("--seed") + 1])
    return None


def task_of(family: AnyFamily, seed: int | None, *, rescreen: bool) -> Task:
    """The task of these options and the present file; new candidates follow its last.

    A link leads to the file of another game. Its openings can be tested, but the candidates begin
    anew.
    """
    path = openings_path(family.rules.name)
    comments, old = lines_of(path)
    before = seed_of(comments)
    seed = seed or before or 1
    return Task(
        game=family.rules.name,
        seed=seed,
        old=old,
        follow=seed == before and not os.path.islink(path),
        rescreen=rescreen,
        engine=engine_and_tests(family),
    )


def engine_and_tests(family: AnyFamily) -> str:
    """A digest of all that a verdict depends on: engine, weights, tests."""
    tests = (
        *(screening.SCREENS, screening.GLANCE_NODES, screening.GLANCE_PERCENT, bound_of(family)),
        screening.ENOUGH,
        *(screening.LEVELS, screening.LINE_PLIES, screening.ALL_LEAD, screening.LINES),
        screening.DRAWS,
    )
    parts = (quick_signature(family.name), game_weights(family.rules).digest(), tests)
    return sha256(repr(parts).encode()).hexdigest()[:16]


def make(family: AnyFamily, arguments: argparse.Namespace) -> bool:
    """Make the file of a game; return whether it is done. Raises MatchError."""
    path = openings_path(family.rules.name)
    task = task_of(family, arguments.seed, rescreen=arguments.rescreen)
    selection = Selection(family, task, opened_part(f"{path}.part", task))
    done = selection.make(arguments.count, arguments.seconds)
    print(selection.progress("done" if done else "time is over"), flush=True)
    if done:
        options = f"--count {arguments.count} --seed {task.seed}"
        options += " --rescreen" * arguments.rescreen
        write_atomically(path, (head(family, options) + "".join(selection.lines)).encode())
        os.unlink(f"{path}.part")
    return done


def main() -> None:
    """Make the file of one game."""
    parser = argparse.ArgumentParser(description="Make openings of a game that decide a match.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=200, help="number of openings")
    parser.add_argument("--seed", type=int, help="seed of the candidates [default: the file's]")
    parser.add_argument("--rescreen", action="store_true", help="test the file's openings again")
    parser.add_argument("--seconds", type=float, default=1e9, help="time limit")
    arguments = parser.parse_args()
    try:
        make(match_family(arguments.game), arguments)
    except MatchError as error:
        parser.exit(2, f"{error}\n")


if __name__ == "__main__":
    main()
