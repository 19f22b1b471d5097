"""The clock plan: the time lasts for the whole game and is never exceeded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.clock import (
    FEWEST_LEFT,
    FLOOR_PER_SPENT,
    LEAST_SEARCH_S,
    MOST_UNSEEN_S,
    NORMAL,
    OVERHEAD_S,
    PANIC,
    PYTHON_ANSWERS,
    SHIPPED_SHARES,
    SHORT,
    STORED,
    Budget,
    may_search,
    moves_left,
    plan,
    unseen_seconds,
    weight,
)
from search.weights import Weights
from search.weights.file import load_weights, weights_path
from tests.conditions import met, often

clocks = st.floats(0.001, 1000.0)
own_moves = st.integers(1, 180)
costs = st.floats(0.005, 0.2)


def planned(seconds_left: float, **known: float | None) -> Budget:
    """The plan with the built-in shares."""
    weights = Weights()
    return plan(
        seconds_left,
        share_percent=weights["share_percent"],
        limit_percent=weights["limit_percent"],
        **known,  # type: ignore[arg-type]  # the moves and points of the callers are integers
    )


@often(searched=9, not_searched=8)
@given(clocks, own_moves, st.integers(1, 361), costs, st.floats(0, 0.1))
def test_clock_plan_stays_within_a_quarter(
    left_s: float, own_move: int, empty_points: int, spent_s: float, unseen_s: float
) -> None:
    """Target and maximum, plus what is spent already, stay within a quarter of the clock."""
    budget = planned(
        left_s, own_move=own_move, empty_points=empty_points, spent_s=spent_s, unseen_s=unseen_s
    )
    assert 0 <= budget.target_s <= budget.maximum_s
    if budget.maximum_s:
        met("searched")
        assert budget.maximum_s + spent_s + unseen_s <= left_s / 4
    if budget.mode in (PANIC, STORED):
        met("not_searched")
        assert budget.target_s == 0


@often(searched=9, ruled_out=9)
@given(clocks, own_moves, st.integers(1, 361), costs, st.tuples(st.floats(0, 0.1), costs))
def test_clock_never_rules_out_a_search_that_the_expected_floor_allows(
    left_s: float, own_move: int, empty_points: int, spent_s: float, known: tuple[float, float]
) -> None:
    """At FLOOR_PER_SPENT or more, a plan that knows the ledger and the calibration allows a search
    only where `may_search` said so.
    """
    share_percent, limit_percent = SHIPPED_SHARES
    likely = may_search(left_s, own_move=own_move, empty_points=empty_points, spent_s=spent_s)
    budget = plan(
        left_s,
        own_move=own_move,
        empty_points=empty_points,
        spent_s=FLOOR_PER_SPENT * spent_s,
        unseen_s=known[0],
        overhead_s=known[1],
        share_percent=share_percent,
        limit_percent=limit_percent,
    )
    if budget.target_s >= LEAST_SEARCH_S:
        met("searched")
        assert likely
    if not likely:
        met("ruled_out")


def test_clock_shares_that_are_assumed_are_those_of_pente() -> None:
    """`may_search` assumes the shares that Pente's weights have."""
    weights = load_weights(weights_path("pente"))
    assert (weights["share_percent"], weights["limit_percent"]) == SHIPPED_SHARES


@given(
    st.sampled_from(((40, 25, 25), (60, 27, 27), (200, 32, 32), (1_000, 60, 41), (5_000, 100, 50))),
    st.sampled_from((None, PYTHON_ANSWERS)),
    st.integers(1, 40),
    st.floats(0.008, 0.035),
    st.sampled_from(("target_s", "maximum_s")),
)
def test_clock_plan_lets_a_long_game_end(
    bounds: tuple[int, int, int], late: int | None, first_move: int, cost_s: float, spent: str
) -> None:
    """A player who always spends the full plan can still answer many own moves.

    From a clock that pays 40 moves without a search: at least 25; from 60: 27; from 200: 32; from
    1,000: 60; from 5,000: 100. Without a kernel the last two are 41 and 50.
    """
    moves_worth, more_moves, more_in_python = bounds
    left_s = moves_worth * cost_s
    for own_move in range(first_move, first_move + (more_in_python if late else more_moves)):
        budget = planned(
            left_s,
            own_move=own_move,
            empty_points=363 - 2 * own_move,
            spent_s=cost_s,
            late_answers=late,
        )
        left_s -= cost_s + getattr(budget, spent)
        assert left_s > 0


