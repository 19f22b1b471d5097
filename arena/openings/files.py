"""Openings from a file, and their order in a match.

A line is one opening: its points in order, `K10 L9 O10`, or Gipf turns in the official notation,
`e2 c1-c3`. On square boards it may also be as other match managers have it:

    8,-3, 6,-4, 5,-4    steps right and down from the centre, the point 0,0 (Gomocup)
    h8h9i9              columns with the letter i, rows from the top (c-gomoku-cli's `pos`)

A file with such joined points has all its points in that spelling. `#` begins a comment.
`data/openings/GAME.txt` has the balanced openings of a game (tools/make/openings.py).
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from arena.errors import MatchError
from arena.records.collection import LONGEST_FILE, text_of
from games.errors import IllegalMove, NotationError, in_words
from games.family import AnyFamily, AnyPosition, AnyRules, play_all
from games.records.movetext import is_pos, read_words
from games.registry import family_of
from search import ROOT

FOLDER = os.path.abspath(os.path.join(ROOT, "data/openings"))
DIGEST_LENGTH = 16
POS_TOP = "pos-top"  # the format of joined points
OFFSETS = re.compile(r"[-+0-9\s]*,[-+0-9\s,]*")
OFFSET = re.compile(r"[-+]?[0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningFile:
    """The openings of a file for a game, and a digest that ignores comments."""

    family: AnyFamily
    openings: tuple[tuple[int, ...], ...]
    digest: str

    def opening_of(self, number: int, seed: int) -> tuple[int, ...]:
        """The opening with this number, from 0, in a match with this seed.

        Each round uses all openings once, in a new order and under a new symmetry. So even
        deterministic players do not repeat a game in as many rounds as there are symmetries.
        """
        turn, place = divmod(number, len(self.openings))
        order = list(range(len(self.openings)))
        random.Random(f"{seed} {turn}").shuffle(order)
        symmetry = (seed + turn) % self.family.images
        return self.family.image(self.openings[order[place]], symmetry)


def openings_path(game: str) -> str:
    """The path of a game's balanced openings; the file need not exist."""
    return f"{FOLDER}/{game}.txt"


def own_openings(game: str) -> str | None:
    """The path of a game's balanced openings; None if it has none."""
    path = openings_path(game)
    return path if os.path.isfile(path) else None


def find_openings(text: str) -> str:
    """The path of the openings for a file's path or a game's name.

    Raises MatchError if there is no such file.
    """
    for path in (text, openings_path(text)):
        if os.path.isfile(path):
            return path
    raise MatchError(f"openings {text!r}: expected a file or a game with an opening file")


def read_openings(path: str, rules: AnyRules) -> OpeningFile:
    """Read the openings of a file and check each against the rules.

    Raises MatchError if the file cannot be read, has no opening or has a bad line, which it names.
    """
    try:
        with open(path, "rb") as file:
            text = text_of(file.read(LONGEST_FILE + 1), path)
    except (OSError, NotationError) as error:
        raise MatchError(f"cannot read the openings: {in_words(error)}") from error
    lines = [line.partition("#")[0] for line in text.splitlines()]
    as_pos = any(is_pos(word) for line in lines for word in line.split())
    family, openings = family_of(rules), []
    for number, line in enumerate(lines, 1):
        try:
            if words := _words_of(line, family, as_pos=as_pos):
                openings.append(parse_opening(words, family))
        except (NotationError, IllegalMove, MatchError) as error:
            raise MatchError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise MatchError(f"{path} has no opening")
    digest = sha256(f"{rules.name} {openings}".encode()).hexdigest()[:DIGEST_LENGTH]
    return OpeningFile(family=family, openings=tuple(openings), digest=digest)


def _words_of(line: str, family: AnyFamily, *, as_pos: bool) -> list[str]:
    """The words of a line for `parse_opening`. Raises NotationError or IllegalMove."""
    if not family.harness:
        return [word.text for word in read_words(family.apart(line))[1]]
    if OFFSETS.fullmatch(line):
        return _points_of_offsets(line, family)
    if as_pos and line.strip():
        moves = family.formats[POS_TOP].read(line, family.rules).moves
        return [family.place_name(point) for point in moves]
    return line.replace(",", " ").split()


def _points_of_offsets(line: str, family: AnyFamily) -> list[str]:
    """The points of Gomocup's offsets, as players write them. Raises NotationError."""
    numbers = [int(number[:6]) for number in OFFSET.findall(line)]
    if len(numbers) % 2:
        raise NotationError(f"{len(numbers)} offsets: expected two for each stone")
    size, points = family.size, []
    for right, down in zip(numbers[::2], numbers[1::2], strict=True):
        column, row = right + size // 2, down + size // 2
        if not (0 <= column < size and 0 <= row < size):
            raise NotationError(
                f"{right},{down} is not on the board of {size} lines: expected offsets from the "
                f"centre, {-(size // 2)} to {(size - 1) // 2}"
            )
        points.append(family.place_name(row * size + column))
    return points


def openings_in_words(identity: Mapping[str, Any]) -> str:
    """Which openings the identity of a match or tournament names."""
    if "openings" in identity:
        return f"the openings of the file with digest {identity['openings']}"
    return f"random openings of {identity.get('opening_plies')} plies"


def parse_opening(words: list[str], family: AnyFamily) -> tuple[int, ...]:
    """The moves of an opening, given turn by turn.

    Raises NotationError, IllegalMove, or MatchError if the game is over or a turn unfinished.
    """
    position: AnyPosition = family.start()
    moves: list[int] = []
    for word in words:
        answer = family.parse_answer(position, word)
        play_all(position, answer)
        moves += answer
    if position.outcome is not None:
        raise MatchError(f"the opening ends the game ({position.outcome.termination})")
    if position.side != len(words) % 2:
        raise MatchError("the opening ends within a turn: expected a push after it")
    return tuple(moves)
