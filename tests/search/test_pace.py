"""The pace of a search: how much of an aim it uses, and when it may stop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.rules import PRESETS
from search.engine import Engine
from search.limits import Limits
from search.pace import Pace, Stopwatch
from search.result import ENOUGH, TIME, Line
from search.score import WIN
from search.weights import Weights
from tests.strategies import random_position

PENTE = PRESETS["pente"]
WEIGHTS = Weights()
A_DAY_S = 86_400.0

lines = st.builds(Line, st.integers(-5000, 5000), st.tuples(st.integers(0, 3)))


def pace_of(aim_s: float | None, found: list[Line]) -> Pace:
    """A new pace after these lines."""
    pace = Pace(Limits(cpu_s=A_DAY_S, aim_s=aim_s), WEIGHTS, Stopwatch())
    for line in found:
        pace.learn(line)
    return pace


@given(st.lists(lines, max_size=12))
def test_pace_factor_stays_within_the_tunables(found: list[Line]) -> None:
    """After any iterations the factor lies between the least and the most."""
    factor = pace_of(1.0, found).factor()
    least = WEIGHTS["steady_percent"] * WEIGHTS["rising_percent"]
    most = WEIGHTS["changing_percent"] * WEIGHTS["falling_percent"]
    assert least <= 10_000 * factor <= most


def test_pace_a_move_that_stands_gets_less_than_one_that_changes() -> None:
    """With even scores the factor falls while the best move stays the same."""
    factors = [pace_of(1.0, [Line(0, (7,))] * count).factor() for count in range(1, 12)]
    assert factors == sorted(factors, reverse=True)
    assert factors[-1] == WEIGHTS["steady_percent"] / 100
    changing = [Line(0, (count,)) for count in range(11)]
    assert pace_of(1.0, changing).factor() == WEIGHTS["changing_percent"] / 100


def test_pace_a_falling_score_gets_more_than_a_rising_one() -> None:
    """A score that falls by `score_scale` in a turn of both sides needs more time, a rise less."""
    fall = WEIGHTS["score_scale"]
    steady, falling, rising = (
        pace_of(1.0, [Line(0, (1,)), Line(0, (1,)), Line(change, (1,))]).factor()
        for change in (0, -fall, fall)
    )
    assert rising < steady < falling


def test_pace_ends_at_once_on_a_proven_win_and_soon_on_a_loss() -> None:
    """A proven win ends the search; if all moves lose, a quarter of the aim is enough."""
    assert pace_of(A_DAY_S, [Line(WIN - 9, (1,))]).enough()
    assert not pace_of(A_DAY_S, [Line(9 - WIN, (1,))]).enough()
    assert not pace_of(A_DAY_S, [Line(100, (1,))]).enough()
    assert pace_of(0.0, [Line(100, (1,))]).enough()


@pytest.mark.parametrize("clock", ["cpu_s", "wall_s"])
def test_pace_the_limit_holds_where_the_aim_does_not(clock: str) -> None:
    """No deadline exceeds the limit; a search that fails low may use the whole limit."""
    pace = Pace(Limits(**{clock: 2.0, "aim_s": 1e6}), WEIGHTS, Stopwatch())  # type: ignore[arg-type]
    assert pace.deadlines(failing_low=False) == pace.deadlines(failing_low=True)
    pace = Pace(Limits(**{clock: 2.0, "aim_s": 0.5}), WEIGHTS, Stopwatch())  # type: ignore[arg-type]
    assert sum(pace.deadlines(failing_low=False)) < sum(pace.deadlines(failing_low=True))


def test_engine_keeps_to_its_aim() -> None:
    """A search with an aim ends by itself, long before a distant limit."""
    with Engine(PENTE) as engine:
        position = random_position(PENTE, seed=3, turns=16)
        result = engine.search(position, Limits(cpu_s=A_DAY_S, aim_s=0.05))
    assert result.stopped_by in (ENOUGH, TIME)
    assert result.depth >= 1
    assert result.seconds_cpu < A_DAY_S / 1000


def test_limits_refuse_an_aim_without_a_clock() -> None:
    """An aim of seconds without a limit of seconds is refused."""
    with pytest.raises(ValueError, match="expected cpu_s or wall_s"):
        Limits(nodes=100, aim_s=1.0)
