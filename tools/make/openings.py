"""Makes `data/openings/GAME.txt`: balanced openings for matches, no two alike under symmetry.

    .venv/bin/python -m tools.make.openings pente --count 300

Candidates are drawn as `arena.game.drawn_openings` draws them: a few random moves, quiet ones, near
the centre where there is one. One is kept if three searches, each longer than the last, prove
nothing and find neither side much ahead, and if of eight games of the engine against itself, at
eight pairs of node counts, both sides win about as many. The file is written line by line; run
again, the command goes on where it stopped, and the result is the same as that of one run.
`--rescreen` first drops from a file that an earlier engine has made what today's does not keep.
"""

from __future__ import annotations

import argparse
import os
import time
from contextlib import closing
from dataclasses import dataclass

from agent.files import write_whole
from arena.game.drawn_openings import DrawnOpenings
from arena.game.match_rules import match_family
from arena.match.provenance import commit_of_tree
from arena.openings.files import openings_path, read_openings
from arena.openings.self_play import GAME_NODES, PLAYED_OUT, SelfPlay, points_of
from games.families.choice import GAMES
from games.families.family import AnyFamily
from search.limits import Limits
from search.weights.file import game_weights

SCREENS = (60_000, 200_000, 1_000_000)  # nodes
# What a glance of so many nodes finds this many bounds off is looked at no further: in Gomoku that
# spares two thirds of the candidates a screen, and of 37 that pass the screens it loses one.
GLANCE_NODES, GLANCE_BOUNDS = 6_000, 3
# The most that a screen may find for either side, by family: so many percent of a weight that the
# game's scores grow with. In Pente with more than a four White wins at 0.1 s a move.
BOUND = {"five": (80, "four"), "gipf": (60, "captured")}
LEAST, MOST = 3.0, 5.0  # points of the first player in the eight games
TABLE_MB = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An opening with what was found: the last screen's score for the side to move, the points."""

    opening: tuple[int, ...]
    score: int
    points: float


class Judge:
    """Screens candidates by searches and plays them out."""

    def __init__(self, family: AnyFamily) -> None:
        self.family = family
        self.bound = bound_of(family)
        self.self_play = SelfPlay(family.rules, TABLE_MB)

    def close(self) -> None:
        """Close the engines."""
        self.self_play.close()

    def verdict(self, opening: tuple[int, ...]) -> Kept | None:
        """The candidate if it is balanced."""
        score = self.screened(opening)
        if score is None:
            return None
        points = [0.0, 0.0]
        for winner in self.self_play.winners(self.family.after(opening)):
            for side in (0, 1):
                points[side] += points_of(side, winner)
            if max(points) > MOST:
                return None
        return Kept(opening=opening, score=score, points=points[0])

    def screened(self, opening: tuple[int, ...]) -> int | None:
        """The last screen's score if neither the glance nor a screen finds a side ahead."""
        if abs(score := self.score(opening, GLANCE_NODES)) > GLANCE_BOUNDS * self.bound:
            return None
        for nodes in SCREENS:
            score = self.score(opening, nodes)
            if abs(score) > self.bound:
                return None
        return score

    def score(self, opening: tuple[int, ...], nodes: int) -> int:
        """What a search of so many nodes from nothing finds for the side to move."""
        engine = self.self_play.engines[0]
        engine.new_game()
        return engine.search(self.family.after(opening), Limits(nodes=nodes)).score


def bound_of(family: AnyFamily) -> int:
    """The most that a screen may find for either side."""
    percent, weight = BOUND[family.name]
    return game_weights(family.rules)[weight] * percent // 100


