"""What results say of strength: a difference in Elo, how sure it is, and who is likely stronger.

Results are counted worst first from A's view: five counts are of pairs of games, LL, LD, DD+WL, DW,
WW (pentanomial), three of games lost, drawn, won (trinomial). The games of a pair hang together, so
an error from games that were paired is right only when pairs are counted: mostly it is smaller.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.strength.score import Tally

Z_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class EloEstimate:
    """A difference in Elo with the ends of its 95 % interval; infinite where nothing bounds it."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} Elo [{self.low:+.0f}, {self.high:+.0f}]"

    @property
    def error(self) -> float:
        """Half the width of the interval, in Elo: what other programs print after ±."""
        return (self.high - self.low) / 2


def elo_of_score(score: float) -> float:
    """The difference in Elo at which a share 0..1 of the points is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """The share 0..1 of the points that is expected at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def estimate_elo(tally: Tally) -> EloEstimate | None:
    """The estimate from games won, drawn and lost; None if there are none."""
    return elo_of_counts((tally.losses, tally.draws, tally.wins))


def elo_of_counts(counts: Sequence[float]) -> EloEstimate | None:
    """The estimate from these results, worst first; None if there are none.

    The interval is that of the mean score, carried over to Elo. The deviation says nothing while
    all results were alike. Then the far end is the score at which so many equal results in a row
    still have a probability of 2.5 % (Clopper and Pearson 1934).
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
    return EloEstimate(elo=elo_of_score(mean), low=elo_of_score(low), high=elo_of_score(high))


def likelihood_of_superiority(counts: Sequence[float]) -> float | None:
    """How likely A is the stronger player, 0..1 (LOS); None without results.

    From the mean score and its error, as Fishtest and fastchess do. While all results were alike
    there is no error: then each is a throw of a coin of which nothing was known before.
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
    """The share of a normal distribution below so many standard deviations over its mean."""
    return math.erfc(-deviations / math.sqrt(2)) / 2


def pair_ratio(counts: Sequence[float]) -> float:
    """Results better than even to one that is worse; infinite if none is, NaN if all are even."""
    middle = len(counts) // 2
    better, worse = sum(counts[middle + 1 :]), sum(counts[:middle])
    if not worse:
        return math.inf if better else math.nan
    return better / worse


def even_share(counts: Sequence[float]) -> float:
    """The share 0..1 of results that are even: of draws, or of pairs that gave a point each."""
    return counts[len(counts) // 2] / sum(counts)


def games_each(counts: Sequence[float]) -> int:
    """How many games one result stands for: 2 with the five counts of pairs, 1 with L, D, W."""
    return (len(counts) - 1) // 2


def all_alike(counts: Sequence[float]) -> bool:
    """Whether every result was the same, so that the counts tell no deviation."""
    return max(counts) == sum(counts)


def scores(results: int) -> list[float]:
    """The score of each result, worst first: 0 to 1 in equal steps."""
    return [result / (results - 1) for result in range(results)]


def moments(shares: Sequence[float]) -> tuple[float, float]:
    """Mean and standard deviation of the score where the results come in these shares."""
    each = list(zip(shares, scores(len(shares)), strict=True))
    mean = sum(share * score for share, score in each)
    return mean, math.sqrt(sum(share * (score - mean) ** 2 for share, score in each))
