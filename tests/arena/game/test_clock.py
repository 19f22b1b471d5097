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

ALONE = ("cpu:100", "wall:0.5", "cpu-move:1", "wall-move:2.5", "nodes:10000")
JOINED = ("wall:120+wall-move:5", "cpu:100+wall-move:5", "wall:9+cpu-move:0.5")
LARGE = ("cpu:1e+08+cpu-move:5", "cpu:1e+08+2")
INCREMENTS = ("cpu:300+2", "wall:60+0.5", "cpu:9+2+wall-move:5")
CLOCKS = (*ALONE, *JOINED, *LARGE, *INCREMENTS)
SECONDS = st.floats(0, 200) | st.floats(0, 6)


def test_clock_is_written_as_it_is_read() -> None:
    """Alone, joined for game and move in either order, with increments, and one for each side."""
    for text in CLOCKS:
        assert str(parse_clock(text)) == text
        assert format_clocks(parse_clocks(f"{text},cpu:7")) == f"{text},cpu:7"
    assert format_clocks(parse_clocks("cpu:7")) == "cpu:7"
    for text, same in (
        ("wall-move:5 + wall:120", "wall:120+wall-move:5"),
        ("wall:60 + 1 + wall-move:5", "wall:60+1+wall-move:5"),
    ):
        assert parse_clock(text) == parse_clock(same)


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


@often(late=7, in_time=50)
@given(
    st.tuples(*[st.sampled_from(CLOCKS)] * 2),
    st.lists(st.tuples(st.sampled_from((0, 1)), SECONDS, SECONDS), max_size=12),
)
def test_a_side_is_late_at_any_limit_of_its_own_clock(
    texts: tuple[str, str], moves: list[tuple[int, float, float]]
) -> None:
    """Seconds for the game are summed, those for a move begin anew, other time and nodes do not
    count; a move in time gains the increment. The allowance before it has the smaller limit.
    """
    clocks = GameClocks(parse_clocks(",".join(texts)))
    left: list[float | None] = [one.amount if one.whole_game else None for one in clocks.clocks]
    for side, cpu_s, wall_s in moves:
        clock, spent, limits = clocks.clocks[side], {CPU: cpu_s, WALL: wall_s}, []
        for part in filter(None, (clock, clock.move)):
            if part.counts is not None:
                total = left[side] if part.whole_game else part.amount
                limits.append((part.counts, total or 0.0))
        for kind in (CPU, WALL):
            most = min((most for counts, most in limits if counts == kind), default=None)
            assert clocks.allowance(side).most_s(kind) == most
        late = clocks.charge(side, cpu_s, wall_s)
        assert (late is not None) == any(spent[counts] >= most for counts, most in limits)
        before = left[side]
        if before is not None:
            gained = 0.0 if late else clock.increment_s
            left[side] = before - spent[clock.counts or ""] + gained
        assert clocks.left_s == pytest.approx(left)
        met("late" if late else "in_time")
        if late:
            break


def test_allowance_and_loss_say_what_counts() -> None:
    """Nodes, or seconds, their kind, whether they are for the game, and their increment."""
    for text, told in (
        ("nodes:500", Allowance(nodes=500)),
        ("cpu:7", Allowance(seconds=7, counts=CPU, whole_game=True)),
        ("wall:7+1", Allowance(seconds=7, counts=WALL, whole_game=True, increment_s=1)),
        ("wall-move:7", Allowance(seconds=7, counts=WALL, whole_game=False)),
    ):
        assert GameClocks(parse_clocks(text)).allowance(0) == told
    late = GameClocks(parse_clocks("wall-move:1")).charge(0, 0, 1.0)
    assert late == "spent 1.000 s of wall time with 1.000 s left"
