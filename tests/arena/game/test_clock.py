"""Clocks: how they are written, read and charged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ClockError
from arena.game.clock import (
    CPU,
    WALL,
    Allowance,
    GameClocks,
    format_clocks,
    parse_clock,
    parse_clocks,
)
from tests.conditions import met, often
from tests.refusals import all_refused

SECONDS = st.floats(0.001, 10_000)
JOINED = (
    *("wall:120+wall-move:5", "cpu:100+wall-move:5"),
    *("wall:9+cpu-move:0.5", "cpu:1e+08+cpu-move:5"),
)
INCREMENTS = ("cpu:300+2", "wall:60+0.5", "wall:60+1+wall-move:5", "cpu:1e+08+2")


def test_clock_is_written_as_it_is_read() -> None:
    """Alone, joined for game and move in either order, with increments, and one for each side."""
    for text in ("cpu:100", "wall:0.5", "cpu-move:1", "wall-move:2.5", "nodes:10000", *JOINED):
        assert str(parse_clock(text)) == text
        assert format_clocks(parse_clocks(f"{text},cpu:7")) == f"{text},cpu:7"
    for text in JOINED:
        game, _, move = text.rpartition("+")
        assert parse_clock(f"{move} + {game}") == parse_clock(text)
        assert parse_clock(text).whole_game
    for text in INCREMENTS:
        assert str(parse_clock(text)) == text
        assert parse_clock(text).increment_s > 0
    assert parse_clock("wall:60 + 1 + wall-move:5") == parse_clock("wall:60+1+wall-move:5")
    assert format_clocks(parse_clocks("cpu:7")) == "cpu:7"


def test_what_is_no_clock_is_refused() -> None:
    """The message quotes the text; only a game's clock, its increment and a move's are joined."""
    alone = "sand cpu cpu: cpu:0 cpu:-1 cpu:nan cpu:inf cpu:x nodes: nodes:0 nodes:1.5 nodes:-3"
    joined = (
        "cpu:1+cpu:2 cpu-move:1+wall-move:2 nodes:5+wall-move:2 cpu:1+nodes:5 cpu:9+ +cpu:9 "
        "cpu:9+cpu-move:1+wall-move:1 cpu:9++cpu-move:1 "
        "cpu:9+1+1 cpu-move:5+1 nodes:50+2 cpu:9+0 cpu:9+-1"
    )
    all_refused(parse_clock, ClockError, [(text, text) for text in alone.split()])
    all_refused(parse_clock, ClockError, [(text, "") for text in joined.split()])


@often(late=10, in_time=20)
@given(st.lists(st.tuples(st.sampled_from((0, 1)), SECONDS | st.floats(0.001, 30)), max_size=20))
def test_game_clock_sums_what_each_side_spends(moves: list[tuple[int, float]]) -> None:
    """A side loses on time exactly when its total reaches its limit; the other kind of time
    does not count.
    """
    clocks = GameClocks(parse_clocks("cpu:100"))
    spent = [0.0, 0.0]
    for side, seconds in moves:
        spent[side] += seconds
        late = clocks.charge(side, seconds, 12345.0)
        left = clocks.left_s[side]
        assert left == pytest.approx(100 - spent[side])
        assert left is not None
        assert (late is not None) == (left <= 0)
        met("late" if late else "in_time")
        if late:
            break


@often(late=9, in_time=8)
@given(
    st.sampled_from(JOINED),
    st.floats(0, 200) | st.floats(0, 6),
    st.floats(0, 200) | st.floats(0, 6),
)
def test_either_limit_crossed_loses(text: str, cpu_s: float, wall_s: float) -> None:
    """A side loses on time at the limit of the game or of the move; the game's time is summed."""
    clocks = GameClocks(parse_clocks(text))
    clock = clocks.clocks[0]
    assert clock.move is not None
    spent = {CPU: cpu_s, WALL: wall_s}
    late = clocks.charge(0, cpu_s, wall_s)
    of_game, of_move = (spent[one.counts or ""] for one in (clock, clock.move))
    assert (late is not None) == (of_game >= clock.amount or of_move >= clock.move.amount)
    met("late" if late else "in_time")
    assert clocks.left_s == [clock.amount - of_game, clock.amount]


def test_allowance_says_what_counts() -> None:
    """Nodes, or seconds, their kind and whether they are for the game; the smaller limit holds."""
    for text, told in (
        ("nodes:500", Allowance(nodes=500)),
        ("cpu:7", Allowance(seconds=7, counts=CPU, whole_game=True)),
        ("wall-move:7", Allowance(seconds=7, counts=WALL, whole_game=False)),
    ):
        assert GameClocks(parse_clocks(text)).allowance(0) == told
    for text, most in (("wall:7+wall-move:5", (None, 5)), ("cpu:7+wall-move:5", (7, 5))):
        allowance = GameClocks(parse_clocks(text)).allowance(1)
        assert (allowance.most_s(CPU), allowance.most_s(WALL)) == most


def test_each_kind_of_clock_is_charged_by_its_own_rule() -> None:
    """A move's clock starts anew, a game's is used up; nodes keep no time; sides may differ."""
    by_move = GameClocks(parse_clocks("wall-move:1"))
    assert [by_move.charge(0, 99, 0.9) for _ in range(3)] == [None] * 3
    assert by_move.charge(0, 0, 1.0) == "spent 1.000 s of wall time with 1.000 s left"
    both = GameClocks(parse_clocks("wall:7+wall-move:5"))
    assert both.charge(0, 99, 4.5) is None
    assert both.allowance(0).most_s(WALL) == 2.5
    assert both.charge(0, 0, 2.5) is not None
    nodes = GameClocks(parse_clocks("nodes:500"))
    assert nodes.charge(1, 1e9, 1e9) is None
    assert nodes.left_s == [None, None]
    uneven = GameClocks(parse_clocks("cpu:5,cpu:100"))
    assert uneven.charge(1, 6, 0) is None
    assert uneven.left_s == [5, 94]
    assert uneven.charge(0, 6, 0) is not None


@pytest.mark.parametrize("kind", [CPU, WALL])
def test_move_in_time_gains_the_increment(kind: str) -> None:
    """The next allowance holds what is left and the increment; a late move gains nothing."""
    clocks = GameClocks(parse_clocks(f"{kind}:5+2"))
    assert clocks.charge(0, cpu_s=1.0, wall_s=1.0) is None
    assert clocks.left_s == [6.0, 5.0]
    assert (clocks.allowance(0).seconds, clocks.allowance(0).increment_s) == (6.0, 2.0)
    assert clocks.charge(0, cpu_s=6.0, wall_s=6.0) is not None
    assert clocks.left_s[0] == 0.0
