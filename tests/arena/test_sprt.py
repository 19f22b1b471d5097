"""Normalised Elo and the sequential test, against what other programs say of the same counts."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.sprt import (
    ACCEPTED,
    LEAST_PAIRS,
    MOST_NELO,
    NELO_PER_DEVIATION,
    REJECTED,
    UNDECIDED,
    Sprt,
    estimate_nelo,
    games_each,
    likeliest,
    moments,
    nelo_llr,
    parse_sprt,
)

COUNT = st.sampled_from((0, 1, 10, 1000, 10**8)) | st.integers(0, 300)
COUNTS = st.lists(COUNT, min_size=5, max_size=5) | st.lists(COUNT, min_size=3, max_size=3)
BOUND = st.sampled_from((-MOST_NELO, 0.0, MOST_NELO)) | st.floats(-MOST_NELO, MOST_NELO)


@pytest.mark.parametrize(
    ("counts", "nelo0", "nelo1", "llr", "tolerance"),
    [  # pairs LL, LD, DD+WL, DW, WW, or games lost, drawn, won
        ((13, 37, 50, 25, 3), 0, 4, -0.54912, 1e-5),
        ((365, 16618, 36229, 16974, 390), 0, 2, 2.25, 0.01),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01, 0.01),
        ((0, 0, 0, 0, 5550), 0, 5, 111.80, 0.05),
        ((36027, 68692, 36433), 0, 2, 0.92, 0.01),
        ((39, 2226, 31451, 2412, 40), 0.764, 3.439, 2.16294, 1e-5),
        ((379, 10170, 21828, 10640, 343), 0, 2, 2.9455, 1e-4),
        ((10, 1072, 2768, 1327, 13), 0, 2, 2.8945, 1e-4),
        ((20, 0, 60, 0, 30), 0, 10, 0.5131, 1e-4),
        ((0, 0, 10, 0, 10), 0, 20, 1.0931, 1e-4),
        ((0, 0, 50, 0, 0), 0, 20, -0.3243, 1e-4),
    ],
)
def test_known_llr(
    counts: tuple[int, ...], nelo0: float, nelo1: float, llr: float, tolerance: float
) -> None:
    """The LLR is what Fishtest, fastchess and OpenBench say of the same counts."""
    assert nelo_llr(counts, nelo0, nelo1) == pytest.approx(llr, abs=tolerance)


@pytest.mark.parametrize(
    ("counts", "nelo", "error"),
    [
        ((34, 54, 63, 64, 75), 57.94, 28.28),
        ((332, 433, 498, 333, 334), -9.17, 10.96),
        ((7895, 8757, 5685, 568, 9999), -19.01, 2.65),
        ((89, 123, 76), -20.76, 40.13),
        ((96, 111, 136), 49.77, 36.77),
        ((356, 0, 34), -508.44, 34.48),
        ((20, 3679, 8676, 3645, 10), -1.21, 3.80),
        ((200, 4860, 10023, 4742, 175), -2.77, 3.40),
        ((379, 10170, 21828, 10640, 343), 3.05, 2.31),
        ((13, 37, 50, 25, 3), -63.97, 42.56),
        ((0, 0, 8, 0, 0), 0.0, 170.24),
        ((0, 0, 0, 0, 8), math.inf, 170.24),
        ((8, 0, 0, 0, 0), -math.inf, 170.24),
    ],
)
def test_known_nelo(counts: tuple[int, ...], nelo: float, error: float) -> None:
    """Normalised Elo and its error are what fastchess and Fishtest print of the same counts."""
    found = estimate_nelo(counts)
    assert found is not None
    assert found.nelo == pytest.approx(nelo, abs=0.01)
    assert found.error == pytest.approx(error, abs=0.01)


def test_nothing_played_says_nothing() -> None:
    """Without results there is no estimate, no ratio and no verdict."""
    nothing = (0, 0, 0, 0, 0)
    test = Sprt(nelo0=0, nelo1=10)
    assert estimate_nelo(nothing) is None
    assert (test.llr(nothing), test.verdict(nothing)) == (0.0, UNDECIDED)


@given(COUNTS, BOUND, BOUND)
def test_llr_turns_with_the_players(counts: list[int], nelo0: float, nelo1: float) -> None:
    """Any counts and bounds have a finite LLR; seen from B, with its bounds, it is the same."""
    llr = nelo_llr(counts, nelo0, nelo1)
    other = nelo_llr(counts[::-1], -nelo0, -nelo1)
    assert math.isfinite(llr)
    assert llr == pytest.approx(other, rel=1e-6, abs=1e-4 + 1e-7 * sum(counts))
    assert llr == pytest.approx(-nelo_llr(counts, nelo1, nelo0))


@given(COUNTS.filter(any), BOUND)
def test_likeliest_distribution_has_the_strength(counts: list[int], nelo: float) -> None:
    """What a hypothesis makes of the counts is a distribution, and as strong as it says."""
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
def test_equal_results_come_back(place: int, nelo1: float) -> None:
    """A million pairs that all ended alike have a finite LLR of the sign that they should."""
    counts = [0] * 5
    counts[place] = 10**6
    llr = nelo_llr(counts, 0, nelo1)
    assert math.isfinite(llr)
    assert (llr > 0) == (place > 2)


@pytest.mark.parametrize(("win", "right"), [(0.5, REJECTED), (0.66, ACCEPTED)])
def test_test_is_right_as_often_as_it_promises(win: float, right: str) -> None:
    """Of forty tests of games won with this probability, four at the most are decided wrongly."""
    dice = Random(7)
    test = Sprt(nelo0=0, nelo1=110)  # a share of 0.66 is 117
    verdicts = []
    for _ in range(40):
        counts = [0] * 5
        while test.verdict(counts) == UNDECIDED:
            counts[2 * ((dice.random() < win) + (dice.random() < win))] += 1
        verdicts.append(test.verdict(counts))
    assert verdicts.count(right) >= 36


@pytest.mark.parametrize("text", ["", "1", "0,x", "0,10,20", "10,0", "5,5", "0,900", "nan,1"])
def test_what_is_no_test_is_refused(text: str) -> None:
    """Bounds that are not two numbers in order and in range are refused in words."""
    with pytest.raises(MatchError, match="SPRT bounds"):
        parse_sprt(text)
    with pytest.raises(MatchError, match="alpha 0 and beta"):
        parse_sprt("0,10", alpha=0)


def test_bounds_are_read() -> None:
    """Bounds may be negative and broken."""
    assert parse_sprt("-1.75,0.25", 0.05, 0.1) == Sprt(nelo0=-1.75, nelo1=0.25, beta=0.1)
