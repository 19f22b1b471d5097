"""Elo from counts of games."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.score import Tally
from arena.statistics import elo_of_score, estimate_elo

COUNTS = st.integers(0, 2000)


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


@given(COUNTS, COUNTS, COUNTS)
def test_estimate_turns_with_the_players(wins: int, draws: int, losses: int) -> None:
    """Seen from the other player the estimate is the same with the other sign."""
    found = estimate_elo(Tally(wins=wins, draws=draws, losses=losses))
    other = estimate_elo(Tally(wins=losses, draws=draws, losses=wins))
    if found is None or other is None:
        assert wins + draws + losses == 0
        return
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
    assert many.high - many.low < few.high - few.low or few.high == few.low


@pytest.mark.parametrize(("games", "low"), [(1, -636), (2, -290), (4, -72), (20, 277)])
def test_interval_of_equal_results_is_exact(games: int, low: float) -> None:
    """So many wins and nothing else: the far end is the binomial's own, not a guess."""
    found = estimate_elo(Tally(wins=games))
    assert found is not None
    assert found.low == pytest.approx(low, abs=1)
    assert found.high == math.inf
    lost = estimate_elo(Tally(losses=games))
    assert lost is not None
    assert lost.high == pytest.approx(-low, abs=1)
