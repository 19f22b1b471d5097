"""Elo of a match that an SPRT ended: an estimate that the ending does not bend.

A test ends when the results run high or low, so the plain estimate lies too far from the middle of
its bounds. The remedy is to ask not how far the mean of the results lies from one half, but how far
the whole course of the test lies from what a strength would lead one to expect. Courses are put in
order, worst first: H0 accepted early, H0 accepted late, still undecided from a low LLR to a high
one, H1 accepted late, H1 accepted early. The median-unbiased estimate is the strength at which half
of all courses are worse than the one that was seen; the interval ends where 97.5 % and 2.5 % are.
The LLR is taken for a Brownian motion (Siegmund, "Sequential Analysis"; the method of Fishtest).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.strength.elo import EloEstimate, all_alike, elo_of_score, moments, normal_share
from arena.strength.sprt import regular_shares, zero_of

if TYPE_CHECKING:
    from collections.abc import Sequence

LOWEST_NORMAL = -30.0  # deviations; further out the tail is no longer a float
LONGEST = 6.0  # widths of the strip that noise alone crosses before every course has ended
MOST_PASSED = 1.5  # of a threshold: single results and batches of them take a test beyond it
IMAGE_REACH = 5  # a mirror image further off than so many deviations adds nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How far a test came: the LLR where it stands, and the ends of the strip that it runs in.

    The LLR starts at 0, between `lower` and `upper`; at either of them it stops.
    """

    llr: float
    lower: float
    upper: float

    def share_worse(self, drift: float, spread: float) -> float:
        """The share of courses worse than this one, 0..1; it falls as the drift grows.

        `drift` is the mean and `spread` the standard deviation of the LLR by now if it never
        stopped. Both sums run over the mirror images of the start in the two ends of the strip.
        """
        width = self.upper - self.lower
        pull = drift / spread**2  # for good: the same however long the test
        spread = min(spread, LONGEST * width)
        total, reach = 0.0, 2 + int(IMAGE_REACH * spread / width)
        for image in range(-reach, reach + 1):
            shift = 2 * image * width
            total += self._stopped_low(pull, spread, shift)
            total += self._running_below(pull, spread, shift)
            total -= self._running_below(pull, spread, 2 * self.lower + shift)
        return total

    def _stopped_low(self, pull: float, spread: float, shift: float) -> float:
        """What one image brings to the share of courses that have stopped at `lower`."""
        way, drift = abs(shift - self.lower), pull * spread**2
        return math.copysign(1, shift - self.lower) * (
            weighted_share(pull * (self.lower - way), (drift - way) / spread)
            + weighted_share(pull * (self.lower + way), -(drift + way) / spread)
        )

    def _running_below(self, pull: float, spread: float, image: float) -> float:
        """What an image brings to the share of courses that still run, not above this one."""
        centre = image + pull * spread**2
        low, high = (self.lower - centre) / spread, (self.llr - centre) / spread
        if low > 0:  # a small difference is one of small numbers in the other tail
            low, high = -high, -low
        return weighted_share(pull * image, high) - weighted_share(pull * image, low)


def weighted_share(weight: float, deviations: float) -> float:
    """e^weight times the share of a normal distribution below, where either alone is no float."""
    if deviations > LOWEST_NORMAL:
        return math.exp(weight + math.log(normal_share(deviations)))
    tail = math.log1p(-1 / deviations**2) - math.log(-deviations * math.sqrt(2 * math.pi))
    return math.exp(weight + tail - deviations**2 / 2)


def unbiased_elo(
    counts: Sequence[float], scores: tuple[float, float], thresholds: tuple[float, float]
) -> EloEstimate | None:
    """The median-unbiased estimate after an SPRT, ended or not; None where all results were alike.

    `counts` are the results, worst first, `scores` the shares of the points that H0 and H1 mean,
    `thresholds` the LLRs at which they are accepted. The little that the LLR went beyond its
    threshold is taken back, and the time with it; where it is much, some other rule ended the match
    and there is no estimate. Nor is there one where the scores are too near to be told apart.
    """
    if not sum(counts) or all_alike(counts) or not scores[0] < scores[1]:
        return None
    number, shares = regular_shares(counts)
    mean, deviation = moments(shares)
    middle, gap = sum(scores) / 2, (scores[1] - scores[0]) / deviation
    slope = gap * (mean - middle) / deviation
    lower, upper = thresholds
    if not MOST_PASSED * lower <= number * slope <= MOST_PASSED * upper:
        return None
    course = Course(llr=max(lower, min(upper, number * slope)), lower=lower, upper=upper)
    time = course.llr / slope if slope else number

    def share_worse(score: float) -> float:
        return course.share_worse(time * gap * (score - middle) / deviation, math.sqrt(time) * gap)

    def elo_where(share: float) -> float:
        gain = zero_of(lambda gain: share_worse(0.5 + gain) - share, -0.5, 0.5)
        return elo_of_score(0.5 + gain)

    return EloEstimate(elo=elo_where(0.5), low=elo_where(0.975), high=elo_where(0.025))
