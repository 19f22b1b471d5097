"""Positions a few moves off recorded games, and the move that a search finds best in each.

The search orders the moves of positions that no good player reaches. A policy that learned from the
games' own positions ordered these badly, so each look first leaves its game by one to three moves.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from games.five.family import FiveFamily
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.score import is_loss
from search.weights.file import shipped_weights
from tuning.net.games.shards import read_plan, read_shard, shard_paths
from tuning.net.positions.features import MOST_CAPTURED, WindowReader
from tuning.net.positions.replay import opening_number, padded_points, padded_width
from tuning.net.positions.windows import SWAPPED, WALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from search.kernel.five import FiveSearch
    from tuning.net.games.record import LearnedGame

LOOKS_OF_A_GAME = 3
DECIDED = 6_000  # from this score on a game is not left any more
MOVES_OFF = (1, 1, 2, 2, 3)
FIRST_CANDIDATES = (2, 4, 8, 16, 40)  # a move off the game is one of so many
TABLE_MB = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A position and the move found best.

    windows   classes of the windows of each candidate, by direction, as the side to move sees them
    best      the index of the best candidate: so many the weights' order puts before it
    captured  stones that the side to move and its opponent have taken, at most MOST_CAPTURED
    opening   as in `tuning.net.positions.replay.Positions`
    """

    windows: NDArray[np.uint16] | NDArray[np.int32]
    best: int
    captured: tuple[int, int]
    opening: int


class Looker:
    """Leaves the games of one folder and searches."""

    def __init__(self, folder: str, net: str, nodes: int, seed: int) -> None:
        """`net` is the file of the engine's net. Raises LearningError, NetError, KernelMissing."""
        self.rules = rules_named(read_plan(folder).game)
        self._folder, self._nodes, self._dice = folder, nodes, random.Random(seed)
        self._family = FiveFamily(self.rules)
        # Without a net, so that the candidates come in the order of the weights.
        self._board: FiveSearch = open_search(self.rules, shipped_weights(self.rules, "none"))
        self._engine = Engine(self.rules, shipped_weights(self.rules, net), table_mb=TABLE_MB)
        self._reader = WindowReader(self.rules)
        self._points = padded_points(self.rules.size)

    def close(self) -> None:
        """Release the engine's memory."""
        self._engine.close()

    def looks(self, count: int, listener: Callable[[int, int], object]) -> Iterator[Look]:
        """Yield up to `count` looks, as many from each shard; `listener` hears how many."""
        paths, yielded = shard_paths(self._folder), 0
        for number, path in enumerate(paths, 1):
            games = list(read_shard(path))
            self._dice.shuffle(games)
            for look in (look for game in games for look in self._looks_of(game)):
                if yielded >= count * number // len(paths):
                    break
                yielded += 1
                yield look
                listener(yielded, count)

    def _looks_of(self, game: LearnedGame) -> Iterator[Look]:
        self._engine.new_game()
        undecided = [
            ply
            for ply, judged in enumerate(game.judged[: len(game.moves)])
            if judged.trains and abs(judged.score) < DECIDED
        ]
        opening = opening_number(self._family, game)
        for ply in self._dice.sample(undecided, min(len(undecided), LOOKS_OF_A_GAME)):
            position = FivePosition(self.rules)
            for move in (*game.opening, *game.moves[:ply]):
                position.play(move)
            self._leave(position)
            look = self._look(position, opening) if self._is_quiet(position) else None
            if look is not None:
                yield look

    def _leave(self, position: FivePosition) -> None:
        for _ in range(self._dice.choice(MOVES_OFF)):
            if not self._is_quiet(position):
                return
            candidates = [point for point, _ in self._board.candidates()]
            position.play(self._dice.choice(candidates[: self._dice.choice(FIRST_CANDIDATES)]))

    def _is_quiet(self, position: FivePosition) -> bool:
        """Whether nobody has won, wins at once or must answer; sets the board."""
        if position.outcome is not None:
            return False
        set_position(self._board, position)
        return not (self._board.wins_at_once() or self._board.must_answer())

    def _look(self, position: FivePosition, opening: int) -> Look | None:
        """The look at this position; None if it is lost, or the best move is no candidate."""
        result = self._engine.search(position, Limits(nodes=self._nodes))
        points = [point for point, _ in self._board.candidates()]
        if is_loss(result.score) or result.best not in points:
            return None
        cells = np.frombuffer(bytes(position.cells), np.uint8)
        if position.side == 1:
            cells = np.array(SWAPPED, np.uint8)[cells]
        board = np.full((1, padded_width(self.rules.size) ** 2), WALL, np.uint8)
        board[0, self._points] = cells
        windows = self._reader.classes_at(board, np.zeros(len(points), int), self._points[points])
        captured = position.captured_stones if self.rules.captured_stones_to_win else (0, 0)
        return Look(
            windows=windows,
            best=points.index(result.best),
            captured=(
                min(captured[position.side], MOST_CAPTURED),
                min(captured[1 - position.side], MOST_CAPTURED),
            ),
            opening=opening,
        )
