"""The space: any point gives weights in range and in order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.weights import Weights
from search.weights.five import FIVE_TUNABLES, own_selectivity
from search.weights.gipf import GIPF_TUNABLES
from search.weights.tunable import SELECTIVITY, Tunables
from tuning.errors import TuningError
from tuning.plan import Plan, check_plan
from tuning.space import GROUPS, space_around, start_of, weights_at

FAMILIES = pytest.mark.parametrize(
    "tunables", [FIVE_TUNABLES, GIPF_TUNABLES], ids=lambda each: each.family
)


@FAMILIES
@given(st.data(), st.integers(0, 99))
def test_every_point_has_weights_in_range_and_in_order(
    tunables: Tunables, data: st.DataObject, seed: int
) -> None:
    """A point far outside the ranges gives such weights too, however they are rounded.

    `Weights` checks the ranges itself.
    """
    base = Weights(tunables=tunables)
    shares = st.floats(-3.0, 4.0)
    point = {
        each.name: each.low + data.draw(shares) * each.span for each in space_around(base, GROUPS)
    }
    assert tunables.unit not in point
    for dice in (None, Random(seed)):
        weights = weights_at(base, point, dice)
        assert weights.tunables is tunables
        assert all(weights[less] <= weights[more] for less, more in tunables.never_less)


def test_a_number_that_is_not_given_begins_with_that_of_the_game() -> None:
    """No point lacks it again, and each can change by one at least."""
    for captures in (True, False):
        own = own_selectivity(captures=captures)
        space = space_around(Weights(), (SELECTIVITY,), captures=captures)
        assert start_of(space) == own
        lowest = weights_at(Weights(), {each.name: each.low for each in space}, Random(1))
        assert min(lowest[name] for name in own) >= 0
        assert all(each.span >= 2 for each in space)


@FAMILIES
def test_start_is_the_base(tunables: Tunables) -> None:
    """The hand-set weights are in order, so the middle of the space gives exactly these."""
    base = Weights(tunables=tunables)
    groups = [group for group in GROUPS if group != SELECTIVITY]
    assert weights_at(base, start_of(space_around(base, groups))) == base


def test_rounding_at_random_keeps_the_mean() -> None:
    """A weight of 1.25 is rounded to 1 in three games of four and to 2 in the fourth."""
    base = Weights()
    drawn = [weights_at(base, {"open_one": 1.25}, Random(seed))["open_one"] for seed in range(2000)]
    assert set(drawn) == {1, 2}
    assert abs(sum(drawn) / len(drawn) - 1.25) < 0.05


def test_groups_without_anything_to_tune_are_refused() -> None:
    """An unknown group is named; captures have no weights in a game without captures."""
    with pytest.raises(TuningError, match="'evalution'"):
        space_around(Weights(), ["evalution"])
    with pytest.raises(TuningError, match="nothing to tune"):
        space_around(Weights(), ["captures"], captures=False)


def test_without_captures_nothing_of_them_is_tuned() -> None:
    """Neither the worth of captures nor their part in the move order is tuned."""
    names = {each.name for each in space_around(Weights(), GROUPS, captures=False)}
    assert not [name for name in names if "capture" in name]
    assert {"own_open_three", "opponent_four"} <= names


def test_plan_with_a_clock_that_is_none_is_refused() -> None:
    """A bad clock is refused before the study begins."""
    with pytest.raises(TuningError, match="'foo' is no clock"):
        check_plan(Plan(game="pente", games=4, nodes=50, seed=1, clock="foo"))
