"""Makes `data/openings/book-pente.txt`: replies to the first stones, by search and self-play.

    .venv/bin/python -m tools.make.book --nodes 2000000

A long search finds the best replies to a position. Each reply close to the best is tested in eight
games of self-play. The book takes the one with the most points; on a tie, the search's choice.

The positions, in this order:

1. Black's first stone lies up to three intersections from the centre: White's second stone.
2. Black's first stone is the agent's, White's second lies three or four from the centre: Black's
   second stone.
3. After each reply of the book, the opponent plays its likeliest moves, those that a short search
   finds best: the next move.

Of eight images only one is searched. The command writes line by line, and a rerun resumes. With
more --nodes it searches all positions again.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import closing

from agent.book import GAME, book_path, key_of
from agent.instant import instant_move
from agent.protocol import allowed_points
from arena.match.provenance import commit_of_tree
from arena.openings.self_play import SelfPlay, points_of
from games.five.points import format_point, parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.five.symmetry import mapped_cells
from search.limits import Limits
from search.result import Line
from search.score import is_loss, is_win
from search.weights.file import game_weights

RULES = rules_named(GAME)
FAR_BLACK = 3  # largest distance of Black's first stone from the centre
FAR_WHITE = 4  # largest distance of White's second stone
CANDIDATES = 3  # replies that self-play chooses from
BOUND = "four"  # the weight that limits how much worse than the best a reply may be
LIKELY = 4  # moves of the opponent that the book follows
LIKELY_NODES = 200_000
TABLE_MB = 64


class Book:
    """The growing book: each position's reply and its search's nodes, by the position's name."""

    def __init__(self, path: str, nodes: int) -> None:
        self.path = path
        self.nodes = nodes
        self.self_play = SelfPlay(RULES, TABLE_MB)
        self.engine = self.self_play.engines[0]
        self.bound = game_weights(RULES)[BOUND]
        self.replies: dict[str, tuple[int, int]] = {}
        if os.path.exists(path):
            self._read()
        else:
            self._append(HEAD.format(commit=commit_of_tree(), nodes=nodes).rstrip("\n"))

    def close(self) -> None:
        """Close the engines."""
        self.self_play.close()

    def reply(self, image: FivePosition, key: str) -> int:
        """The reply to this image and name; searches it unless the file holds it."""
        known = self.replies.get(key)
        if known is not None and known[1] >= self.nodes:
            return known[0]
        self.engine.new_game()
        found = self.engine.search(image.copy(), Limits(nodes=self.nodes), multipv=CANDIDATES)
        line, points = self._best(image, found.lines)
        self.replies[key] = line.pv[0], self.nodes
        name = format_point(line.pv[0], RULES.size)
        self._append(f"{key} {name} {line.score:+} {found.depth} {self.nodes} {points}")
        return line.pv[0]

    def _best(self, image: FivePosition, lines: Sequence[Line]) -> tuple[Line, str]:
        """The line to play, and its points in self-play; `-` if there was only one candidate."""
        rivals = [line for line in lines if line.score >= lines[0].score - self.bound]
        if len(rivals) == 1:
            return lines[0], "-"
        points = [self._points(after(image, line.pv[0]), image.side) for line in rivals]
        best = max(points)
        return rivals[points.index(best)], f"{best:g}"

    def _points(self, position: FivePosition, side: int) -> float:
        return sum(points_of(side, winner) for winner in self.self_play.winners(position))

    def likely(self, position: FivePosition) -> list[int]:
        """The moves that a short search finds best, without losing ones."""
        self.engine.new_game()
        limits = Limits(nodes=LIKELY_NODES)
        lines = self.engine.search(position.copy(), limits, multipv=LIKELY).lines
        if any(is_win(line.score) for line in lines):
            return []
        return [line.pv[0] for line in lines if not is_loss(line.score)]

    def _read(self) -> None:
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    key, reply, _, _, nodes, *_ = line.split()
                    self.replies[key] = parse_point(reply, RULES.size), int(nodes)

    def _append(self, text: str) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(text + "\n")


HEAD = """\
# The agent's book of Pente: stones of White and of Black, reply, score for the side to move, depth,
# nodes of the search, points in eight games of self-play where several replies were tried
# (agent/book.py). One line stands for the eight images of a position.
# Made by: .venv/bin/python -m tools.make.book --nodes {nodes}
# The engine was that of commit {commit}.
"""


def image_named(position: FivePosition) -> tuple[FivePosition, str]:
    """The image of a position that the book holds for all eight, and its name.

    Raises ValueError if the book cannot hold it.
    """
    found = key_of(position)
    if found is None:
        raise ValueError("the book cannot hold this position")
    cells = mapped_cells(bytes(position.cells), RULES.size, found[1])
    return FivePosition(RULES, cells, position.side), found[0]


def after(position: FivePosition, *points: int) -> FivePosition:
    """The position after these moves."""
    changed = position.copy()
    for point in points:
        changed.play(point)
    return changed


def ring(position: FivePosition, near: int, far: int) -> list[FivePosition]:
    """The positions after each legal move at `near` to `far` from the centre, up to symmetry."""
    found: dict[str, FivePosition] = {}
    for point in position.legal_moves():
        if near <= position.distance_from_centre(point) <= far:
            image, key = image_named(after(position, point))
            found.setdefault(key, image)
    return list(found.values())


def positions(book: Book) -> Iterator[FivePosition]:
    """Every position of the book, in order; later ones depend on replies to earlier ones."""
    first = after(FivePosition(RULES), RULES.centre)
    white = ring(first, 1, FAR_BLACK)
    yield from white
    reply, _ = instant_move(first, allowed_points(first))
    black = ring(after(first, reply), RULES.opening_distance, FAR_WHITE)
    yield from black
    for before in (*white, *black):
        position = after(before, book.reply(*image_named(before)))
        for point in book.likely(position):
            changed = after(position, point)
            if changed.outcome is None and not any(changed.captured_stones):
                yield changed


def main() -> None:
    """Make the book, as far as the time allows."""
    parser = argparse.ArgumentParser(description="Make the agent's book of Pente.")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="nodes per search")
    parser.add_argument("--seconds", type=float, default=1e9, help="time limit")
    arguments = parser.parse_args()
    ends = time.monotonic() + arguments.seconds
    with closing(Book(book_path(), arguments.nodes)) as book:
        for position in positions(book):
            if time.monotonic() > ends:
                break
            book.reply(*image_named(position))
        print(f"{len(book.replies)} positions")


if __name__ == "__main__":
    main()
