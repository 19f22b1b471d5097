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

SECONDS = st.floats(0.001, 10_000)


@pytest.mark.parametrize(
    "text", ["cpu:100", "wall:0.5", "cpu-move:1", "wall-move:2.5", "nodes:10000"]
)
def test_clock_is_written_as_it_is_read(text: str) -> None:
    """Reading a clock's text gives the same clock."""
    assert str(parse_clock(text)) == text


JOINED = (
    *("wall:120+wall-move:5", "cpu:100+wall-move:5"),
    *("wall:9+cpu-move:0.5", "cpu:1e+08+cpu-move:5"),
)


@pytest.mark.parametrize("text", JOINED)
def test_clock_of_game_and_move_is_written_as_it_is_read(text: str) -> None:
    """`+` joins a clock for the game and a clock for every move, in either order."""
    clock = parse_clock(text)
    assert str(clock) == text
    assert clock.whole_game
    game, _, move = text.rpartition("+")
    assert parse_clock(f"{move} + {game}") == clock
    assert format_clocks(parse_clocks(f"{text},cpu:7")) == f"{text},cpu:7"


@pytest.mark.parametrize(
    "text",
    [
        *("cpu:1+cpu:2", "cpu-move:1+wall-move:2", "nodes:5+wall-move:2", "cpu:1+nodes:5"),
        *("cpu:9+cpu-move:1+wall-move:1", "cpu:9+", "+cpu:9", "cpu:9++cpu-move:1"),
    ],
)
def test_only_a_game_and_a_move_are_joined(text: str) -> None:
    """Any other two clocks joined by `+` are refused."""
    with pytest.raises(ClockError):
        parse_clock(text)


NO_CLOCKS = "sand cpu cpu: cpu:0 cpu:-1 cpu:nan cpu:inf cpu:x nodes: nodes:0 nodes:1.5 nodes:-3"


@pytest.mark.parametrize("text", NO_CLOCKS.split())
def test_what_is_no_clock_is_refused(text: str) -> None:
    """A text that is no clock raises ClockError, and the message quotes it."""
    with pytest.raises(ClockError, match=text):
        parse_clock(text)


@often(late=10, in_time=20)
@given(st.lists(st.tuples(st.sampled_from((0, 1)), SECONDS | st.floats(0.001, 30)), max_size=20))
def test_game_clock_sums_what_each_side_spends(moves: list[tuple[int, float]]) -> None:
    """A side loses on time exactly when its total reaches its limit; the other clock does not
    count.
    """
    clocks = GameClocks(parse_clocks("cpu:100"))
    spent = [0.0, 0.0]
    for side, seconds in moves:
        spent[side] += seconds
        late = clocks.charge(side, seconds, 12345.0)
        assert clocks.left_s[side] == pytest.approx(100 - spent[side])
        left = clocks.left_s[side]
        assert left is not None
        assert (late is not None) == (left <= 0)
        met("late" if late else "in_time")
        if late:
            break


def test_move_clock_begins_anew() -> None:
    """A clock for one move starts anew with each move; using the full second is too late."""
    clocks = GameClocks(parse_clocks("wall-move:1"))
    assert [clocks.charge(0, 99, 0.9) for _ in range(3)] == [None] * 3
    assert clocks.charge(0, 0, 1.0) == "spent 1.000 s of wall time with 1.000 s left"


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


def test_smaller_limit_is_what_a_move_may_take() -> None:
    """Of two limits of one kind the smaller applies; two of different kinds both apply."""
    clocks = GameClocks(parse_clocks("wall:7+wall-move:5"))
    assert clocks.allowance(0).most_s(WALL) == 5
    assert clocks.allowance(0).most_s(CPU) is None
    assert clocks.charge(0, 99, 4.5) is None
    assert clocks.allowance(0).most_s(WALL) == 2.5
    assert clocks.charge(0, 0, 2.5) == "spent 2.500 s of wall time with 2.500 s left"
    mixed = GameClocks(parse_clocks("cpu:7+wall-move:5")).allowance(1)
    assert (mixed.most_s(CPU), mixed.most_s(WALL)) == (7, 5)


def test_node_clock_keeps_no_time() -> None:
    """A clock of nodes allows any time."""
    clocks = GameClocks(parse_clocks("nodes:500"))
    assert clocks.allowance(1) == Allowance(nodes=500)
    assert clocks.charge(1, 1e9, 1e9) is None
    assert clocks.left_s == [None, None]


def test_allowance_says_what_counts() -> None:
    """A player's allowance holds the seconds left, their kind, and whether they are for
    the game.
    """
    assert GameClocks(parse_clocks("cpu:7")).allowance(0) == Allowance(
        seconds=7, counts=CPU, whole_game=True
    )
    assert GameClocks(parse_clocks("wall-move:7")).allowance(0) == Allowance(
        seconds=7, counts=WALL, whole_game=False
    )


@pytest.mark.parametrize("text", ["cpu:5,cpu:100", "nodes:300,wall:2", "cpu:7"])
def test_two_clocks_are_written_as_they_are_read(text: str) -> None:
    """One text names one clock for both sides, or two clocks joined by a comma."""
    assert format_clocks(parse_clocks(text)) == text


def test_sides_with_different_clocks_are_charged_by_their_own() -> None:
    """With 5 s on one side and 100 s on the other, only the first side runs out."""
    clocks = GameClocks(parse_clocks("cpu:5,cpu:100"))
    assert clocks.charge(1, 6, 0) is None
    assert clocks.left_s == [5, 94]
    assert clocks.charge(0, 6, 0) is not None


@pytest.mark.parametrize(
    "text", ["cpu:300+2", "wall:60+0.5", "wall:60+1+wall-move:5", "cpu:1e+08+2"]
)
def test_increment_is_written_as_it_is_read(text: str) -> None:
    """Seconds of a game may be followed by those of an increment, and then by a move's."""
    clock = parse_clock(text)
    assert str(clock) == text
    assert clock.increment_s > 0
    assert parse_clock(text.replace("+", " + ") if "e" not in text else text) == clock


@pytest.mark.parametrize("text", ["cpu:9+1+1", "cpu-move:5+1", "nodes:50+2", "cpu:9+0", "cpu:9+-1"])
def test_only_one_increment_of_a_game_clock_is_accepted(text: str) -> None:
    """A clock per move has no increment, and a game's has one above 0."""
    with pytest.raises(ClockError):
        parse_clock(text)


@pytest.mark.parametrize("kind", [CPU, WALL])
def test_move_in_time_gains_the_increment(kind: str) -> None:
    """The next allowance holds what is left and the increment; a late move gains nothing."""
    clocks = GameClocks(parse_clocks(f"{kind}:5+2"))
    assert clocks.charge(0, cpu_s=1.0, wall_s=1.0) is None
    assert clocks.left_s == [6.0, 5.0]
    assert clocks.allowance(0).seconds == 6.0
    assert clocks.allowance(0).increment_s == 2.0
    assert clocks.charge(0, cpu_s=6.0, wall_s=6.0) is not None
    assert clocks.left_s[0] == 0.0
