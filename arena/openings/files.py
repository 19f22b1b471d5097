"""Openings from a file: which a match plays, and in which order.

A line holds the points of one opening in the order played, `K10 L9 O10`, or of Gipf its turns as
they are written on paper, `e2 c1-c3`; what follows a `#` is a comment. `data/openings/GAME.txt`
holds balanced ones of a game (tools/make/openings.py).
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from arena.errors import MatchError
from games.errors import IllegalMove, NotationError
from games.families.choice import family_of
from games.families.family import AnyFamily, play_all

if TYPE_CHECKING:
    from games.families.choice import AnyPosition, AnyRules

FOLDER = os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "data/openings"
)
DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningFile:
    """The openings of a file for a game, and a digest that no comment changes."""

    family: AnyFamily
    openings: tuple[tuple[int, ...], ...]
    digest: str

    def opening_of(self, number: int, seed: int) -> tuple[int, ...]:
        """The opening that has this number, from 0, in a match with this seed.

        All come once, then all again in another order and as another symmetry shows them, so that
        even players who never vary repeat no game in as many turns as there are symmetries.
        """
        turn, place = divmod(number, len(self.openings))
        order = list(range(len(self.openings)))
        random.Random(f"{seed} {turn}").shuffle(order)
        symmetry = (seed + turn) % self.family.images
        return self.family.image(self.openings[order[place]], symmetry)


def openings_path(game: str) -> str:
    """Where the balanced openings of a game are kept, whether they are there or not."""
    return f"{FOLDER}/{game}.txt"


def find_openings(text: str) -> str:
    """The path of the openings that a file's path or a game's name means.

    Raises MatchError if there is neither.
    """
    for path in (text, openings_path(text)):
        if os.path.isfile(path):
            return path
    raise MatchError(f"openings {text!r}: expected a file, or a game that has its own")


def read_openings(path: str, rules: AnyRules) -> OpeningFile:
    """The openings of a file, each played by the rules.

    Raises MatchError if the file cannot be read or has no opening, or naming the first line that
    is none or ends the game.
    """
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [line.partition("#")[0].split() for line in file]
    except OSError as error:
        raise MatchError(f"the openings cannot be read: {error}") from error
    family, openings = family_of(rules), []
    for number, words in enumerate(lines, 1):
        try:
            if words:
                openings.append(_played(words, family))
        except (NotationError, IllegalMove, MatchError) as error:
            raise MatchError(f"{path}, line {number}: {error}") from error
    if not openings:
        raise MatchError(f"{path} holds no opening")
    digest = sha256(f"{rules.name} {openings}".encode()).hexdigest()[:DIGEST_LENGTH]
    return OpeningFile(family=family, openings=tuple(openings), digest=digest)


def _played(words: list[str], family: AnyFamily) -> tuple[int, ...]:
    position: AnyPosition = family.start()
    moves: list[int] = []
    for word in words:
        answer = family.parse_answer(position, word)
        play_all(position, answer)
        moves += answer
    if position.outcome is not None:
        raise MatchError(f"the game is over after it ({position.outcome.termination})")
    if position.side != len(words) % 2:
        raise MatchError("it ends within a turn on paper: expected the piece brought in after it")
    return tuple(moves)
