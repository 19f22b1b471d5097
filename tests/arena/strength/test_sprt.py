"""Normalised Elo and its sequential test."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.strength.elo import EloEstimate, games_each, moments
from arena.strength.sprt import (
    ACCEPTED,
    LEAST_PAIRS,
    MOST_NELO,
    NELO_PER_DEVIATION,
    REJECTED,
    UNDECIDED,
    NeloEstimate,
    Sprt,
    estimate_nelo,
    likeliest,
    nelo_llr,
    parse_sprt,
    zero_of,
)

COUNT = st.sampled_from((0, 1, 10, 1000, 10**8)) | st.integers(0, 300)
COUNTS = st.lists(COUNT, min_size=5, max_size=5) | st.lists(COUNT, min_size=3, max_size=3)
BOUND = st.sampled_from((-MOST_NELO, 0.0, MOST_NELO)) | st.floats(-MOST_NELO, MOST_NELO)


@pytest.mark.parametrize(("place", "nelo"), [(0, -math.inf), (2, 0.0), (4, math.inf)])
def test_results_that_are_all_alike_have_no_deviation(place: int, nelo: float) -> None:
    """Eight even pairs have a difference of 0, eight equal ones of another kind an infinite one."""
    counts = [0] * 5
    counts[place] = 8
    found = estimate_nelo(counts)
    assert found is not None
    assert found.nelo == nelo
    assert found.error == (math.inf if nelo else pytest.approx(170.24, abs=0.01))
    assert str(found) == ("nElo unknown: all results are equal" if nelo else "+0.0 ± 170.2 nElo")


def test_figures_near_zero_have_no_minus() -> None:
    """A figure that is rounded to 0 has the sign of 0."""
    assert str(NeloEstimate(nelo=-0.04, error=1)) == "+0.0 ± 1.0 nElo"
    assert str(EloEstimate(elo=-0.4, low=-0.3, high=-0.2)) == "+0 Elo [+0, +0]"


def test_nothing_played_says_nothing() -> None:
    """Without results there is no estimate, no ratio and no verdict."""
    nothing = (0, 0, 0, 0, 0)
    test = Sprt(nelo0=0, nelo1=10)
    assert estimate_nelo(nothing) is None
    assert (test.llr(nothing), test.verdict(nothing)) == (0.0, UNDECIDED)


@given(COUNTS, BOUND, BOUND)
def test_llr_turns_with_the_players(counts: list[int], nelo0: float, nelo1: float) -> None:
    """The LLR is finite for any counts and bounds; swapping players and bounds changes its sign."""
    llr = nelo_llr(counts, nelo0, nelo1)
    other = nelo_llr(counts[::-1], -nelo0, -nelo1)
    assert math.isfinite(llr)
    assert llr == pytest.approx(other, rel=1e-6, abs=1e-4 + 1e-7 * sum(counts))
    assert llr == pytest.approx(-nelo_llr(counts, nelo1, nelo0))


@given(COUNTS.filter(any), BOUND)
def test_likeliest_distribution_has_the_strength(counts: list[int], nelo: float) -> None:
    """The most likely distribution for a hypothesis has exactly that strength."""
    regular = [count or 0.001 for count in counts]
    shares = [count / sum(regular) for count in regular]
    strength = nelo * math.sqrt(games_each(counts)) / NELO_PER_DEVIATION
    found = likeliest(shares, strength)
    mean, deviation = moments(found)
    assert sum(found) == pytest.approx(1, abs=1e-6)
    assert mean - 0.5 == pytest.approx(strength * deviation, abs=2e-3)


def test_bounds_of_the_test() -> None:
    """The LLR's bounds follow from the two error rates."""
    test = Sprt(nelo0=0, nelo1=2)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    test = Sprt(nelo0=0, nelo1=2, alpha=0.05, beta=0.1)
    assert (test.lower, test.upper) == pytest.approx((-2.251292, 2.890372), abs=1e-6)
    assert test.verdict((10, 1072, 2768, 1327, 13)) == ACCEPTED
    assert Sprt(nelo0=0, nelo1=2).verdict((10, 1072, 2768, 1327, 13)) == UNDECIDED


def test_few_pairs_decide_nothing() -> None:
    """Below the least number of pairs there is no verdict, however clear the results are."""
    test = Sprt(nelo0=0, nelo1=100)
    assert test.verdict((0, 0, 0, 0, LEAST_PAIRS - 1)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, LEAST_PAIRS)) == ACCEPTED
    assert test.verdict((LEAST_PAIRS, 0, 0, 0, 0)) == REJECTED


@pytest.mark.parametrize("nelo1", [10.0, 200.0])
@pytest.mark.parametrize("place", range(5))
def test_equal_results_have_a_finite_llr(place: int, nelo1: float) -> None:
    """A million pairs with one result have a finite LLR with the right sign."""
    counts = [0] * 5
    counts[place] = 10**6
    llr = nelo_llr(counts, 0, nelo1)
    assert math.isfinite(llr)
    assert (llr > 0) == (place > 2)


@pytest.mark.parametrize(("win", "right"), [(0.5, REJECTED), (0.66, ACCEPTED)])
def test_test_is_right_as_often_as_it_promises(win: float, right: str) -> None:
    """Of forty tests of games won with this probability, at most four are decided wrongly."""
    dice = Random(7)
    test = Sprt(nelo0=0, nelo1=110)  # a share of 0.66 is 117
    verdicts = []
    for _ in range(40):
        counts = [0] * 5
        while test.verdict(counts) == UNDECIDED:
            for _ in range(4):
                counts[2 * ((dice.random() < win) + (dice.random() < win))] += 1
        verdicts.append(test.verdict(counts))
    assert verdicts.count(right) >= 36


@pytest.mark.parametrize("text", ["", "1", "0,x", "0,10,20", "10,0", "5,5", "0,900", "nan,1"])
def test_what_is_no_test_is_refused(text: str) -> None:
    """Bounds that are not two numbers in order and in range are refused with a message."""
    with pytest.raises(MatchError, match="SPRT bounds"):
        parse_sprt(text)
    with pytest.raises(MatchError, match=r"alpha 0\.6 and beta"):
        parse_sprt("0,10 ", alpha=0.6, beta=0.4)
    with pytest.raises(MatchError, match="alpha 0 and beta"):
        parse_sprt("elo0=0 elo1=10 alpha=0", 0.05, 0.05)


def test_bounds_are_read() -> None:
    """Bounds may be negative and fractional."""
    assert parse_sprt("-1.75,0.25", 0.05, 0.1) == Sprt(nelo0=-1.75, nelo1=0.25, beta=0.1)


def test_where_a_falling_function_is_zero() -> None:
    """The zero of a falling function is found to float precision; without one, the nearer end."""
    assert zero_of(lambda x: 8 - x**3, -10, 10) == pytest.approx(2, abs=1e-14)
    assert zero_of(lambda _: 1, -1, 3) == pytest.approx(3, abs=1e-14)
    assert zero_of(lambda _: -1, -1, 3) == pytest.approx(-1, abs=1e-14)