def test_clock_modes_follow_the_overheads_left() -> None:
    """As the time falls, the modes are NORMAL, SHORT, STORED, PANIC."""
    seconds = [100.0, 51 * OVERHEAD_S, 49 * OVERHEAD_S, 6 * OVERHEAD_S, 4 * OVERHEAD_S, 0.05]
    modes = [
        planned(left_s, own_move=10, empty_points=340, spent_s=0.012).mode for left_s in seconds
    ]
    assert modes == [NORMAL, NORMAL, SHORT, SHORT, STORED, PANIC]


@given(own_moves, st.floats(5.0, 400.0))
def test_clock_more_time_never_means_less_search(own_move: int, left_s: float) -> None:
    """In normal mode a fuller clock never lowers the target."""
    less = planned(left_s, own_move=own_move, empty_points=300, spent_s=0.012)
    more = planned(1.1 * left_s, own_move=own_move, empty_points=300, spent_s=0.012)
    assert less.target_s <= more.target_s + 1e-9


def test_clock_first_two_moves_get_little() -> None:
    """The opening moves get less than a move of the middle game; some moves are always left.

    A clock line of a billion seconds does not lead to a search of an hour.
    """
    assert weight(1) == weight(2) < weight(20) < weight(8)
    assert min(map(moves_left, range(1, 181))) == FEWEST_LEFT
    assert planned(1e9, own_move=8, empty_points=340, spent_s=0.012).maximum_s <= 120.0


def ledger_of(charges: list[float]) -> tuple[tuple[int, float, float], ...]:
    """The ledger of a game that spends a second a move and is charged this much more."""
    entries, left_s = [], 10_000.0
    for move, charge in enumerate([*charges, 0.0], 1):
        entries.append((move, left_s, 1.0))
        left_s -= 1.0 + charge
    return tuple(entries)


def test_clock_ledger_tells_what_the_harness_adds() -> None:
    """Only consecutive moves tell the unseen charge; a charge below the measured CPU is 0.

    The first charge is believed up to a bound.
    """
    ledger = ((3, 100.0, 5.0), (4, 94.98, 1.0), (9, 50.0, 0.1), (10, 49.99, 1.0))
    assert abs(unseen_seconds(ledger[:2]) - 0.02) < 1e-9
    assert unseen_seconds(ledger[1:3]) == 0.0
    assert unseen_seconds(ledger[2:]) == 0.0
    assert unseen_seconds(()) == 0.0
    for charge_s in (0.5, MOST_UNSEEN_S, 1_000.0):
        expected_s = min(charge_s, MOST_UNSEEN_S)
        assert unseen_seconds(ledger_of([charge_s])) == pytest.approx(expected_s)


@often(all_dearer=6, some_cheaper=10)
@given(st.integers(2, 40), st.floats(0, MOST_UNSEEN_S), st.data())
def test_clock_a_quarter_of_outliers_changes_nothing(
    moves: int, charge_s: float, data: st.DataObject
) -> None:
    """A quarter of outliers never raises the known charge, and dearer ones leave it exact."""
    charges = [charge_s] * moves
    outliers = data.draw(st.integers(1, -(-(moves - 1) // 4)))
    for place in data.draw(st.permutations(range(moves)))[:outliers]:
        charges[place] = data.draw(st.floats(0, 100.0))
    dearer = sum(charge > charge_s for charge in charges)
    found = unseen_seconds(ledger_of(charges))
    assert found <= charge_s + 1e-6
    met("all_dearer" if dearer == outliers else "some_cheaper")
    if dearer == outliers:
        assert abs(found - charge_s) < 1e-6


def test_clock_plan_reserves_an_expensive_harness() -> None:
    """The plan reserves what the harness adds to each of the remaining moves."""
    cheap = planned(20.0, own_move=8, empty_points=340, spent_s=0.012)
    dear = planned(20.0, own_move=8, empty_points=340, spent_s=0.012, unseen_s=0.3)
    assert dear.target_s < cheap.target_s
    assert planned(0.8, own_move=8, empty_points=340, spent_s=0.012, unseen_s=0.3).mode == PANIC
