"""Elo of a match that an SPRT ended: how courses are ordered, and the unbiased estimate."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strength.elo import elo_of_counts, score_of_elo
from arena.strength.sprt import ACCEPTED, UNDECIDED, decide, thresholds
from arena.strength.unbiased import Course, unbiased_elo
from tests.arena.strength.closed_llr import closed_logistic_llr
from tests.conditions import met, often

ENDS = thresholds(0.05, 0.05)
SCORES = score_of_elo(0), score_of_elo(20)
DRIFT, SPREAD = st.floats(-500, 500), st.floats(0.01, 100)


def course(llr: float, lower: float = -2.0, upper: float = 3.0) -> Course:
    """A course between the two bounds of the test."""
    return Course(llr=llr, lower=lower, upper=upper)


@given(st.floats(-2, 3), DRIFT, SPREAD, st.floats(0, 20))
def test_courses_turn_with_the_players(
    llr: float, drift: float, spread: float, more: float
) -> None:
    """A worse course for A is a better one for B, so the shares of both sum to 1; the share of
    worse courses falls as the LLR's drift rises.
    """
    worse = course(llr).share_worse(drift, spread)
    better = course(-llr, -3.0, 2.0).share_worse(-drift, spread)
    assert worse + better == pytest.approx(1, abs=1e-6)
    assert -1e-6 < worse < 1 + 1e-6
    assert course(llr).share_worse(drift + more, spread) <= worse + 1e-9


@given(st.floats(-4, 4).filter(lambda pull: abs(pull) > 0.01))
def test_in_the_end_one_of_two_ends_is_reached(pull: float) -> None:
    """With unlimited time, the shares are those of the gambler's ruin."""
    low, high = (math.exp(-2 * pull * end) for end in (-2.0, 3.0))
    found = course(0.5).share_worse(pull * 100**2, 100)
    assert found == pytest.approx((1 - high) / (low - high), abs=1e-9)


@pytest.mark.parametrize("llr", [-2.0, 0.7, 3.0])
def test_walks_end_as_the_sums_say(llr: float) -> None:
    """Of 3000 random walks, the share of worse ones is the one that mirror images give.

    On average a walk ends 0.583 of a step's deviation beyond the bound (Siegmund).
    """
    dice, drift, spread, steps = Random(5), 0.01, 0.2, 40
    beyond = 0.583 * spread
    worse = 0
    for _ in range(3000):
        place = 0.0
        for _ in range(steps):
            place += dice.gauss(drift, spread)
            if not -2 < place < 3:
                break
        worse += place < 3 and place <= llr
    strip = {"lower": -2 - beyond, "upper": 3 + beyond}
    seen = strip["lower"] if llr == -2 else strip["upper"] if llr == 3 else llr
    found = course(seen, **strip).share_worse(steps * drift, math.sqrt(steps) * spread)
    assert worse / 3000 == pytest.approx(found, abs=0.02)


def test_stopping_is_taken_back() -> None:
    """After a verdict, the estimate lies between the plain one and the middle of the bounds."""
    accepted, rejected = (60, 130, 250, 151, 87), (65, 145, 250, 150, 65)
    for counts, sign in ((accepted, 1), (rejected, -1)):
        plain, found = elo_of_counts(counts), unbiased_elo(counts, SCORES, ENDS)
        assert plain is not None
        assert found is not None
        assert 0 < sign * (plain.elo - found.elo) < plain.error
        assert found.low < found.elo < found.high


@often(estimated=2)
@given(st.lists(st.integers(0, 300), min_size=5, max_size=5))
def test_estimate_turns_with_the_players(counts: list[int]) -> None:
    """Swapping players and bounds changes the estimate's sign."""
    found = unbiased_elo(counts, SCORES, ENDS)
    other = unbiased_elo(counts[::-1], (1 - SCORES[1], 1 - SCORES[0]), (-ENDS[1], -ENDS[0]))
    if found is None or other is None:
        assert found is other
        return
    met("estimated")
    assert found.elo == pytest.approx(-other.elo, rel=1e-4, abs=1e-3)
    assert found.low == pytest.approx(-other.high, rel=1e-4, abs=1e-3)


def test_what_no_test_ended_has_no_estimate() -> None:
    """There is no estimate for no results, equal results, or a match far beyond a verdict."""
    for counts in ((0, 0, 0, 0, 0), (0, 0, 9, 0, 0), (0, 0, 0, 0, 9), (10, 50, 500, 400, 300)):
        assert unbiased_elo(counts, SCORES, ENDS) is None
        assert unbiased_elo(counts, (0.5, 0.5), ENDS) is None


def test_half_of_the_estimates_are_too_high() -> None:
    """Over many tests the median of the estimates is the true Elo, and 95 % of the intervals hold
    it.
    """
    elo = 30.0
    dice, win = Random(11), score_of_elo(elo)
    scores = score_of_elo(0), score_of_elo(30)
    high = held = 0
    for _ in range(60):
        counts, verdict = [0, 0, 0], UNDECIDED
        while verdict == UNDECIDED:
            wins = sum(dice.random() < win for _ in range(20))
            counts = [counts[0] + 20 - wins, 0, counts[2] + wins]
            verdict = decide(closed_logistic_llr(counts, 0, 30), sum(counts), *ENDS)
        found = unbiased_elo(counts, scores, ENDS)
        assert found is not None
        assert (found.elo > 15) == (verdict == ACCEPTED)
        high += found.elo > elo
        held += found.low < elo < found.high
    assert high == pytest.approx(30, abs=11)
    assert held >= 53
