"""Closed approximations of the log-likelihood ratios, to compare with the exact ones."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arena.strength.elo import games_each, moments, score_of_elo
from arena.strength.sprt import NELO_PER_DEVIATION, regular_shares

if TYPE_CHECKING:
    from collections.abc import Sequence


def closed_logistic_llr(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Approximate `logistic_llr` if results are normally distributed; wrong if one side
    wins all.
    """
    number, shares = regular_shares(counts)
    mean, deviation = moments(shares)
    score0, score1 = score_of_elo(elo0), score_of_elo(elo1)
    return number * (score1 - score0) * (2 * mean - score0 - score1) / (2 * deviation**2)


def closed_nelo_llr(counts: Sequence[float], nelo0: float, nelo1: float) -> float:
    """Approximate `arena.strength.sprt.nelo_llr`, with the same restriction."""
    number, shares = regular_shares(counts)
    mean, deviation = moments(shares)
    games = games_each(counts)
    seen = (mean - 0.5) / (math.sqrt(games) * deviation)
    off0, off1 = (seen - nelo / NELO_PER_DEVIATION for nelo in (nelo0, nelo1))
    return games * number / 2 * math.log((1 + off0**2) / (1 + off1**2))
