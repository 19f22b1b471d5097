"""A position's key up to symmetry: one number for all its images, and one name for each move.

The key is a Zobrist key: the exclusive or of a number for each stone on its point. An image of the
position has the same numbers at other points, so a stone has one number per symmetry, and they lie
side by side in one long integer. The least of the keys of the images is the key of all of them:
eight images on a square board, twelve on Gipf's hexagon.

The numbers are made from names by a hash, so keys may be stored and compared between machines.
"""

from __future__ import annotations

import struct
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from games.five import symmetry as square
from games.gipf import symmetry as hexagon
from games.gipf.board import LINES, SPOTS
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules
from games.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.families.choice import AnyPosition, AnyRules

BYTES = 8  # of a key
KINDS = 4  # of stones and pieces, numbered from 1


class Images:
    """The keys of the positions of one game."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        is_gipf = isinstance(rules, GipfRules)
        size = 0 if isinstance(rules, GipfRules) else rules.size
        self._symmetries = hexagon.SYMMETRIES if is_gipf else square.SYMMETRIES
        self._form = f"<{len(self._symmetries)}Q"
        places = len(SPOTS) if is_gipf else size * size

        def image(place: int, symmetry: int) -> int:
            """The image of a cell."""
            if is_gipf:
                return hexagon.mapped_spot(place, symmetry)
            return square.mapped_point(place, size, symmetry)

        images = [[image(place, each) for each in self._symmetries] for place in range(places)]
        numbers = [[_number(kind, place) for place in range(places)] for kind in range(KINDS + 1)]
        self._stones = [
            [_side_by_side(numbers[kind][there] for there in row) for row in images]
            for kind in range(KINDS + 1)
        ]
        self._lines = [
            _side_by_side(
                _number("line", hexagon.mapped_entry(2 * line, each) // 2)
                for each in self._symmetries
            )
            for line in (range(len(LINES)) if is_gipf else ())
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
        if isinstance(position, GipfPosition):
            for line in position.left:
                packed ^= self._lines[line]
            rest: tuple[Any, ...] = (
                *(position.side, position.turn, position.placing),
                *(position.reserves, position.adding),
            )
        else:
            rest = (position.side, position.captured_stones)
        data = packed.to_bytes(BYTES * len(self._symmetries), "little")
        keys = struct.unpack(self._form, data)
        least = min(keys)
        key = least ^ _number(self.rules.name, *rest)
        symmetries = tuple(at for at, each in enumerate(keys) if each == least)
        return key - (1 << 64) if key >> 63 else key, symmetries

    def name(self, move: int, symmetries: Iterable[int]) -> int:
        """The number of a move in the least image; equal for moves that are images of each other.

        `symmetries` are those of `key` for the position before the move.
        """
        if isinstance(self.rules, GipfRules):
            return min(hexagon.mapped_move(move, each) for each in symmetries)
        return min(square.mapped_point(move, self.rules.size, each) for each in symmetries)

    def visits(self, start: AnyPosition, moves: Sequence[int]) -> list[tuple[int, int]]:
        """The key of each position before a move, and the move's name. Raises IllegalMove."""
        position: AnyPosition = start.copy()
        found = []
        for move in moves:
            key, symmetries = self.key(position)
            found.append((key, self.name(move, symmetries)))
            position.play(move)
        return found


def _number(*parts: object) -> int:
    """A number of 64 bits for something with a name."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=BYTES).digest(), "little")


def _side_by_side(numbers: Iterable[int]) -> int:
    """Numbers of 64 bits in one integer, the first one lowest."""
    return sum(number << 8 * BYTES * at for at, number in enumerate(numbers))
