"""The log-likelihood ratio of an SPRT in three units of strength.

| model | a bound is | counts |
|---|---|---|
| normalized | normalised Elo, `arena.strength.sprt`; the default | pairs or games |
| logistic | Elo: a mean score, with any spread of the results | pairs or games |
| bayes, bayesian | BayesElo: win and loss curves of one shape, with draws between them | games |

The first two use the generalised ratio: the maximum-likelihood distribution under each hypothesis
(Van den Bergh; the method of Fishtest). BayesElo estimates the share of draws from the counts
(Coulom).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.errors import MatchError
from arena.strength.elo import games_each, moments, score_of_elo, scores
from arena.strength.sprt import (
    MOST_NELO,
    NELO_PER_DEVIATION,
    NO_COUNT,
    NORMALIZED,
    balanced,
    mean_log_ratio,
    nelo_llr,
    regular_shares,
)

MOST_ELO = 2000.0  # a score of 0.99999


@dataclass(frozen=True, slots=True, kw_only=True)
class EloModel:
    """One unit of strength.

    llr    log-likelihood ratio of two bounds: (counts worst first, lower, upper)
    score  expected score 0..1 at a bound, given the counts: (counts, bound)
    most   the greatest bound; beyond it the ratio is not exact
    """

    llr: Callable[[Sequence[float], float, float], float]
    score: Callable[[Sequence[float], float], float]
    most: float


def logistic_llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of `elo1` to `elo0`; 0 without results."""
    if not sum(counts):
        return 0.0
    number, shares = regular_shares(counts)
    likely0, likely1 = (with_mean(shares, score_of_elo(elo)) for elo in (elo0, elo1))
    return number * mean_log_ratio(shares, likely0, likely1)


def with_mean(shares: Sequence[float], mean: float) -> list[float]:
    """The maximum-likelihood distribution with this mean score, 0 < mean < 1."""
    return balanced(shares, [score - mean for score in scores(len(shares))])


def bayes_llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """The log-likelihood ratio of `elo1` to `elo0` in BayesElo; 0 without results.

    At strength e, A wins with 1 / (1 + x) and loses with 1 / (1 + y), where x = r / 10^(e / 400),
    y = r * 10^(e / 400). The share of draws is then (r^2 - 1) / ((1 + x) (1 + y)); its numerator
    is the same for both hypotheses. Raises MatchError for counts of pairs.
    """
    if not sum(counts):
        return 0.0
    (lost0, won0), (lost1, won1) = (bayes_odds(counts, elo) for elo in (elo0, elo1))
    losses, draws, wins = regular_games(counts)
    return (wins + draws) * math.log((1 + won0) / (1 + won1)) + (losses + draws) * math.log(
        (1 + lost0) / (1 + lost1)
    )


def bayes_odds(counts: Sequence[float], elo: float) -> tuple[float, float]:
    """The odds y against a loss and x against a win at a strength in BayesElo."""
    losses, draws, wins = regular_games(counts)
    middle = math.sqrt((wins + draws) / losses * (losses + draws) / wins)
    tilt = 10 ** (elo / 400)
    return middle * tilt, middle / tilt


def bayes_score(counts: Sequence[float], elo: float) -> float:
    """The expected score at a strength in BayesElo."""
    lost, won = bayes_odds(counts, elo)
    return (1 + 1 / (1 + won) - 1 / (1 + lost)) / 2


def regular_games(counts: Sequence[float]) -> tuple[float, float, float]:
    """Games lost, drawn and won, zeros replaced. Raises MatchError for counts of pairs."""
    if games_each(counts) != 1:
        raise MatchError(
            "model bayes does not support pairs: expected three counts: games won, drawn and lost"
        )
    losses, draws, wins = (count or NO_COUNT for count in counts)
    return losses, draws, wins


def normalized_score(counts: Sequence[float], nelo: float) -> float:
    """The expected score at a normalised Elo, for results with this spread."""
    _, shares = regular_shares(counts)
    _, deviation = moments(shares)
    return 0.5 + nelo / NELO_PER_DEVIATION * math.sqrt(games_each(counts)) * deviation


BAYES = EloModel(llr=bayes_llr, score=bayes_score, most=MOST_ELO)
MODELS = {
    NORMALIZED: EloModel(llr=nelo_llr, score=normalized_score, most=MOST_NELO),
    "logistic": EloModel(
        llr=logistic_llr, score=lambda _counts, elo: score_of_elo(elo), most=MOST_ELO
    ),
    "bayes": BAYES,
    "bayesian": BAYES,  # the name in fastchess
}
