"""Makes `data/openings/GAME.txt`: balanced openings for matches, no two alike under symmetry.

    .venv/bin/python benchmarks/make_openings.py pente --count 300

Candidates are drawn as `arena.openings` draws: random stones near the centre by the rules, quiet,
of a few plies. One is kept if three searches, each longer than the last, prove nothing and find
neither side much ahead, and if of eight games of the engine against itself, at eight pairs of node
counts, both sides win about as many. The file is written line by line; run again, the command goes
on where it stopped, and the result is the same as that of one run. `--rescreen` first drops from a
file that fewer or shorter screens have made what does not pass today's longest.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from contextlib import closing
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from agent.files import write_whole  # noqa: E402  # the path first
from arena.opening_files import openings_path  # noqa: E402  # the path first
from arena.openings import drawn_candidate  # noqa: E402
from arena.provenance import commit_of_tree  # noqa: E402
from arena.windows import LineValues  # noqa: E402
from games.points import format_point, parse_point  # noqa: E402
from games.position import Position  # noqa: E402
from games.rules import PRESETS, Rules, rules_named  # noqa: E402
from games.symmetry import canonical  # noqa: E402
from search.engine import Engine  # noqa: E402
from search.limits import Limits  # noqa: E402
from search.weights import load_weights, weights_path  # noqa: E402

SCREENS = (60_000, 200_000, 1_000_000)  # nodes
BOUND = 400  # the most that a screen may find for either side; with 700 White wins at 0.1 s a move
GAME_NODES = (4_000, 6_000, 9_000, 13_500)  # of one side; the other has a fifth more; both ways
LEAST, MOST = 3.0, 5.0  # points of the first player in the eight games
TABLE_MB = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """An opening with what was found: the last screen's score for the side to move, the points."""

    position: Position
    score: int
    points: float


class Judge:
    """Two engines of one game that screen candidates and play them out."""

    def __init__(self, rules: Rules) -> None:
        weights = load_weights(weights_path(rules.name))
        self.engines = [Engine(rules, weights, table_mb=TABLE_MB) for _ in range(2)]

    def close(self) -> None:
        """Close both engines."""
        for engine in self.engines:
            engine.close()

    def verdict(self, position: Position) -> Kept | None:
        """The candidate if it is balanced."""
        score = 0
        for nodes in SCREENS:
            self.engines[0].new_game()
            score = self.engines[0].search(position.copy(), Limits(nodes=nodes)).score
            if abs(score) > BOUND:
                return None
        points = [0.0, 0.0]
        for nodes in GAME_NODES:
            for counts in ((nodes, 6 * nodes // 5), (6 * nodes // 5, nodes)):
                winner = self.winner(position.copy(), counts)
                for side in (0, 1):
                    points[side] += 0.5 if winner is None else float(winner == side)
                if max(points) > MOST:
                    return None
        return Kept(position=position, score=score, points=points[0])

    def winner(self, position: Position, nodes: tuple[int, int]) -> int | None:
        """The side that wins when each has so many nodes a move; None for a draw."""
        for engine in self.engines:
            engine.new_game()
        while position.outcome is None:
            side = position.side
            found = self.engines[side].search(position.copy(), Limits(nodes=nodes[side]))
            position.play(found.best)
        return position.outcome.winner


def head(rules: Rules, count: int, seed: int) -> str:
    """The comment that a new file begins with."""
    games, nodes = 2 * len(GAME_NODES), ", ".join(map(str, SCREENS))
    return f"""\
# Balanced openings of {rules.name}: one a line, its points in the order played; for `pente match`.
# Made by: .venv/bin/python benchmarks/make_openings.py {rules.name} --count {count} --seed {seed}
# The engine was that of commit {commit_of_tree()}.
# Kept were candidates that searches of {nodes} nodes find within
# {BOUND} of even, and of which the first player makes {LEAST:g} to {MOST:g} points in {games} games
# of the engine against itself, at {GAME_NODES[0]} to {6 * GAME_NODES[-1] // 5} nodes a move.
# After each opening: the candidate's number, the longest search's score for the side to move, the
# points of the first player.
"""


def read_kept(path: str, rules: Rules) -> tuple[set[bytes], int]:
    """The canonical boards of the openings that a file holds, and the last candidate's number."""
    boards, last = set(), -1
    with open(path, encoding="utf-8") as file:
        for line in file:
            moves, _, comment = line.partition("#")
            if moves.strip():
                position = Position(rules)
                for point in moves.split():
                    position.play(parse_point(point, rules.size))
                boards.add(canonical(position.cells, rules.size)[0])
                last = int(comment.split(":")[0])
    return boards, last


def rescreen(rules: Rules, path: str) -> None:
    """Keep of a file's openings those that the longest screen finds balanced."""
    weights, kept = load_weights(weights_path(rules.name)), []
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    with closing(Engine(rules, weights, table_mb=TABLE_MB)) as engine:
        for line in lines:
            moves, _, comment = line.partition("#")
            if not moves.strip():
                continue
            position = Position(rules)
            for point in moves.split():
                position.play(parse_point(point, rules.size))
            engine.new_game()
            score = engine.search(position, Limits(nodes=SCREENS[-1])).score
            if abs(score) <= BOUND:
                number, _, rest = comment.partition(":")
                kept.append(f"{moves.rstrip()}  #{number}: {score:+},{rest.partition(',')[2]}")
    made = next(line for line in lines if line.startswith("# Made by: ")).split()
    count, seed = int(made[made.index("--count") + 1]), int(made[made.index("--seed") + 1])
    write_whole(path, (head(rules, count, seed) + "".join(kept)).encode())
    print(f"{rules.name}: {len(kept)} of {len(lines)} lines kept", flush=True)


def make(rules: Rules, path: str, count: int, seed: int, seconds: float) -> None:
    """Add openings to the file until it holds `count` or the time is over."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(head(rules, count, seed))
    boards, number = read_kept(path, rules)
    values, ends = LineValues(rules), time.monotonic() + seconds
    with closing(Judge(rules)) as judge, open(path, "a", encoding="utf-8") as file:
        while len(boards) < count and time.monotonic() < ends:
            number += 1
            position = drawn_candidate(rules, f"{seed} {number}", values)
            if position is None:
                continue
            board = canonical(position.cells, rules.size)[0]
            kept = None if board in boards else judge.verdict(position)
            if kept is not None:
                boards.add(board)
                moves = " ".join(format_point(point, rules.size) for point in position.moves)
                file.write(f"{moves}  # {number}: {kept.score:+}, {kept.points:g}\n")
                file.flush()
    print(f"{rules.name}: {len(boards)} openings of {number + 1} candidates", flush=True)


def main() -> None:
    """Make the file of one game."""
    parser = argparse.ArgumentParser(description="Make balanced openings of a game.")
    parser.add_argument("game", choices=list(PRESETS))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rescreen", action="store_true", help="What the file holds already.")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    arguments = parser.parse_args()
    rules = rules_named(arguments.game)
    path = openings_path(rules.name)
    if arguments.rescreen:
        rescreen(rules, path)
    make(rules, path, arguments.count, arguments.seed, arguments.seconds)


if __name__ == "__main__":
    main()
