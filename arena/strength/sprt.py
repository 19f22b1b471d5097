"""The sequential probability ratio test of a match: play until it is decided, no longer.

Two hypotheses about the strength of A: H0, it is `nelo0`, and H1, it is `nelo1`. After every pair
of games the log-likelihood ratio (LLR) of the two says which the results favour; where it leaves
(ln(beta / (1 - alpha)), ln((1 - beta) / alpha)) the test is decided. H1 is accepted although H0
holds with probability alpha, H0 although H1 holds with probability beta (Wald 1945).

Strength is counted in normalised Elo: the mean score above one half in standard deviations of a
single game, times 800 / ln 10. Unlike Elo it says how many games it takes to see the difference,
whatever the openings and the share of draws. The LLR is the generalised one: of all distributions
of results with the strength of a hypothesis the one is taken that makes the counts most likely
(Van den Bergh, "Normalized Elo"; the method of Fishtest).

Pairs are counted as they are completed, which with several workers need not be the order of the
plan, as Fishtest does. Longer games come a little later, so at every moment the quicker ones are
better represented; what is still being played when the test is decided is dropped. After a decision
the estimates of strength lean a little towards it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from arena.errors import MatchError
from arena.strength.elo import Z_95, all_alike, games_each, moments, scores

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NELO_PER_DEVIATION = 800 / math.log(10)

ACCEPTED = "accepted"
REJECTED = "rejected"
UNDECIDED = "undecided"

LEAST_PAIRS = 16  # fewer say nothing that a normal distribution describes
MOST_NELO = 200.0  # of a bound; far beyond, no distribution near the counts has such a strength
NO_COUNT = 1e-3  # stands for a result that never came: it is unlikely, not impossible

MOST_ROUNDS = 10
SAME = 1e-9
HALVINGS = 60  # bring an interval down to the precision of a float


@dataclass(frozen=True, slots=True, kw_only=True)
class NeloEstimate:
    """A difference in normalised Elo and half the width of its 95 % interval.

    It is infinite where all results were alike and not even: they have no deviation. The width says
    little while there are few results, or few that differ.
    """

    nelo: float
    error: float

    def __str__(self) -> str:
        return f"{self.nelo:+.1f} ± {self.error:.1f} nElo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """One test: its two hypotheses in normalised Elo, and how often each may be wronged.

    Raises MatchError for numbers that make no test.
    """

    nelo0: float
    nelo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        check_hypotheses(self.nelo0, self.nelo1)
        thresholds(self.alpha, self.beta)

    @property
    def lower(self) -> float:
        """The LLR at which H0 is accepted."""
        return thresholds(self.alpha, self.beta)[0]

    @property
    def upper(self) -> float:
        """The LLR at which H1 is accepted."""
        return thresholds(self.alpha, self.beta)[1]

    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of H1 to H0 after these pairs; 0 before the first."""
        return nelo_llr(counts, self.nelo0, self.nelo1)

    def verdict(self, counts: Sequence[int]) -> str:
        """ACCEPTED (H1), REJECTED (H1, for H0) or UNDECIDED, after these pairs."""
        return decide(self.llr(counts), sum(counts), self.lower, self.upper)


def parse_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """The test that bounds such as `0,10` name.

    Raises MatchError saying what was expected.
    """
    try:
        nelo0, nelo1 = (float(bound) for bound in text.split(","))
    except ValueError as error:
        raise MatchError(f"SPRT bounds {text!r}: expected two numbers, such as 0,10") from error
    return Sprt(nelo0=nelo0, nelo1=nelo1, alpha=alpha, beta=beta)


def check_hypotheses(elo0: float, elo1: float) -> None:
    """Raise MatchError unless these are two strengths that a test can tell apart, in order."""
    if not -MOST_NELO <= elo0 < elo1 <= MOST_NELO:
        raise MatchError(
            f"SPRT bounds {elo0:g},{elo1:g}: expected the lower one first, both "
            f"from {-MOST_NELO:g} to {MOST_NELO:g} Elo"
        )


