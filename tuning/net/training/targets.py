"""What the net should say of positions, how well something says it, and which positions judge it.

A target is a winning chance of the side to move: a blend of the game's result and the search's
score. Scores become chances through one number, the score of a logit, which is fitted to results.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tuning.net.positions.replay import NO_RESULT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tuning.net.positions.features import Features

    Logits = NDArray[np.float32] | NDArray[np.float64]

HELD_OUT = 10  # one opening in so many is held out
MOST_LOGIT = 12.0
NEWTON_STEPS = 30
PARTS = 20  # of the reliability diagram


@dataclass(frozen=True, slots=True)
class Losses:
    """Log losses per position.

    result   of the game's result
    score    of the search's score, as a chance
    blend    of the target
    turning  of the result, at turning points alone; nan without any
    """

    result: float
    score: float
    blend: float
    turning: float


def held_out(features: Features) -> NDArray[np.bool_]:
    """Which positions are held out: all those of one opening in HELD_OUT."""
    out: NDArray[np.bool_] = features.opening % np.uint64(HELD_OUT) == 0
    return out


def score_of_logit(scores: NDArray[np.int32], features: Features) -> float:
    """The score that stands for a logit: the logistic fit of results to these scores."""
    known = (features.result != NO_RESULT) & (features.slips == 0)
    x, y = scores[known] / 1000.0, features.result[known] / 2.0
    slope = 0.5
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(slope * x, -MOST_LOGIT, MOST_LOGIT)))
        curvature = np.mean(x * x * chance * (1 - chance)) + 1e-9
        slope = max(1e-3, slope + float(np.mean(x * (y - chance)) / curvature))
    return 1000.0 / slope


def chances(scores: NDArray[np.int32], unit: float) -> NDArray[np.float32]:
    """The winning chances that these scores stand for."""
    logits = np.clip(scores / unit, -MOST_LOGIT, MOST_LOGIT)
    return (1 / (1 + np.exp(-logits))).astype(np.float32)


def targets(features: Features, unit: float, blend: float, slips: float) -> NDArray[np.float32]:
    """The target of each position.

    `blend` is the share of the result, the rest is that of the score. If a random move is still to
    come, the result counts `slips` times as much. A sibling has no result.
    """
    share = np.where(features.slips == 0, blend, blend * slips)
    share = np.where(features.result == NO_RESULT, 0.0, share)
    score = chances(features.score, unit)
    return (share * features.result / 2.0 + (1 - share) * score).astype(np.float32)


def log_loss(logits: Logits, target: NDArray[np.float32]) -> float:
    """The mean log loss; nan without positions."""
    if not len(logits):
        return float("nan")
    exact = logits.astype(np.float64)
    return float(np.mean(np.logaddexp(0, exact) - target * exact))


def losses(logits: Logits, features: Features, unit: float, target: NDArray[np.float32]) -> Losses:
    """The losses of these logits on all the positions."""
    result = (features.result / 2.0).astype(np.float32)
    known = features.result != NO_RESULT
    turning = known & features.turning
    return Losses(
        result=log_loss(logits[known], result[known]),
        score=log_loss(logits, chances(features.score, unit)),
        blend=log_loss(logits, target),
        turning=log_loss(logits[turning], result[turning]),
    )


def reliability(logits: Logits, features: Features) -> tuple[tuple[float, float, int], ...]:
    """By twentieths of the predicted chance: its mean, the mean result, the number of positions."""
    known = features.result != NO_RESULT
    chance = 1 / (1 + np.exp(-logits[known].astype(np.float64)))
    result = features.result[known] / 2.0
    part = np.minimum((chance * PARTS).astype(int), PARTS - 1)
    return tuple(
        (float(chance[part == number].mean()), float(result[part == number].mean()), int(count))
        for number, count in enumerate(np.bincount(part, minlength=PARTS))
        if count
    )
