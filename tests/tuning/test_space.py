"""The space: whatever point is asked for, its weights are in range and in order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from search.weights import BY_NAME, NEVER_LESS, Weights
from tuning.errors import TuningError
from tuning.space import GROUPS, space_around, start_of, weights_at

ALL = space_around(Weights(), GROUPS)


def test_pairs_of_the_order_are_of_one_group_and_stand_in_order() -> None:
    """What a pair raises no earlier pair looks at, so one pass puts all weights in order."""
    for place, (less, more) in enumerate(NEVER_LESS):
        assert BY_NAME[less].group == BY_NAME[more].group
        assert all(more not in (pair[0], pair[1]) or pair[1] == more for pair in NEVER_LESS[:place])


@given(st.lists(st.floats(-3.0, 4.0), min_size=len(ALL), max_size=len(ALL)), st.integers(0, 99))
def test_every_point_has_weights_in_range_and_in_order(where: list[float], seed: int) -> None:
    """Also far outside of the ranges, rounded either way: `Weights` checks the ranges itself."""
    point = {
        each.name: each.low + share * each.span for each, share in zip(ALL, where, strict=True)
    }
    for dice in (None, Random(seed)):
        weights = weights_at(Weights(), point, dice)
        assert all(weights[less] <= weights[more] for less, more in NEVER_LESS)


def test_start_is_the_base() -> None:
    """The hand-set weights are in order, so the middle of the space stands for themselves."""
    assert weights_at(Weights(), start_of(ALL)) == Weights()


def test_rounding_at_random_keeps_the_mean() -> None:
    """A weight of 1.25 is 1 in three games of four and 2 in the other."""
    base = Weights()
    drawn = [weights_at(base, {"open_one": 1.25}, Random(seed))["open_one"] for seed in range(2000)]
    assert set(drawn) == {1, 2}
    assert abs(sum(drawn) / len(drawn) - 1.25) < 0.05


def test_groups_without_anything_to_tune_are_refused() -> None:
    """An unknown group is named; captures where nothing is captured are nothing."""
    with pytest.raises(TuningError, match="'evalution'"):
        space_around(Weights(), ["evalution"])
    with pytest.raises(TuningError, match="nothing to tune"):
        space_around(Weights(), ["captures"], captures=False)
