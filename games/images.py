"""A position's key up to symmetry: one number for all its images, and one name for each move.

The key is a Zobrist key: the exclusive or of a number for each stone on its point. An image of the
position has the same numbers at other points, so a stone has one number per symmetry, and they lie
side by side in one long integer. The least of the keys of the images is the key of all of them:
eight images on a square board, twelve on Gipf's hexagon.

The numbers are made from names by a hash, so keys may be stored and compared between machines.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from games.family import AnyPosition, AnyRules
from games.registry import family_of
from games.rules import EMPTY

BYTES = 8  # of a key
KINDS = 4  # of stones and pieces, numbered from 1


class Images:
    """The keys of the positions of one game."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self._family = family = family_of(rules)
        self._symmetries = family.symmetries
        self._form = f"<{len(self._symmetries)}Q"
        places = range(len(family.start().cells))
        images = [[family.image_of_place(place, at) for at in self._symmetries] for place in places]
        numbers = [[_number(kind, place) for place in places] for kind in range(KINDS + 1)]
        self._stones = [
            [_side_by_side(numbers[kind][there] for there in row) for row in images]
            for kind in range(KINDS + 1)
        ]

    def key(self, position: AnyPosition) -> tuple[int, tuple[int, ...]]:
        """The key, a signed number of 64 bits, and the symmetries that lead to the least image.

        Equal for positions if the games that follow are the same, up to a symmetry.
        """
        packed = 0
        stones = self._stones
        for place, cell in enumerate(position.cells):
            if cell != EMPTY:
                packed ^= stones[cell][place]
        for mark in self._family.marks(position):
            packed ^= self._marked(mark)
        data = packed.to_bytes(BYTES * len(self._symmetries), "little")
        keys = struct.unpack(self._form, data)
        least = min(keys)
        key = least ^ _number(self.rules.name, *self._family.beside(position))
        symmetries = tuple(
            self._symmetries[at] for at, image_key in enumerate(keys) if image_key == least
        )
        return key - (1 << 64) if key >> 63 else key, symmetries

    def name(self, move: int, symmetries: Iterable[int]) -> int:
        """The number of a move in the least image; equal for moves that are images of each other.

        `symmetries` are those of `key` for the position before the move.
        """
        return min(self._family.image_of_move(move, symmetry) for symmetry in symmetries)

    def _marked(self, mark: int) -> int:
        images = (self._family.image_of_mark(mark, symmetry) for symmetry in self._symmetries)
        return _side_by_side(_number("line", image) for image in images)

    def visits(self, start: AnyPosition, moves: Sequence[int]) -> list[tuple[int, int]]:
        """The key of each position before a move, and the move's name. Raises IllegalMove."""
        position: AnyPosition = start.copy()
        visits = []
        for move in moves:
            key, symmetries = self.key(position)
            visits.append((key, self.name(move, symmetries)))
            position.play(move)
        return visits


def _number(*parts: object) -> int:
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=BYTES).digest(), "little")


def _side_by_side(numbers: Iterable[int]) -> int:
    return sum(number << 8 * BYTES * at for at, number in enumerate(numbers))
