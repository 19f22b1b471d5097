"""The sequential probability ratio test (SPRT) of a match.

There are two hypotheses about the strength of A: H0, it is `nelo0`, and H1, it is `nelo1`. After
every pair of games their log-likelihood ratio (LLR) says which one the results favour. The test is
decided when the LLR leaves (ln(beta / (1 - alpha)), ln((1 - beta) / alpha)). The probability of
accepting H1 although H0 holds is alpha, of accepting H0 although H1 holds beta (Wald 1945).

Strength is in normalised Elo: the mean score above one half, in standard deviations of a single
game, times 800 / ln 10. Unlike Elo it determines how many games show a difference, whatever the
openings and the share of draws. The LLR is the generalised one: it uses the maximum-likelihood
distribution of results under each hypothesis (Van den Bergh, "Normalized Elo"; the method of
Fishtest).

As in Fishtest, pairs count in the order of completion, which may differ from the plan with several
workers. Longer games finish later, so shorter ones are slightly over-represented at any moment.
Games in progress when the test is decided are dropped. A decision biases the strength estimates
slightly towards it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from arena.errors import MatchError
from arena.strength.elo import Z_95, all_alike, games_each, moments, scores

NELO_PER_DEVIATION = 800 / math.log(10)

ACCEPTED = "accepted"
REJECTED = "rejected"
UNDECIDED = "undecided"

RATE = 0.05  # error rate, unless another is given
NORMALIZED = "normalized"  # the model of these bounds (`arena.strength.models`)
LEAST_PAIRS = 16  # a normal distribution does not describe fewer
MOST_NELO = 200.0  # of a bound; no distribution near the counts is much stronger
NO_COUNT = 1e-3  # replaces a count of 0: the result is unlikely, not impossible

MOST_ROUNDS = 10
SAME = 1e-9
HALVINGS = 60  # narrow an interval to the precision of a float


@dataclass(frozen=True, slots=True, kw_only=True)
class NeloEstimate:
    """A difference in normalised Elo and half the width of its 95 % interval.

    Both are infinite if all results are equal and not even, since their deviation is zero. The
    width is unreliable with few results, or few that differ.
    """

    nelo: float
    error: float

    def __str__(self) -> str:
        if math.isinf(self.nelo):
            return "nElo unknown: all results are equal"
        return f"{self.nelo:+z.1f} ± {self.error:.1f} nElo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sprt:
    """A test: two hypotheses in normalised Elo and its two error probabilities.

    Raises MatchError for invalid numbers.
    """

    nelo0: float
    nelo1: float
    alpha: float = RATE
    beta: float = RATE

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
        """The log-likelihood ratio of H1 to H0 after these pairs; 0 without any."""
        return nelo_llr(counts, self.nelo0, self.nelo1)

    def verdict(self, counts: Sequence[int]) -> str:
        """ACCEPTED (H1), REJECTED (H0 instead) or UNDECIDED after these pairs."""
        return decide(self.llr(counts), sum(counts), self.lower, self.upper)


def parse_sprt(text: str, alpha: float | None = None, beta: float | None = None) -> Sprt:
    """The test that a text of `parse_test` names, with the given error rates if it has none.

    Without given rates they are RATE, and the text must not change it. Raises MatchError that says
    what was expected.
    """
    told = parse_test(text)
    if told.model not in (None, NORMALIZED):
        raise MatchError(f"SPRT {text!r}: expected model={NORMALIZED}, bounds in normalised Elo")
    if alpha is None or beta is None:
        alpha = beta = RATE
        if told.rates(RATE, RATE) != (RATE, RATE):
            raise MatchError(f"SPRT {text!r}: alpha and beta are {RATE:g} here")
    alpha, beta = told.rates(alpha, beta)
    return Sprt(nelo0=told.elo0, nelo1=told.elo1, alpha=alpha, beta=beta)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTest:
    """What a text says of a test: its bounds, and what else it names."""

    elo0: float
    elo1: float
    alpha: float | None = None
    beta: float | None = None
    model: str | None = None

    def rates(self, alpha: float, beta: float) -> tuple[float, float]:
        """The error rates, the given ones where the text has none."""
        return (
            alpha if self.alpha is None else self.alpha,
            beta if self.beta is None else self.beta,
        )


def parse_test(text: str) -> ToldTest:
    """The test in a text such as `0,10`, or `elo0=0 elo1=10 alpha=0.05` as in fastchess.

    Raises MatchError that says what was expected.
    """
    words = words_of_test(text)
    pairs = [word.partition("=")[::2] for word in words]
    if len(words) == 2 and not any("=" in word for word in words):
        pairs = list(zip(("elo0", "elo1"), words, strict=True))
    named = dict(pairs) if len(dict(pairs)) == len(pairs) else {}  # no name twice
    model = named.pop("model", None)
    try:
        return ToldTest(model=model, **{name: float(word) for name, word in named.items()})
    except (ValueError, TypeError) as error:
        raise MatchError(
            f"SPRT bounds {text!r}: expected two numbers, --sprt 0,10, or names as in fastchess, "
            "--sprt elo0=0 elo1=10 alpha=0.05 beta=0.05"
        ) from error


def words_of_test(text: str) -> list[str]:
    """The numbers or pairs NAME=VALUE in a text, whatever separates or encloses them."""
    return [word for word in re.split(r"[\s,:;()\[\]{}]+", text) if word]


def check_hypotheses(elo0: float, elo1: float, most: float = MOST_NELO) -> None:
    """Raise MatchError unless the bounds are in order and from `-most` to `most`."""
    if not -most <= elo0 < elo1 <= most:
        raise MatchError(
            f"SPRT bounds {elo0:g},{elo1:g}: expected the lower one first, both "
            f"from {-most:g} to {most:g} Elo"
        )


def thresholds(alpha: float, beta: float) -> tuple[float, float]:
    """The LLRs at which H0 and H1 are accepted (Wald 1945).

    Raises MatchError unless both error rates are above 0 and their sum is below 1.
    """
    if not (alpha > 0 and beta > 0 and alpha + beta < 1):
        raise MatchError(
            f"alpha {alpha:g} and beta {beta:g}: expected both above 0, their sum below 1"
        )
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def decide(llr: float, results: float, lower: float, upper: float) -> str:
    """ACCEPTED (H1), REJECTED (H0 instead) or UNDECIDED at this LLR."""
    if results < LEAST_PAIRS:
        return UNDECIDED
    return ACCEPTED if llr >= upper else REJECTED if llr <= lower else UNDECIDED


def estimate_nelo(counts: Sequence[float]) -> NeloEstimate | None:
    """The strength of A after these results, worst first; None without results."""
    number = sum(counts)
    if not number:
        return None
    shares = [count / number for count in counts]
    mean, deviation = moments(shares)
    games = games_each(counts)
    error = Z_95 * NELO_PER_DEVIATION / math.sqrt(games * number)
    if all_alike(counts):  # rounding must not give a deviation
        if mean != 0.5:
            return NeloEstimate(nelo=math.copysign(math.inf, mean - 0.5), error=math.inf)
        return NeloEstimate(nelo=0.0, error=error)
    deviations = (mean - 0.5) / (math.sqrt(games) * deviation)
    return NeloEstimate(nelo=deviations * NELO_PER_DEVIATION, error=error)


def nelo_llr(counts: Sequence[float], nelo0: float, nelo1: float) -> float:
    """The generalised log-likelihood ratio of `nelo1` to `nelo0`; 0 without results.

    `counts` are pairs, or games lost, drawn and won.
    """
    if not sum(counts):
        return 0.0
    number, shares = regular_shares(counts)
    scale = math.sqrt(games_each(counts)) / NELO_PER_DEVIATION
    likely0, likely1 = (likeliest(shares, scale * nelo) for nelo in (nelo0, nelo1))
    return number * mean_log_ratio(shares, likely0, likely1)


def regular_shares(counts: Sequence[float]) -> tuple[float, list[float]]:
    """The number of results and their shares, zeros replaced as in Fishtest."""
    regular = [count or NO_COUNT for count in counts]
    number = sum(regular)
    return number, [count / number for count in regular]


def mean_log_ratio(
    shares: Sequence[float], likely0: Sequence[float], likely1: Sequence[float]
) -> float:
    """The mean contribution of a result to the LLR of two distributions."""
    return sum(
        share * (math.log(one) - math.log(zero))  # exactly antisymmetric in the two
        for share, zero, one in zip(shares, likely0, likely1, strict=True)
    )


def likeliest(shares: Sequence[float], strength: float) -> list[float]:
    """The maximum-likelihood distribution with its mean `strength` deviations above 1/2.

    None of the shares may be 0. The deviation depends on the distribution itself, so each round
    takes it from the round before; the condition is then linear (Van den Bergh).
    """
    likely = [1 / len(shares)] * len(shares)
    for _ in range(MOST_ROUNDS):
        before, (mean, deviation) = likely, moments(likely)
        beyond = [
            score - 0.5 - strength * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in scores(len(shares))
        ]
        likely = balanced(shares, beyond)
        if max(abs(new - old) for new, old in zip(likely, before, strict=True)) < SAME:
            break
    return likely


def balanced(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Divide each share by 1 + x * value, with the x at which the values then average to 0.

    Some values must be negative and some positive. Then there is exactly one such x between the
    poles of the greatest and the least value. The search runs over the distance from the nearer
    pole, since 1 + x * value loses digits close to a pole.
    """
    least, greatest = min(values), max(values)
    half = (1 / greatest - 1 / least) / 2

    def tilted(extreme: float, away: float) -> list[float]:
        return [
            share / (1 - value / extreme + away * value)
            for share, value in zip(shares, values, strict=True)
        ]

    def total(extreme: float, away: float) -> float:
        shifted = tilted(extreme, away)
        return sum(value * share for value, share in zip(values, shifted, strict=True))

    if total(greatest, half) < 0:
        return tilted(greatest, zero_of(partial(total, greatest), 0, half))
    return tilted(least, zero_of(partial(total, least), -half, 0))


def zero_of(falling: Callable[[float], float], low: float, high: float) -> float:
    """The zero of a falling function between two ends, by bisection.

    Without a zero it returns the end that is nearer to one.
    """
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > 0 else (low, middle)
    return (low + high) / 2
