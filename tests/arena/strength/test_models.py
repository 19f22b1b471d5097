"""The log-likelihood ratio in each unit of strength, and the tests that are decided by it."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.strength.elo import moments, score_of_elo
from arena.strength.models import (
    MODELS,
    bayes_llr,
    bayes_odds,
    logistic_llr,
    with_mean,
)
from arena.strength.sprt import (
    ACCEPTED,
    NELO_PER_DEVIATION,
    UNDECIDED,
    decide,
    likeliest,
    thresholds,
)
from tests.arena.strength.closed_llr import closed_logistic_llr, closed_nelo_llr

if TYPE_CHECKING:
    from collections.abc import Sequence

COUNT = st.sampled_from((0, 1, 10, 1000, 10**8)) | st.integers(0, 300)
PAIRS = st.lists(COUNT, min_size=5, max_size=5)
GAMES = st.lists(COUNT, min_size=3, max_size=3)
BOUND = st.sampled_from((-200.0, 0.0, 200.0)) | st.floats(-200, 200)
PAIR_SHARES, GAME_SHARES = (0.1, 0.2, 0.4, 0.2, 0.1), (0.3, 0.4, 0.3)


@given(PAIRS | GAMES, BOUND, BOUND)
def test_logistic_llr_turns_with_the_players(counts: list[int], elo0: float, elo1: float) -> None:
    """Any counts and bounds have a finite LLR; seen from B, with its bounds, it is the same."""
    llr = logistic_llr(counts, elo0, elo1)
    other = logistic_llr(counts[::-1], -elo0, -elo1)
    assert math.isfinite(llr)
    assert llr == pytest.approx(other, rel=1e-6, abs=1e-4 + 1e-7 * sum(counts))
    assert llr == pytest.approx(-logistic_llr(counts, elo1, elo0))


@given(GAMES, BOUND, BOUND)
def test_bayes_llr_turns_with_the_players(counts: list[int], elo0: float, elo1: float) -> None:
    """The same for BayesElo."""
    llr = bayes_llr(counts, elo0, elo1)
    assert math.isfinite(llr)
    assert llr == pytest.approx(bayes_llr(counts[::-1], -elo0, -elo1), rel=1e-6, abs=1e-4)
    assert llr == pytest.approx(-bayes_llr(counts, elo1, elo0), rel=1e-6, abs=1e-4)


@given(GAMES.filter(all), BOUND)
def test_bayes_shares_are_a_distribution(counts: list[int], elo: float) -> None:
    """Wins, draws and losses add up, and the draws' share is the one that the ratio counts on."""
    lost, won = bayes_odds(counts, elo)
    draws = 1 - 1 / (1 + lost) - 1 / (1 + won)
    assert draws == pytest.approx((lost * won - 1) / ((1 + lost) * (1 + won)), abs=1e-12)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@given(counts=GAMES.filter(all), low=st.floats(-199, 198), gap=st.floats(0.1, 1))
def test_better_results_speak_for_the_higher_bound(
    model: str, counts: list[int], low: float, gap: float
) -> None:
    """A loss turned into a win raises the LLR; of BayesElo it moves the band of draws as well."""
    losses, draws, wins = counts
    before = MODELS[model].llr((losses + 1, draws, wins), low, low + gap)
    after = MODELS[model].llr((losses, draws, wins + 1), low, low + gap)
    assert after > before - 1e-7 * sum(counts)


@given(PAIRS.filter(any), st.floats(0.01, 0.99))
def test_likeliest_distribution_has_the_mean(counts: list[int], mean: float) -> None:
    """What a score makes of the counts is a distribution with that mean score."""
    regular = [count or 0.001 for count in counts]
    found = with_mean([count / sum(regular) for count in regular], mean)
    assert sum(found) == pytest.approx(1, abs=1e-6)
    assert moments(found)[0] == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize("counts", [(100, 300, 500, 320, 110), (900, 2000, 950)])
def test_closed_forms_are_near_where_results_are_even(counts: tuple[int, ...]) -> None:
    """For even matches and near bounds the closed forms are within 1 % of the ratio."""
    near = pytest.approx(logistic_llr(counts, 0, 5), rel=0.01)
    assert closed_logistic_llr(counts, 0, 5) == near
    near = pytest.approx(MODELS["normalized"].llr(counts, 0, 5), rel=0.01)
    assert closed_nelo_llr(counts, 0, 5) == near


def test_closed_forms_fail_where_one_side_wins_all() -> None:
    """Of 5550 pairs won and none lost the closed form sees next to nothing: never decide by it."""
    counts = (0, 0, 0, 0, 5550)
    assert closed_nelo_llr(counts, 0, 5) < 1
    assert MODELS["normalized"].llr(counts, 0, 5) > 100


def test_bayes_knows_no_pairs() -> None:
    """BayesElo is a model of single games: pairs raise MatchError."""
    with pytest.raises(MatchError, match="three counts"):
        bayes_llr((1, 2, 3, 4, 5), 0, 5)
    with pytest.raises(MatchError, match="three counts"):
        MODELS["bayes"].score((1, 2, 3, 4, 5), 0)


@pytest.mark.parametrize("model", MODELS)
def test_nothing_played_has_no_ratio(model: str) -> None:
    """Before the first game the LLR is 0."""
    assert MODELS[model].llr((0, 0, 0), 0, 5) == 0


@pytest.mark.parametrize("model", MODELS)
def test_no_strength_is_half_the_points(model: str) -> None:
    """Bound 0 is one half of the points where wins and losses are even, and bounds rise with it."""
    score = MODELS[model].score
    assert score((30, 40, 30), 0) == pytest.approx(0.5)
    assert score((30, 40, 30), -20) < 0.5 < score((30, 40, 30), 20) < 0.6


def results_at(model: str, elo: float) -> Sequence[float]:
    """A distribution of results that has exactly this strength."""
    if model == "normalized":
        return likeliest(PAIR_SHARES, elo * math.sqrt(2) / NELO_PER_DEVIATION)
    if model == "logistic":
        return with_mean(PAIR_SHARES, score_of_elo(elo))
    lost, won = bayes_odds(GAME_SHARES, elo)
    return 1 / (1 + lost), 1 - 1 / (1 + lost) - 1 / (1 + won), 1 / (1 + won)


@pytest.mark.parametrize(("elo", "wrong", "rate"), [(0, ACCEPTED, 0.05), (100, "rejected", 0.2)])
@pytest.mark.parametrize(
    ("model", "tests"), [("normalized", 100), ("logistic", 200), ("bayes", 1000)]
)
def test_errors_are_as_rare_as_promised(
    model: str, tests: int, elo: float, wrong: str, rate: float
) -> None:
    """Where a hypothesis holds exactly, it is rejected as often as its error rate says, or less."""
    dice, shares = Random(3), results_at(model, elo)
    lower, upper = thresholds(0.05, 0.2)
    errors = 0
    for _ in range(tests):
        counts, verdict = [0] * len(shares), UNDECIDED
        while verdict == UNDECIDED:
            for result in dice.choices(range(len(shares)), shares, k=8):
                counts[result] += 1
            llr = MODELS[model].llr(counts, 0, 100)
            verdict = decide(llr, sum(counts), lower, upper)
        errors += verdict == wrong
    luck = 2 * math.sqrt(rate * (1 - rate) / tests)
    assert 0.3 * rate - luck < errors / tests < rate + luck