def head(family: AnyFamily, count: int, seed: int, again: str = "") -> str:
    """The comment that a file begins with; `again`: how what it held before was looked at."""
    nodes, name = ", ".join(map(str, SCREENS)), family.rules.name
    glance = GLANCE_BOUNDS * bound_of(family)
    return f"""\
# Balanced openings of {name}: one a line, what is played in order; for `pente match`.
# Made by: .venv/bin/python -m tools.make.openings {name} --count {count} --seed {seed}{again}
# The engine was that of commit {commit_of_tree()}.
# Kept were candidates that searches of {nodes} nodes find within
# {bound_of(family)} of even, and one of {GLANCE_NODES} nodes within {glance}.
# Of each the first player makes {LEAST:g} to {MOST:g} points in {PLAYED_OUT} games of the engine
# against itself, at {GAME_NODES[0]} to {6 * GAME_NODES[-1] // 5} nodes a move.
# After each opening: the candidate's number, the longest search's score for the side to move, the
# points of the first player.
"""


def line_of(family: AnyFamily, number: int, kept: Kept) -> str:
    """The line of a candidate that is kept."""
    moves = " ".join(family.format_opening(kept.opening))
    return f"{moves}  # {number}: {kept.score:+}, {kept.points:g}\n"


def lines_of(path: str) -> list[tuple[str, str]]:
    """The openings of a file as they are written, and what stands after each."""
    with open(path, encoding="utf-8") as file:
        parts = [line.partition("#") for line in file]
    return [(moves.rstrip(), comment.rstrip()) for moves, _, comment in parts if moves.strip()]


def read_kept(path: str, family: AnyFamily) -> tuple[set[bytes], int]:
    """The canonical boards of the openings that a file holds, and the last candidate's number."""
    lines = lines_of(path)
    kept = read_openings(path, family.rules).openings if lines else ()
    last = int(lines[-1][1].split(":")[0]) if lines else -1
    return {family.canonical(opening) for opening in kept}, last


def rescreen(family: AnyFamily, path: str) -> None:
    """Keep of a file's openings those that today's engine finds balanced."""
    lines, kept = lines_of(path), []
    openings = read_openings(path, family.rules).openings
    with closing(Judge(family)) as judge:
        for opening, (_, comment) in zip(openings, lines, strict=True):
            verdict = judge.verdict(opening)
            if verdict is not None:
                kept.append(line_of(family, int(comment.split(":")[0]), verdict))
    with open(path, encoding="utf-8") as file:
        made = next(line for line in file if line.startswith("# Made by: ")).split()
    count, seed = int(made[made.index("--count") + 1]), int(made[made.index("--seed") + 1])
    write_whole(path, (head(family, count, seed, " --rescreen") + "".join(kept)).encode())
    print(f"{family.rules.name}: {len(kept)} of {len(lines)} kept", flush=True)


def make(family: AnyFamily, path: str, count: int, seed: int, seconds: float) -> None:
    """Add openings to the file until it holds `count` or the time is over."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(head(family, count, seed))
    boards, number = read_kept(path, family)
    drawn_openings, ends = DrawnOpenings(family.rules), time.monotonic() + seconds
    with closing(Judge(family)) as judge, open(path, "a", encoding="utf-8") as file:
        while len(boards) < count and time.monotonic() < ends:
            number += 1
            drawn = drawn_openings.candidate(f"{seed} {number}")
            if drawn is None or family.canonical(drawn) in boards:
                continue
            kept = judge.verdict(drawn)
            if kept is not None:
                boards.add(family.canonical(drawn))
                file.write(line_of(family, number, kept))
                file.flush()
    print(f"{family.rules.name}: {len(boards)} openings of {number + 1} candidates", flush=True)


def main() -> None:
    """Make the file of one game."""
    parser = argparse.ArgumentParser(description="Make balanced openings of a game.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rescreen", action="store_true", help="What the file holds already.")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments = parser.parse_args()
    family = match_family(arguments.game)
    path = openings_path(family.rules.name)
    if arguments.rescreen:
        rescreen(family, path)
    make(family, path, arguments.count, arguments.seed, arguments.seconds)


if __name__ == "__main__":
    main()
