"""Median-unbiased Elo of a match that an SPRT ended.

A test stops when the results run high or low, so the plain estimate is biased away from the middle
of its bounds. This estimate compares the whole course of the test, not only the mean result, with
what a strength predicts. Courses are ordered, worst first: H0 accepted early, H0 accepted late,
undecided from low to high LLR, H1 accepted late, H1 accepted early. The estimate is the strength at
which half of all courses are worse than the observed one. The interval ends are at 97.5 % and
2.5 %. The LLR is modelled as a Brownian motion (Siegmund, "Sequential Analysis"; the method of
Fishtest).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from arena.strength.elo import Elo, all_alike, elo_of_score, moments, normal_share
from arena.strength.sprt import regular_shares, zero_of

LOWEST_NORMAL = -30.0  # deviations; beyond this the tail underflows
LONGEST = 6.0  # spread, in widths of the strip, by which every course has ended
MOST_PASSED = 1.5  # of a threshold: single results or batches pass it by some amount
IMAGE_REACH = 5  # deviations; mirror images further away add nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The state of a test: its LLR and the bounds of the LLR.

    The LLR starts at 0, between `lower` and `upper`, and stops at either of them.
    """

    llr: float
    lower: float
    upper: float

    def share_worse(self, drift: float, spread: float) -> float:
        """The share of courses worse than this one, 0..1; it falls as the drift grows.

        `drift` and `spread` are the mean and the standard deviation that the LLR would have by now
        without stopping. The sums run over the mirror images of the start at the two bounds.
        """
        width = self.upper - self.lower
        pull = drift / spread**2  # independent of the length of the test
        spread = min(spread, LONGEST * width)
        total, reach = 0.0, 2 + int(IMAGE_REACH * spread / width)
        for image in range(-reach, reach + 1):
            shift = 2 * image * width
            total += self._stopped_low(pull, spread, shift)
            total += self._running_below(pull, spread, shift)
            total -= self._running_below(pull, spread, 2 * self.lower + shift)
        return total

    def _stopped_low(self, pull: float, spread: float, shift: float) -> float:
        """One image's contribution to the share of courses that stopped at `lower`."""
        way, drift = abs(shift - self.lower), pull * spread**2
        return math.copysign(1, shift - self.lower) * (
            weighted_share(pull * (self.lower - way), (drift - way) / spread)
            + weighted_share(pull * (self.lower + way), -(drift + way) / spread)
        )

    def _running_below(self, pull: float, spread: float, image: float) -> float:
        """One image's contribution to the share still running, not above this LLR."""
        centre = image + pull * spread**2
        low, high = (self.lower - centre) / spread, (self.llr - centre) / spread
        if low > 0:  # use the other tail, whose small numbers keep the difference precise
            low, high = -high, -low
        return weighted_share(pull * image, high) - weighted_share(pull * image, low)


def weighted_share(weight: float, deviations: float) -> float:
    """E^weight times `normal_share`, also where one of them overflows or underflows."""
    if deviations > LOWEST_NORMAL:
        return math.exp(weight + math.log(normal_share(deviations)))
    tail = math.log1p(-1 / deviations**2) - math.log(-deviations * math.sqrt(2 * math.pi))
    return math.exp(weight + tail - deviations**2 / 2)


def unbiased_elo(
    counts: Sequence[float], scores: tuple[float, float], thresholds: tuple[float, float]
) -> Elo | None:
    """The median-unbiased estimate after an SPRT, decided or not.

    `counts` are the results, worst first; `scores` the expected scores under H0 and H1;
    `thresholds` the LLRs at which they are accepted. An LLR slightly beyond its threshold is moved
    back to it, and the time in proportion. Returns None if all results are equal, if the scores do
    not differ, or if the LLR is far beyond a threshold: then another rule ended the match.
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

    return Elo(elo=elo_where(0.5), low=elo_where(0.975), high=elo_where(0.025))
