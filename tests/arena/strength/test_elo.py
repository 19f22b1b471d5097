"""Elo and LOS from counts of games and of pairs."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strength.elo import (
    EloEstimate,
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


def of_games(wins: int = 0, draws: int = 0, losses: int = 0) -> EloEstimate:
    """The estimate of these games, which must exist."""
    found = estimate_elo(Tally(wins=wins, draws=draws, losses=losses))
    assert found is not None
    return found


def of_counts(*counts: int) -> EloEstimate:
    """The estimate of these counts, which must exist."""
    found = elo_of_counts(counts)
    assert found is not None
    return found


@given(st.floats(-1000, 1000))
def test_elo_and_score_are_one_scale(elo: float) -> None:
    """Converting an Elo difference to a score and back returns it; ten of eleven points are 400."""
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of_elo(elo) + score_of_elo(-elo) == pytest.approx(1)
    known = [elo_of_score(score) for score in (0, 0.5, 10 / 11, 1)]
    assert known == pytest.approx([-math.inf, 0, 400, math.inf])


def test_known_interval() -> None:
    """With wins alone, the far end is the exact end of the binomial interval; with even pairs alone
    the interval shrinks with their number.
    """
    assert str(of_games(60, 20, 20)) == "+147 Elo [+86, +218]"
    assert 0 < of_counts(0, 0, 50, 0, 0).error < of_counts(0, 0, 5, 0, 0).error < math.inf
    for games, low in ((1, -636), (2, -290), (4, -72), (20, 277)):
        assert of_games(wins=games).low == pytest.approx(low, abs=1)
        assert of_games(wins=games).high == math.inf
        assert of_games(losses=games).high == pytest.approx(-low, abs=1)


@given(st.tuples(COUNTS, COUNTS, COUNTS).filter(any), RESULTS.filter(any))
def test_estimates_turn_with_the_players(games: tuple[int, int, int], counts: list[int]) -> None:
    """With the players swapped, Elo changes its sign and LOS becomes its complement."""
    for found, other in (
        (of_games(*games), of_games(*games[::-1])),
        (of_counts(*counts), of_counts(*counts[::-1])),
    ):
        assert found.elo == pytest.approx(-other.elo, abs=1e-6)
        assert found.low == pytest.approx(-other.high, abs=1e-6)
        assert found.low <= found.elo <= found.high
    los: Any = likelihood_of_superiority(counts)
    los_of_b: Any = likelihood_of_superiority(counts[::-1])
    assert los + los_of_b == pytest.approx(1)
    assert (los > 0.5) == (found.elo > 0) or los == pytest.approx(0.5)


def test_equal_results_and_none() -> None:
    """Without a deviation LOS is that of a coin with a uniform prior: one win proves nothing;
    without results there is neither an estimate nor a likelihood.
    """
    for counts, los in (
        *(((0, 0, 0, 0, 1), 0.75), ((0, 0, 3), 0.9375)),
        *(((2, 0, 0), 0.125), ((0, 0, 9, 0, 0), 0.5), ((0, 0, 0), None)),
    ):
        assert likelihood_of_superiority(counts) == los
    assert elo_of_counts((0, 0, 0, 0, 0)) is None
    assert estimate_elo(Tally()) is None
    ratios = [pair_ratio(counts) for counts in ((1, 2, 9, 4, 5), (0, 5, 1), (0, 5, 0))]
    assert ratios == pytest.approx([3, math.inf, math.nan], nan_ok=True)
    assert even_share((1, 2, 2)) == 0.4
