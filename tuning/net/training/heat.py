"""What a net thinks of each point of a position: how much it changes the net's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tuning.net.positions.features import WindowReader, features_of, seen_by_mover
from tuning.net.positions.replay import padded_points, replay
from tuning.net.training.integers import float_logits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.five.rules import Rules
    from tuning.net.games.record import LearnedGame
    from tuning.net.training.model import FloatNet


@dataclass(frozen=True, slots=True)
class Heat:
    """A position as the side to move sees it, and what the net makes of its points.

    cells   0 empty, 1 own, 2 the opponent's
    parts   by point: the logit minus that without the point; nan where no point counts
    chance  the net's winning chance of the side to move
    score   of the search
    """

    cells: NDArray[np.uint8]
    parts: NDArray[np.float64]
    chance: float
    score: int


def heat_of(net: FloatNet, rules: Rules, game: LearnedGame) -> Heat:
    """The heat of the middle position of a game that may train."""
    (positions,) = replay([game], rules)
    at = len(positions) // 2
    reader = WindowReader(rules)
    features = features_of(positions, reader)
    one = features.chosen(np.array([at]), windows=True)
    board = seen_by_mover(positions)[at : at + 1]
    _, counting = reader.counting(board)
    # One copy of the position for each point, without that point.
    count = len(one.windows)
    copies = features.chosen(np.full(count + 1, at), windows=True)
    kept = np.ones(len(copies.windows), bool)
    kept[np.arange(count) * (count + 1)] = False
    lengths = np.full(count + 1, count - 1)
    lengths[count] = count
    without = copies.with_windows(copies.windows[kept], lengths)
    logits = float_logits(net, without)
    points = padded_points(rules.size)
    parts = np.full(len(board[0]), np.nan)
    parts[counting] = logits[count] - logits[:count]
    return Heat(
        cells=board[0][points],
        parts=parts[points],
        chance=float(1 / (1 + np.exp(-logits[count]))),
        score=int(one.score[0]),
    )
