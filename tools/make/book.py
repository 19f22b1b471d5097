"""Makes `data/openings/book-pente.txt`: replies to the first stones of Pente, by long searches.

    .venv/bin/python -m tools.make.book --nodes 20000000

The book holds positions of up to seven stones, level by level:

1. Black's first stone lies up to three intersections from the centre: White's second stone.
2. Black's first stone is the agent's, White's second lies three or four from the centre: Black's
   second stone.
3. After each reply of the book, the opponent plays its likeliest moves, those that a short search
   finds best: the next reply. And so on.

The most played opening and all that follows it come first. Of eight images only one is searched.
The command writes line by line, and a rerun resumes. With more --nodes it searches all positions
again; until then the replies of shorter searches serve. At the end it leaves only the positions
that these replies lead to.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import closing

from agent.book import GAME, book_path, key_of
from agent.files import write_whole
from agent.instant import instant_move
from agent.protocol import allowed_points
from arena.match.provenance import commit_of_tree
from games.five.points import format_point, parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.five.symmetry import mapped_cells
from games.tree import after
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win

RULES = rules_named(GAME)
MOST_PLAYED = ("K10", "J9", "M13")
FAR_BLACK = 3  # largest distance of Black's first stone from the centre
FAR_WHITE = 4  # largest distance of White's second stone
LIKELY = {2: 4, 3: 4, 4: 3, 5: 3}  # by stones before a reply: moves of the opponent that follow it
LIKELY_NODES = 200_000
TABLE_MB = 256

HEAD = """\
# The agent's book of Pente: stones of White and of Black, reply, score for the side to move, depth,
# nodes of the search, commit of the engine (agent/book.py). One line stands for the eight images of
# a position. Made by: .venv/bin/python -m tools.make.book --nodes {nodes}
"""


class Book:
    """The growing book: each position's line in the file, by the position's name."""

    def __init__(self, path: str, nodes: int) -> None:
        self.path = path
        self.nodes = nodes
        self.engine = Engine(RULES, table_mb=TABLE_MB)
        self.lines: dict[str, str] = {}
        self.used: dict[str, None] = {}  # names in the order of this run
        self.commit = (commit_of_tree() or "unknown")[:8]
        self.head = HEAD.format(nodes=nodes)
        if os.path.exists(path):
            self._read()
        else:
            self._append(self.head)

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()

    def reply(self, image: FivePosition, key: str) -> int:
        """The reply to this image and name; searches it unless the file holds it."""
        self.used[key] = None
        if key not in self.lines or int(self.lines[key].split()[4]) < self.nodes:
            self.engine.new_game()
            result = self.engine.search(image.copy(), Limits(nodes=self.nodes))
            name = format_point(result.pv[0], RULES.size)
            about = f"{result.score:+} {result.depth} {self.nodes} {self.commit}"
            self.lines[key] = f"{key} {name} {about}\n"
            self._append(self.lines[key])
        return parse_point(self.lines[key].split()[1], RULES.size)

    def likely(self, position: FivePosition, most: int) -> list[int]:
        """The moves that a short search finds best; none if one wins, and none that loses."""
        self.engine.new_game()
        limits = Limits(nodes=LIKELY_NODES)
        lines = self.engine.search(position.copy(), limits, multipv=most).lines
        if any(is_win(line.score) for line in lines):
            return []
        return [line.pv[0] for line in lines if not is_loss(line.score)]

    def finish(self) -> None:
        """Leave only what this run has met, in its order."""
        lines = "".join(self.lines[key] for key in self.used)
        write_whole(self.path, (self.head + lines).encode())

    def _read(self) -> None:
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    self.lines[line.split()[0]] = line

    def _append(self, text: str) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(text)


def image_named(position: FivePosition) -> tuple[FivePosition, str]:
    """The image of a position that the book holds for all eight, and its name.

    Raises ValueError if the book cannot hold it.
    """
    key_and_image = key_of(position)
    if key_and_image is None:
        raise ValueError("the book cannot hold this position")
    cells = mapped_cells(bytes(position.cells), RULES.size, key_and_image[1])
    return FivePosition(RULES, cells, position.side), key_and_image[0]


def ring(position: FivePosition, near: int, far: int) -> list[FivePosition]:
    """The positions after each legal move at `near` to `far` from the centre."""
    return [
        after(position, [point])
        for point in position.legal_moves()
        if near <= position.distance_from_centre(point) <= far
    ]


def first_level() -> list[FivePosition]:
    """The positions of two stones, White to move, and of three, Black to move."""
    first = after(FivePosition(RULES), [RULES.centre])
    reply, _ = instant_move(first, allowed_points(first))
    black = ring(after(first, [reply]), RULES.opening_distance, FAR_WHITE)
    return [*ring(first, 1, FAR_BLACK), *black]


def positions(book: Book, level: Iterable[FivePosition]) -> Iterator[FivePosition]:
    """The positions of this level, and those that the book's replies lead to, level by level."""
    images = {key: image for image, key in map(image_named, level)}
    yield from images.values()
    following = []
    for key, image in images.items():
        stones = sum(1 for cell in image.cells if cell)
        position = after(image, [book.reply(image, key)])
        for point in book.likely(position, LIKELY[stones]) if stones in LIKELY else ():
            changed = after(position, [point])
            if changed.outcome is None and not any(changed.captured_stones):
                following.append(changed)
    if following:
        yield from positions(book, following)


def main() -> None:
    """Make the book, as far as the time allows."""
    parser = argparse.ArgumentParser(description="Make the agent's book of Pente.")
    parser.add_argument("--nodes", type=int, default=20_000_000, help="nodes per search")
    parser.add_argument("--seconds", type=float, default=1e9, help="time limit")
    arguments = parser.parse_args()
    ends = time.monotonic() + arguments.seconds
    most_played = after(
        FivePosition(RULES), [parse_point(name, RULES.size) for name in MOST_PLAYED]
    )
    with closing(Book(book_path(), arguments.nodes)) as book:
        for level in ([most_played], first_level()):
            for position in positions(book, level):
                if time.monotonic() > ends:
                    return
                book.reply(*image_named(position))
        book.finish()
        print(f"{len(book.used)} positions")


if __name__ == "__main__":
    main()
