"""Elo and LOS from counts of games and of pairs."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strength.elo import (
    elo_of_counts,
    elo_of_score,
    estimate_elo,
    even_share,
    likelihood_of_superiority,
    pair_ratio,
    score_of_elo,
)
from arena.strength.score import Tally

COUNTS = st.integers(0, 2000)
RESULTS = st.lists(COUNTS, min_size=5, max_size=5) | st.lists(COUNTS, min_size=3, max_size=3)


def test_known_scores() -> None:
    """Half the points are no difference, ten of eleven are 400 Elo."""
    assert elo_of_score(0.5) == 0
    assert elo_of_score(10 / 11) == pytest.approx(400)
    assert elo_of_score(1) == math.inf
    assert elo_of_score(0) == -math.inf


def test_known_interval() -> None:
    """60 wins, 20 draws, 20 losses: 70 % with an error of 4.0 %, so 147 Elo, 86 to 218."""
    found = estimate_elo(Tally(wins=60, draws=20, losses=20))
    assert found is not None
    error = 1.959964 * math.sqrt((60 + 5) / 100 - 0.49) / 10
    assert found.elo == pytest.approx(147.19, abs=0.01)
    assert found.low == pytest.approx(elo_of_score(0.7 - error))
    assert found.high == pytest.approx(elo_of_score(0.7 + error))
    assert str(found) == "+147 Elo [+86, +218]"


@given(st.tuples(COUNTS, COUNTS, COUNTS).filter(any))
def test_estimate_turns_with_the_players(counts: tuple[int, int, int]) -> None:
    """Seen from the other player the estimate is the same with the other sign."""
    wins, draws, losses = counts
    found = estimate_elo(Tally(wins=wins, draws=draws, losses=losses))
    other = estimate_elo(Tally(wins=losses, draws=draws, losses=wins))
    assert found is not None
    assert other is not None
    assert found.elo == pytest.approx(-other.elo, abs=1e-6)
    assert found.low == pytest.approx(-other.high, abs=1e-6)
    assert found.low <= found.elo <= found.high


@given(st.integers(1, 50), st.integers(1, 50), st.integers(1, 50))
def test_more_games_are_surer(wins: int, draws: int, losses: int) -> None:
    """Ten times the games make the interval narrower."""
    few = estimate_elo(Tally(wins=wins, draws=draws, losses=losses))
    many = estimate_elo(Tally(wins=10 * wins, draws=10 * draws, losses=10 * losses))
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low


@pytest.mark.parametrize(("games", "low"), [(1, -636), (2, -290), (4, -72), (20, 277)])
def test_interval_of_equal_results_is_exact(games: int, low: float) -> None:
    """With wins only, the far end of the interval is the exact binomial one."""
    found = estimate_elo(Tally(wins=games))
    assert found is not None
    assert found.low == pytest.approx(low, abs=1)
    assert found.high == math.inf
    lost = estimate_elo(Tally(losses=games))
    assert lost is not None
    assert lost.high == pytest.approx(-low, abs=1)


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_one_scale(elo: float) -> None:
    """The score that a difference makes one expect is the score of that difference."""
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of_elo(elo) + score_of_elo(-elo) == pytest.approx(1)


@given(RESULTS.filter(any))
def test_counts_turn_with_the_players(counts: list[int]) -> None:
    """Seen from B, Elo has the other sign, and what is not likely for A is likely for B."""
    found, other = elo_of_counts(counts), elo_of_counts(counts[::-1])
    los, los_of_b = likelihood_of_superiority(counts), likelihood_of_superiority(counts[::-1])
    assert found is not None
    assert other is not None
    assert los is not None
    assert los_of_b is not None
    assert found.elo == pytest.approx(-other.elo, abs=1e-6)
    assert found.low == pytest.approx(-other.high, abs=1e-6)
    assert los + los_of_b == pytest.approx(1)
    assert (los > 0.5) == (found.elo > 0) or los == pytest.approx(0.5)


def test_pairs_take_out_what_the_openings_decide() -> None:
    """Where the side that moves first wins nine of ten games, pairs are surer than games."""
    pairs, games = elo_of_counts((5, 0, 90, 0, 5)), elo_of_counts((100, 0, 100))
    assert pairs is not None
    assert games is not None
    assert pairs.elo == games.elo == 0
    assert pairs.error == pytest.approx(21.6, abs=0.1)
    assert games.error == pytest.approx(48.5, abs=0.1)


@pytest.mark.parametrize(
    ("counts", "los"),
    [((0, 0, 0, 0, 1), 0.75), ((0, 0, 3), 0.9375), ((2, 0, 0), 0.125), ((0, 0, 9, 0, 0), 0.5)],
)
def test_equal_results_are_throws_of_a_coin(counts: tuple[int, ...], los: float) -> None:
    """With equal results LOS is that of a coin with a uniform prior: one win proves little."""
    assert likelihood_of_superiority(counts) == los


def test_all_even_pairs_are_no_difference() -> None:
    """Even pairs and nothing else: Elo 0, with an interval that gets narrower with their number."""
    few, many = elo_of_counts((0, 0, 5, 0, 0)), elo_of_counts((0, 0, 50, 0, 0))
    assert few is not None
    assert many is not None
    assert few.elo == many.elo == 0
    assert 0 < many.error < few.error < math.inf


def test_ratios_of_results() -> None:
    """Better results to worse ones; without worse ones nothing bounds it."""
    assert pair_ratio((1, 2, 9, 4, 5)) == 3
    assert pair_ratio((0, 5, 1)) == math.inf
    assert math.isnan(pair_ratio((0, 5, 0)))
    assert even_share((1, 2, 2)) == 0.4


def test_no_results_say_nothing() -> None:
    """Without results there is neither an estimate nor a likelihood."""
    assert elo_of_counts((0, 0, 0, 0, 0)) is None
    assert estimate_elo(Tally()) is None
    assert likelihood_of_superiority((0, 0, 0)) is None
