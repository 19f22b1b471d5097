"""Replays recorded games with NumPy, all games of a shard at once, ply by ply.

Boards are padded with cells off the board, so that windows and captures need no bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from games.five.family import FiveFamily
from search.score import is_loss
from tuning.net.positions.windows import WALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from games.five.rules import FiveRules
    from tuning.net.games.record import Judged, LearnedGame

PAD = 5  # cells off the board on each side; the widest window reaches so far
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
TURN_PLIES = 4  # a turning point: ahead or even so few plies before the search sees the loss
NO_RESULT = -1
CHUNK = 1_000  # games replayed at once


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
    """Yield the positions of the games that may train, of up to CHUNK games at a time."""
    family = FiveFamily(rules)
    for first in range(0, len(games), CHUNK):
        yield _Replay(games[first : first + CHUNK], rules, family).positions()


class _Replay:
    """Boards of several games, moved on together."""

    def __init__(self, games: Sequence[LearnedGame], rules: FiveRules, family: FiveFamily) -> None:
        self._games = games
        self._rules = rules
        self._points = padded_points(rules.size)
        empty = np.full(padded_width(rules.size) ** 2, WALL, np.uint8)
        empty[self._points] = 0
        self._boards = np.tile(empty, (len(games), 1))
        self._captured = np.zeros((len(games), 2), np.uint8)  # by side
        self._openings = [opening_number(family, game) for game in games]
        self._parts: list[Positions] = []

    def positions(self) -> Positions:
        moves = [(*game.opening, *game.moves) for game in self._games]
        for ply in range(max(map(len, moves)) + 1):
            self._keep_trainable(ply)
            self._keep_siblings(ply)
            moving = np.array([number for number, game in enumerate(moves) if ply < len(game)], int)
            if len(moving):
                played = np.array([moves[number][ply] for number in moving])
                boards, captured = self._boards[moving], self._captured[moving]
                self._place(boards, captured, ply % 2, played)
                self._boards[moving], self._captured[moving] = boards, captured
        return joined(self._parts)

    def _place(
        self,
        boards: NDArray[np.uint8],
        captured: NDArray[np.uint8],
        side: int,
        points: NDArray[np.int64],
    ) -> None:
        """Place a stone of this side on each board, and take what it captures."""
        own, opponent = 1 + side, 2 - side
        games, at = np.arange(len(points)), self._points[points]
        boards[games, at] = own
        for step in steps(self._rules.size):
            for sign in (step, -step):
                for length in self._rules.capture_lengths:
                    run = np.all(
                        [boards[games, at + k * sign] == opponent for k in range(1, length + 1)], 0
                    )
                    taking = np.nonzero(run & (boards[games, at + (length + 1) * sign] == own))[0]
                    for k in range(1, length + 1):
                        boards[taking, at[taking] + k * sign] = 0
                    captured[taking, side] += length

    def _keep_trainable(self, ply: int) -> None:
        """Keep the boards of the games whose position at this ply may train."""
        kept: list[int] = []
        words: list[tuple[object, ...]] = []
        for number, game in enumerate(self._games):
            at = ply - len(game.opening)
            if 0 <= at < len(game.judged) and game.judged[at].trains:
                kept.append(number)
                result = 1 if game.winner is None else 2 * (game.winner == ply % 2)
                slips = sum(slip >= at for slip in game.slips)
                said = game.judged[at]
                words.append((said.score, said.static, result, slips, is_turning(game, at)))
        if kept:
            self._add(self._boards[kept], self._captured[kept], kept, words, ply)

    def _keep_siblings(self, ply: int) -> None:
        """Keep the positions after the siblings of this ply's move."""
        kept: list[int] = []
        points: list[int] = []
        words: list[tuple[object, ...]] = []
        for number, game in enumerate(self._games):
            for each in game.siblings:
                if each.ply + len(game.opening) == ply and each.judged.trains:
                    kept.append(number)
                    points.append(each.point)
                    words.append((each.judged.score, each.judged.static, NO_RESULT, 0, False))
        if kept:
            boards, captured = self._boards[kept], self._captured[kept]
            self._place(boards, captured, ply % 2, np.array(points))
            self._add(boards, captured, kept, words, ply + 1)

    def _add(
        self,
        boards: NDArray[np.uint8],
        captured: NDArray[np.uint8],
        kept: list[int],
        words: list[tuple[object, ...]],
        ply: int,
    ) -> None:
        score, static, result, slips, turning = (list(each) for each in zip(*words, strict=True))
        side = ply % 2
        self._parts.append(
            Positions(
                boards=boards,
                side=np.full(len(kept), side, np.uint8),
                captured=captured[:, [side, 1 - side]],
                result=np.array(result, np.int8),
                score=np.array(score, np.int32),
                static=np.array(static, np.int32),
                slips=np.array(slips, np.uint8),
                turning=np.array(turning, np.bool_),
                opening=np.array([self._openings[number] for number in kept], np.uint64),
                ply=np.full(len(kept), ply, np.uint16),
            )
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


def joined(parts: Sequence[Positions]) -> Positions:
    """All positions of several parts, in order."""
    names = [field.name for field in fields(Positions)]
    return Positions(
        **{name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    )
