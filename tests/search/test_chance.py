"""The winning chance: the unit in which people read scores."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.registry import GAMES, family_named
from games.five.rules import rules_named
from games.rules import FIVE_FAMILY
from search.chance import SCALE, winning_chance, words_of_score
from search.score import EVALUATION_LIMIT, MAX_TURNS, lost_in, win_in
from tools.fit.win_chances import fitted, recorded

ESTIMATES = st.integers(-EVALUATION_LIMIT, EVALUATION_LIMIT)
RULES = [family_named(game).rules for game in GAMES]


@given(ESTIMATES, st.sampled_from(RULES))
def test_chances_of_both_sides_add_up_to_one(score: int, rules: object) -> None:
    """What one side wins the other loses."""
    total = winning_chance(score, rules) + winning_chance(-score, rules)  # type: ignore[arg-type]
    assert total == pytest.approx(1.0)


@given(ESTIMATES, ESTIMATES, st.sampled_from(RULES))
def test_better_score_is_no_smaller_chance(one: int, other: int, rules: object) -> None:
    """The chance grows with the score."""
    low, high = sorted((one, other))
    assert winning_chance(low, rules) <= winning_chance(high, rules)  # type: ignore[arg-type]


@pytest.mark.parametrize("turns", [0, 1, 7, MAX_TURNS])
def test_proven_end_is_certain(turns: int) -> None:
    """A proven win is one, a proven loss nought, an even score one half."""
    rules = rules_named("pente")
    assert winning_chance(win_in(turns), rules) == 1.0
    assert winning_chance(lost_in(turns), rules) == 0.0
    assert winning_chance(0, rules) == 0.5


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "50 % for White"),
        (730, "62 % for White"),
        (-730, "38 % for White"),
        (900_000, "99 % for White"),
        (-900_000, "1 % for White"),
        (win_in(5), "win in 3 for White"),
        (lost_in(4), "loss in 2 for White"),
    ],
)
def test_words_of_a_score(score: int, words: str) -> None:
    """People read a percentage that is never certain, or the moves to a proven end."""
    assert words_of_score(score, rules_named("pente"), "white") == words


def test_scale_fits_the_recorded_games() -> None:
    """The scale of the five-in-a-row family is what the fit finds in data/results, rounded."""
    assert fitted(list(recorded())) == pytest.approx(SCALE[FIVE_FAMILY], rel=0.05)