def thresholds(alpha: float, beta: float) -> tuple[float, float]:
    """The LLR at which H0 is accepted, and that at which H1 is (Wald 1945).

    Raises MatchError for error rates that no test can keep.
    """
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise MatchError(f"alpha {alpha:g} and beta {beta:g}: expected more than 0, less than 0.5")
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def decide(llr: float, results: float, lower: float, upper: float) -> str:
    """ACCEPTED (H1), REJECTED (H1, for H0) or UNDECIDED, at this LLR of so many results."""
    if results < LEAST_PAIRS:
        return UNDECIDED
    return ACCEPTED if llr >= upper else REJECTED if llr <= lower else UNDECIDED


def estimate_nelo(counts: Sequence[float]) -> NeloEstimate | None:
    """The strength of A after these results, worst first; None if there are none."""
    number = sum(counts)
    if not number:
        return None
    shares = [count / number for count in counts]
    mean, deviation = moments(shares)
    games = games_each(counts)
    error = Z_95 * NELO_PER_DEVIATION / math.sqrt(games * number)
    if all_alike(counts):  # rounding must not make a deviation of them
        certain = 0.0 if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
        return NeloEstimate(nelo=certain, error=error)
    deviations = (mean - 0.5) / (math.sqrt(games) * deviation)
    return NeloEstimate(nelo=deviations * NELO_PER_DEVIATION, error=error)


def nelo_llr(counts: Sequence[float], nelo0: float, nelo1: float) -> float:
    """The generalised log-likelihood ratio of strength `nelo1` to `nelo0`; 0 without results.

    `counts` are those of pairs, or of games lost, drawn and won.
    """
    if not sum(counts):
        return 0.0
    number, shares = regular_shares(counts)
    scale = math.sqrt(games_each(counts)) / NELO_PER_DEVIATION
    likely0, likely1 = (likeliest(shares, scale * nelo) for nelo in (nelo0, nelo1))
    return number * mean_log_ratio(shares, likely0, likely1)


def regular_shares(counts: Sequence[float]) -> tuple[float, list[float]]:
    """How many results there are, and the share of each; none of them 0 (as Fishtest does)."""
    regular = [count or NO_COUNT for count in counts]
    number = sum(regular)
    return number, [count / number for count in regular]


def mean_log_ratio(
    shares: Sequence[float], likely0: Sequence[float], likely1: Sequence[float]
) -> float:
    """What one result in these shares brings on average to the LLR of two distributions."""
    return sum(
        share * (math.log(one) - math.log(zero))  # exchanged, only the sign changes
        for share, zero, one in zip(shares, likely0, likely1, strict=True)
    )


def likeliest(shares: Sequence[float], strength: float) -> list[float]:
    """Of the distributions whose mean lies `strength` deviations above one half the likeliest.

    That is the one under which results in these shares, none of them 0, are most probable. The
    deviation is not known before the distribution is: it is taken from the round before, and the
    condition is linear in the distribution as soon as it is (Van den Bergh).
    """
    found = [1 / len(shares)] * len(shares)
    for _ in range(MOST_ROUNDS):
        before, (mean, deviation) = found, moments(found)
        beyond = [
            score - 0.5 - strength * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in scores(len(shares))
        ]
        found = balanced(shares, beyond)
        if max(abs(one - other) for one, other in zip(found, before, strict=True)) < SAME:
            break
    return found


def balanced(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Each share divided by 1 + x * value, for the x at which their values then average to 0.

    Some values must be below 0 and some above it: between the poles that the greatest and the
    least give there is exactly one such x. It is sought as its distance from the nearer pole,
    beside which 1 + x * value would keep few of its digits.
    """
    least, greatest = min(values), max(values)
    half = (1 / greatest - 1 / least) / 2

    def tilted(extreme: float, away: float) -> list[float]:
        return [
            share / (1 - value / extreme + away * value)
            for share, value in zip(shares, values, strict=True)
        ]

    def total(extreme: float, away: float) -> float:
        found = tilted(extreme, away)
        return sum(value * share for value, share in zip(values, found, strict=True))

    if total(greatest, half) < 0:
        return tilted(greatest, zero_of(partial(total, greatest), 0, half))
    return tilted(least, zero_of(partial(total, least), -half, 0))


def zero_of(falling: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0 between two ends; the nearer end where it nowhere is.

    Halving finds it in the same time whatever the function.
    """
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
