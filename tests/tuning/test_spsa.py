"""SPSA: which points it tries, and that only the results, in order, decide its course."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conditions import met, often
from tuning.space import Parameter, start_of
from tuning.spsa import Gains, Spsa

SPACE = [Parameter(name="a", low=0, high=10), Parameter(name="b", low=-5, high=5)]
GAINS = Gains(pairs=70, step_pairs=8, lag=1)


def course(scores: list[float]) -> Spsa:
    """A course after these results."""
    spsa = Spsa(SPACE, GAINS, seed=3)
    for score in scores:
        spsa.learn(score)
    return spsa


@often(inside=70)
@given(st.lists(st.floats(0, 1), max_size=8))
def test_what_is_asked_lies_in_the_space_around_theta(scores: list[float]) -> None:
    """Plus and minus are mirror images about theta, except at the ends of the ranges."""
    spsa = course(scores)
    step = len(scores)
    plus, minus = spsa.ask(step)
    theta = spsa.course[spsa.needs(step)]
    reach = GAINS.spread(step)
    for each in SPACE:
        for point in (plus, minus):
            assert each.low <= point[each.name] <= each.high
            shift = abs(point[each.name] - theta[each.name])
            inside = each.low < point[each.name] < each.high
            assert shift <= reach * each.span + 1e-9
            if inside:
                met("inside")
                assert shift == pytest.approx(reach * each.span)


def test_step_is_asked_at_the_theta_before_its_lag() -> None:
    """With a lag of one, step 3 does not use the result of step 2, so two can run at once."""
    known, later = course([0.9, 0.1]), course([0.9, 0.1, 1.0])
    assert known.ask(3) == later.ask(3)
    with pytest.raises(IndexError):
        known.ask(4)


def test_theta_follows_the_winner() -> None:
    """A win of plus moves theta towards plus, a loss away from it, a tie not at all."""
    start, plus = start_of(SPACE), course([]).ask(0)[0]
    for score, way in ((1.0, 1), (0.0, -1), (0.5, 0)):
        theta = course([score]).theta
        for each in SPACE:
            moved = theta[each.name] - start[each.name]
            towards = plus[each.name] - start[each.name]
            assert (moved * towards > 0) - (moved * towards < 0) == way
