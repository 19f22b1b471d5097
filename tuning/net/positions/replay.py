"""The positions of recorded games as arrays.

Boards are padded with cells off the board, so that windows need no bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.five.family import FiveFamily
from games.five.position import DIRECTIONS, FivePosition
from games.five.rules import FiveRules
from search.score import is_loss
from tuning.net.games.record import Judged, LearnedGame, course
from tuning.net.positions.windows import WALL

PAD = 5  # cells off the board on each side; the widest window reaches so far
TURN_PLIES = 4  # a turning point: ahead or even so few plies before the search sees the loss
NO_RESULT = -1
CHUNK = 1_000  # games whose positions are made into arrays at once
ROW = np.dtype(
    [
        *(("side", np.uint8), ("captured", np.uint8, 2), ("result", np.int8)),
        *(("slips", np.uint8), ("turning", np.bool_), ("score", np.int32)),
        *(("static", np.int32), ("opening", np.uint64), ("ply", np.uint16)),
    ]
)

Row = tuple[Any, ...]  # of a position: what ROW names


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What is known of positions that may train, one entry of each array per position.

    captured  stones that the side to move and its opponent have taken
    result    half points of the side to move, 0 to 2; NO_RESULT for a sibling
    score     of the search
    static    value of the hand-fitted evaluation
    slips     random moves still to come in the game
    turning   whether the side to move thinks itself ahead or even shortly before its loss is seen
    opening   a number of the opening, equal for symmetric ones
    ply       moves from the empty board
    """

    captured: NDArray[np.uint8]
    result: NDArray[np.int8]
    score: NDArray[np.int32]
    static: NDArray[np.int32]
    slips: NDArray[np.uint8]
    turning: NDArray[np.bool_]
    opening: NDArray[np.uint64]
    ply: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.ply)


@dataclass(frozen=True, slots=True, kw_only=True)
class Positions(Labels):
    """The positions themselves.

    boards  padded cells: 0 empty, 1 + side, WALL
    side    side to move
    """

    boards: NDArray[np.uint8]
    side: NDArray[np.uint8]


def padded_width(size: int) -> int:
    """Cells in a row of a padded board."""
    return size + 2 * PAD


def padded_points(size: int) -> NDArray[np.int64]:
    """The padded index of each point."""
    rows, columns = np.divmod(np.arange(size * size), size)
    return (rows + PAD) * padded_width(size) + columns + PAD


def steps(size: int) -> list[int]:
    """The padded distance to the next cell in each of the four directions."""
    return [rows * padded_width(size) + columns for rows, columns in DIRECTIONS]


def replay(games: Sequence[LearnedGame], rules: FiveRules) -> Iterator[Positions]:
    """Yield the positions of the games that may train, of up to CHUNK games at a time.

    They come by the moves played so far, siblings after the others.
    """
    family = FiveFamily(rules)
    for first in range(0, len(games), CHUNK):
        positions = [kept for game in games[first : first + CHUNK] for kept in _kept(game, family)]
        positions.sort(key=itemgetter(0))
        yield _positions(
            [cells for _, cells, _ in positions], [row for _, _, row in positions], rules.size
        )


def _kept(game: LearnedGame, family: FiveFamily) -> Iterator[tuple[tuple[int, bool], bytes, Row]]:
    """Yield the place in the order, the cells and the row of each position that may train."""
    opening = opening_number(family, game)
    for position, at, said, aside in course(game, FivePosition(family.rules)):
        if not said.trains:
            continue
        side, captured = position.side, position.captured_stones
        result = 1 if game.winner is None else 2 * (game.winner == side)
        told = (NO_RESULT, 0, False)
        if not aside:
            told = (result, sum(slip >= at for slip in game.slips), is_turning(game, at))
        words = (said.score, said.static, opening, len(position.moves))
        row = (side, (captured[side], captured[1 - side]), *told, *words)
        yield (len(game.opening) + at, aside), bytes(position.cells), row


def _positions(cells: list[bytes], rows: list[Row], size: int) -> Positions:
    boards = np.full((len(cells), padded_width(size) ** 2), WALL, np.uint8)
    content = np.frombuffer(b"".join(cells), np.uint8)
    boards[:, padded_points(size)] = content.reshape(len(cells), size * size)
    table = np.array(rows, ROW)
    return Positions(
        boards=boards, **{name: np.ascontiguousarray(table[name]) for name in ROW.names or ()}
    )


def opening_number(family: FiveFamily, game: LearnedGame) -> int:
    """A number of the opening that is equal for symmetric openings."""
    return int.from_bytes(blake2b(family.canonical(game.opening), digest_size=8).digest(), "little")


def is_turning(game: LearnedGame, at: int) -> bool:
    """Whether the side to move is ahead or even, and its loss is seen a few plies later.

    A random move in between would explain the loss, so there must be none.
    """
    last = min(at + TURN_PLIES, len(game.judged) - 1)
    seen = [ply for ply in range(at + 1, last + 1) if _lost(game.judged[ply], ply - at)]
    if game.judged[at].score < 0 or not seen:
        return False
    return not any(at <= slip < seen[0] for slip in game.slips)


def _lost(judged: Judged, plies: int) -> bool:
    """Whether a search so many plies later proves the loss of the side that was to move."""
    return is_loss(judged.score if plies % 2 == 0 else -judged.score)
