"""Elo difference, its error and the likelihood of superiority from match results.

Counts are from A's view, worst first: five counts of pairs, LL, LD, DD+WL, DW, WW (pentanomial), or
three of games lost, drawn, won (trinomial). The games of a pair are correlated. So the error is
correct only if paired games are counted as pairs; it is usually smaller then.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Z_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True, kw_only=True)
class Elo:
    """A difference of strength in Elo, from A's view, and the ends of its 95 % interval.

    All three may be infinite, where one side won every game.
    """

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        """`+35 Elo [-12, +83]`."""
        return f"{self.elo:+z.0f} Elo [{self.low:+z.0f}, {self.high:+z.0f}]"

    @property
    def error(self) -> float:
        """Half the width of the interval, in Elo, as other programs print it after ±."""
        return (self.high - self.low) / 2


def elo_of_score(score: float) -> float:
    """The Elo difference for an expected score 0..1."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The expected score 0..1 for an Elo difference."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_counts(counts: Sequence[float]) -> Elo | None:
    """The estimate from these results, worst first; None without results.

    The interval is that of the mean score, converted to Elo. If all results are equal, their
    deviation is zero. Then the far end is the score at which so many equal results in a row have a
    probability of 2.5 % (Clopper and Pearson 1934).
    """
    number = sum(counts)
    if not number:
        return None
    mean, deviation = moments([count / number for count in counts])
    if all_alike(counts):
        share = 0.025 ** (1 / number)
        low, high = mean * share, 1 - (1 - mean) * share
    else:
        error = Z_95 * deviation / math.sqrt(number)
        low, high = mean - error, mean + error
    return Elo(elo=elo_of_score(mean), low=elo_of_score(low), high=elo_of_score(high))


def share_of_points(counts: Sequence[float]) -> float | None:
    """A's share 0..1 of the points, which is its winning chance; None without results."""
    number = sum(counts)
    return moments([count / number for count in counts])[0] if number else None


def finite(value: float, digits: int) -> float | None:
    """The rounded value; None for infinity, which JSON does not have."""
    return round(value, digits) if math.isfinite(value) else None


def likelihood_of_superiority(counts: Sequence[float]) -> float | None:
    """The likelihood of superiority of A (LOS), 0..1; None without results.

    It follows from the mean score and its error, as in Fishtest and fastchess. If all results are
    equal, they count as tosses of a coin with a uniform prior.
    """
    number = sum(counts)
    if not number:
        return None
    mean, deviation = moments([count / number for count in counts])
    if not all_alike(counts):
        return normal_share((mean - 0.5) * math.sqrt(number) / deviation)
    doubt = 0.5 if mean == 0.5 else 0.5 ** (number + 1)
    return doubt if mean < 0.5 else 1 - doubt


def normal_share(deviations: float) -> float:
    """The normal cumulative distribution at this many standard deviations."""
    return math.erfc(-deviations / math.sqrt(2)) / 2


def even_share(counts: Sequence[float]) -> float:
    """The share 0..1 of even results: draws, or pairs with one point each."""
    return counts[len(counts) // 2] / sum(counts)


def games_each(counts: Sequence[float]) -> int:
    """The games per result: 2 for the five counts of pairs, 1 for L, D, W."""
    return (len(counts) - 1) // 2


def all_alike(counts: Sequence[float]) -> bool:
    """Whether all results are equal, so that their deviation is zero."""
    return max(counts) == sum(counts)


def scores(results: int) -> list[float]:
    """The score of each result, worst first: 0 to 1 in equal steps."""
    return [result / (results - 1) for result in range(results)]


def moments(shares: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of the score for these shares of results."""
    weighted = list(zip(shares, scores(len(shares)), strict=True))
    mean = sum(share * score for share, score in weighted)
    return mean, math.sqrt(sum(share * (score - mean) ** 2 for share, score in weighted))
