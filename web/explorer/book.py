"""The replies of the agent's book, by the keys of the explorer (`agent/book.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from agent.book import GAME, book_path
from agent.files import read_start
from games.errors import GameError
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.rules import EMPTY
from web.explorer.entries import images_of
from web.log import LOG

LONGEST_FILE = 65_536  # bytes


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply by the name of its move, with the score for the side that plays it."""

    move: int
    score: int


@cache
def book_replies() -> dict[int, Reply]:
    """The reply in each position of the book, by key; none of a book that cannot be read."""
    try:
        lines = read_start(book_path(), LONGEST_FILE).decode().splitlines()
        return dict(_reply(line) for line in lines if line and not line.startswith("#"))
    except (OSError, ValueError, LookupError, GameError) as error:
        LOG.error("the book cannot be read: %s", error)
        return {}


def _reply(line: str) -> tuple[int, Reply]:
    """The key and the reply of a line such as `H13,K10/L9 N9 +1666 25 20000000`."""
    stones, reply, score, *_ = line.split()
    rules = rules_named(GAME)
    cells = [EMPTY] * rules.size**2
    sides = [[point for point in side.split(",") if point] for side in stones.split("/")]
    for side, points in enumerate(sides):
        for point in points:
            cells[parse_point(point, rules.size)] = 1 + side
    images = images_of(rules)
    position = FivePosition(rules, cells, len(sides[0]) - len(sides[1]))
    key, symmetries = images.key(position)
    return key, Reply(images.name(parse_point(reply, rules.size), symmetries), int(score))
