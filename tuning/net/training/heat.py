"""What a net thinks of each point of a position: how much it changes the net's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tuning.net.positions.features import WindowReader, features_of, seen_by_mover
from tuning.net.positions.replay import padded_points, replay
from tuning.net.training.integers import MOST_ROW_SUM, float_head, point_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from games.five.rules import FiveRules
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


def heat_of(net: FloatNet, rules: FiveRules, game: LearnedGame) -> Heat:
    """The heat of the middle position of a game that may train."""
    (positions,) = replay([game], rules)
    at = len(positions) // 2
    reader = WindowReader(rules)
    features = features_of(positions, reader)
    one = features.chosen(np.array([at]), windows=True)
    board = seen_by_mover(positions)[at : at + 1]
    _, counting = reader.counting(board)
    values = point_values(net, one.windows, MOST_ROW_SUM).astype(np.float64)
    none = np.zeros(values.shape[1])  # so the last sum leaves out no point
    without = values.sum(0) - np.vstack([values, none])
    logits = float_head(net, without, np.repeat(one.captured, len(without), 0))
    points = padded_points(rules.size)
    parts = np.full(len(board[0]), np.nan)
    parts[counting] = logits[-1] - logits[:-1]
    return Heat(
        cells=board[0][points],
        parts=parts[points],
        chance=float(1 / (1 + np.exp(-logits[-1]))),
        score=int(one.score[0]),
    )
