"""The log-likelihood ratio in each unit of strength, and the sequential tests that use it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.strength.elo import Elo, score_of_elo
from arena.strength.models import MODELS, bayes_llr
from arena.strength.sprt import (
    ACCEPTED,
    LEAST_PAIRS,
    REJECTED,
    UNDECIDED,
    NeloEstimate,
    Sprt,
    estimate_nelo,
    nelo_llr,
    parse_sprt,
    thresholds,
)
from arena.strength.unbiased import unbiased_elo
from tests.conditions import met, often
from tests.refusals import all_refused

COUNT = st.sampled_from((0, 1, 10, 1000, 10**8)) | st.integers(0, 300)
PAIRS = st.lists(COUNT, min_size=5, max_size=5)
GAMES = st.lists(COUNT, min_size=3, max_size=3)
BOUND = st.sampled_from((-200.0, 0.0, 200.0)) | st.floats(-200, 200)


@pytest.mark.parametrize("model", ["normalized", "logistic", "bayes"])
@given(pairs=PAIRS | GAMES, games=GAMES, low=BOUND, high=BOUND)
@settings(max_examples=30)
def test_llr_turns_with_the_players(
    model: str, pairs: list[int], games: list[int], low: float, high: float
) -> None:
    """The LLR is finite for any counts and bounds; swapping players and bounds changes its sign."""
    counts, ratio = games if model == "bayes" else pairs, MODELS[model].llr
    llr, slack = ratio(counts, low, high), 1e-4 + 1e-7 * sum(counts)
    assert math.isfinite(llr)
    assert llr == pytest.approx(ratio(counts[::-1], -low, -high), rel=1e-6, abs=slack)
    assert llr == pytest.approx(-ratio(counts, high, low), rel=1e-6, abs=1e-4)


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@given(counts=GAMES.filter(all), low=st.floats(-199, 198), gap=st.floats(0.1, 1))
@settings(max_examples=25)
def test_better_results_speak_for_the_higher_bound(
    model: str, counts: list[int], low: float, gap: float
) -> None:
    """Turning a loss into a win raises the LLR; in BayesElo the band of draws moves too."""
    losses, draws, wins = counts
    before = MODELS[model].llr((losses + 1, draws, wins), low, low + gap)
    after = MODELS[model].llr((losses, draws, wins + 1), low, low + gap)
    assert after > before - 1e-7 * sum(counts)


def test_every_model_knows_its_scale() -> None:
    """Before the first game the LLR is 0; bound 0 is half the points, scores rise with bounds;
    BayesElo models single games, so pairs are refused.
    """
    for model in MODELS.values():
        assert model.llr((0, 0, 0), 0, 5) == 0
        assert model.score((30, 40, 30), 0) == pytest.approx(0.5)
        assert model.score((30, 40, 30), -20) < 0.5 < model.score((30, 40, 30), 20) < 0.6
    for call in (lambda pairs: bayes_llr(pairs, 0, 5), lambda p: MODELS["bayes"].score(p, 0)):
        all_refused(call, MatchError, [((1, 2, 3, 4, 5), "three counts")])


def test_equal_results_have_an_estimate_and_a_finite_llr() -> None:
    """Even pairs have a difference of 0, equal ones of another kind an infinite one; the LLR of a
    million of them is finite and has the right sign.
    """
    for place, nelo in ((0, -math.inf), (2, 0.0), (4, math.inf)):
        estimate = estimate_nelo([8 * (at == place) for at in range(5)])
        assert estimate is not None
        assert estimate.nelo == nelo
        assert estimate.error == (math.inf if nelo else pytest.approx(170.24, abs=0.01))
        assert ("unknown" in str(estimate)) == bool(nelo)
    for place in range(5):
        for nelo1 in (10.0, 200.0):
            llr = nelo_llr([10**6 * (at == place) for at in range(5)], 0, nelo1)
            assert math.isfinite(llr)
            assert (llr > 0) == (place > 2)
    assert str(NeloEstimate(nelo=-0.04, error=1)) == "+0.0 ± 1.0 nElo"  # without a minus
    assert str(Elo(elo=-0.4, low=-0.3, high=-0.2)) == "+0 Elo [+0, +0]"


def test_verdicts() -> None:
    """The LLR's bounds follow from the error rates; few pairs decide nothing, however clear."""
    test, counts = Sprt(nelo0=0, nelo1=2), (10, 1072, 2768, 1327, 13)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert test.verdict(counts) == UNDECIDED
    test = Sprt(nelo0=0, nelo1=2, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((-2.251292, 2.890372), abs=1e-6)
    assert test.verdict(counts) == ACCEPTED
    test, nothing = Sprt(nelo0=0, nelo1=100), (0, 0, 0, 0, 0)
    assert (test.llr(nothing), test.verdict(nothing)) == (0.0, UNDECIDED)
    assert estimate_nelo(nothing) is None
    assert test.verdict((0, 0, 0, 0, LEAST_PAIRS - 1)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, LEAST_PAIRS)) == ACCEPTED
    assert test.verdict((LEAST_PAIRS, 0, 0, 0, 0)) == REJECTED


def test_bounds_are_read_or_refused() -> None:
    """Bounds are two numbers in order and in range, maybe negative and fractional."""
    assert parse_sprt("-1.75,0.25", 0.05, 0.1) == Sprt(nelo0=-1.75, nelo1=0.25, beta=0.1)
    texts = ("", "1", "0,x", "0,10,20", "10,0", "5,5", "0,900", "nan,1")
    all_refused(parse_sprt, MatchError, [(text, "SPRT bounds") for text in texts])
    rates: Any = [
        (("0,10 ", 0.6, 0.4), r"alpha 0\.6 and beta"),
        (("elo0=0 elo1=10 alpha=0", 0.05, 0.05), "alpha 0 and beta"),
    ]
    all_refused(lambda words: parse_sprt(*words), MatchError, rates)


ENDS = thresholds(0.05, 0.05)
SCORES = score_of_elo(0), score_of_elo(20)


@often(estimated=2)
@given(st.lists(st.integers(0, 300), min_size=5, max_size=5))
def test_estimate_turns_with_the_players(counts: list[int]) -> None:
    """Swapping players and bounds changes the estimate's sign."""
    estimate = unbiased_elo(counts, SCORES, ENDS)
    other = unbiased_elo(counts[::-1], (1 - SCORES[1], 1 - SCORES[0]), (-ENDS[1], -ENDS[0]))
    if estimate is None or other is None:
        assert estimate is other
        return
    met("estimated")
    assert estimate.elo == pytest.approx(-other.elo, rel=1e-4, abs=1e-3)
    assert estimate.low == pytest.approx(-other.high, rel=1e-4, abs=1e-3)


def test_what_no_test_ended_has_no_estimate() -> None:
    """There is no estimate for no results, equal results, or a match far beyond a verdict."""
    for counts in ((0, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 0, 0, 0, 9), (10, 50, 500, 400, 300)):
        assert unbiased_elo(counts, SCORES, ENDS) is None
        assert unbiased_elo(counts, (0.5, 0.5), ENDS) is None
