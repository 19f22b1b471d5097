"""What brain and manager share of the Gomocup protocol; the brain's board and clock."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.gomocup.board import BrainBoard
from agent.gomocup.clock import FAST_NODES, MIB, PROGRAM_MB, InfoValues
from agent.gomocup.protocol import (
    GomocupError,
    format_place,
    like_preset,
    number_of,
    parse_place,
    rules_of,
)
from arena.foreign.gomocup_brain import next_stone, stone_lines
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules, rules_named
from search.limits import Limits
from search.weights import Weights
from tests.conditions import met, often
from tests.strategies import positions, random_game

PENTE = rules_named("pente")
WEIGHTS = Weights()


def played_rules() -> st.SearchStrategy[FiveRules]:
    """Every game that has a rule number."""
    free = st.builds(rules_of, st.sampled_from((0, 1)), st.integers(5, 20))
    return free | st.builds(rules_of, st.sampled_from((32, 64)), st.just(19))


@given(st.integers(5, 20), st.data())
def test_places_are_read_back(size: int, data: st.DataObject) -> None:
    """A point is written as column and row from the top left, from 0, and read back unchanged.

    Anything but two numbers on the board raises GomocupError.
    """
    point = data.draw(st.integers(0, size * size - 1))
    text = format_place(point, size)
    assert parse_place(text, size) == parse_place(f" {text.replace(',', ' , ')}", size) == point
    assert text == f"{point % size},{point // size}"
    for bad in ("", "3", "3,4,5", "a,b", f"{size},0", "0,-1", "²,1", "1" * 30 + ",1"):
        with pytest.raises(GomocupError):
            parse_place(bad, size)


@given(played_rules())
def test_rules_have_one_number(rules: FiveRules) -> None:
    """A rule number maps back to the rules that it was made from, a preset where there is one, and
    these have weights.
    """
    assert rules_of(number_of(rules), rules.size) == rules == PRESETS.get(rules.name, rules)
    preset = PRESETS[like_preset(rules)]
    assert preset.exactly_five == rules.exactly_five
    assert preset.capture_lengths == rules.capture_lengths


def test_other_rules_have_no_number() -> None:
    """Continuous games, Renju, Caro and their sums with our own numbers are refused."""
    for number in (-1, 2, 3, 4, 5, 8, 9, 33, 96):
        with pytest.raises(GomocupError, match=f"rule {number} is not supported: expected 0"):
            rules_of(number, 15)
    with pytest.raises(GomocupError, match="no number for odd"):
        number_of(FiveRules("odd", 9, capture_lengths=(2,), captured_stones_to_win=4))


# The brain's board


@often(captured=4)
@given(st.sampled_from((PENTE, rules_named("keryo"), rules_of(0, 7))), st.integers(0, 1000))
@settings(max_examples=30)
def test_takeback_restores(rules: FiveRules, seed: int) -> None:
    """Taking back the last stones restores the board, captures included."""
    board = BrainBoard(rules)
    before = []
    points = random_game(rules.without_opening(), seed, turns=40)
    for number, point in enumerate(points):
        before.append((list(board._position.cells), list(board._position.captured_stones)))
        if number % 2:
            board.own_plays(point)
        else:
            board.opponent_plays(point)
    assert board.own == 1
    if any(board._position.captured_stones):
        met("captured")
    for point in reversed(points):
        board.take_back(point)
        assert (board._position.cells, board._position.captured_stones) == before.pop()
    assert board.is_empty
    assert board.own is None


@given(positions(played_rules(), max_turns=40))
def test_board_lines_read_back(position: FivePosition) -> None:
    """BOARD lines are read back as the same position; the last stone is the opponent's."""
    size = position.rules.size
    own: list[int] = []
    other: list[int] = []
    lines = stone_lines(position)
    for line in lines:
        place, _, owner = line.rpartition(",")
        (own if owner == "1" else other).append(parse_place(place, size))
    assert not other or lines[-1].endswith(",2")
    captured = [position.captured_stones[side] for side in (position.side, 1 - position.side)]
    board = BrainBoard(position.rules)
    board.set_up(own, other, (captured[0], captured[1]))
    read = board.to_search(position.rules)
    assert read.cells == position.cells
    assert (read.side, read.captured_stones) == (position.side, position.captured_stones)


@often(turns=200)
@given(played_rules(), st.integers(0, 1000))
@settings(max_examples=30)
def test_turn_is_one_stone_of_the_opponent(rules: FiveRules, seed: int) -> None:
    """The manager sends TURN if one stone with its captures leads to the position, else BOARD."""
    position = FivePosition(rules)
    for point in random_game(rules, seed, turns=24):
        before = position.copy()
        position.play(point)
        if position.outcome is not None:
            break
        assert next_stone(before, position) == point
        assert next_stone(before, before) is None
        assert next_stone(position, before) is None
        after = position.copy()
        after.play(random.Random(seed).choice(after.legal_moves()))
        assert next_stone(before, after) is None
        met("turns")


# The brain's clock


def told(**numbers: int) -> InfoValues:
    """Time settings as a manager has sent them."""
    found = InfoValues()
    for key, value in numbers.items():
        found.learn(key, str(value))
    return found


def limits_of(clock: InfoValues, waited_s: float = 0.0, own_move: int = 8) -> Limits:
    """The limits of a move in the middle of a game."""
    return clock.limits(own_move, 200, waited_s, WEIGHTS)


@often(searched=10, no_time=7)
@given(st.integers(1, 10**7), st.integers(1, 10**7), st.floats(0, 2))
def test_limits_keep_within_turn_and_match(turn_ms: int, left_ms: int, waited_s: float) -> None:
    """A search ends within its turn and its match; without time it gets a few nodes."""
    limits = limits_of(told(timeout_turn=turn_ms, timeout_match=10**7, time_left=left_ms), waited_s)
    if limits.wall_s is None:
        met("no_time")
        assert limits.nodes == FAST_NODES
    else:
        met("searched")
        assert limits.wall_s + waited_s < min(turn_ms, left_ms) / 1000
        assert limits.aim_s is not None
        assert limits.aim_s <= limits.wall_s


def test_turns_are_searched_nearly_whole() -> None:
    """The search uses over half of a turn of 30 ms and nearly all of a turn of five seconds.

    Too little time to search means "as fast as possible".
    """
    assert 0.015 < (limits_of(told(timeout_turn=30)).wall_s or 0) < 0.025
    assert 4.7 < (limits_of(told(timeout_turn=5000)).wall_s or 0) < 4.95
    for values in (told(timeout_turn=0), told(timeout_turn=1), told(time_left=-20)):
        assert (limits_of(values).nodes, limits_of(values).wall_s) == (FAST_NODES, None)


@often(bounded=10, least=7)
@given(st.integers(1, 1 << 40) | st.integers(60, 1000).map(lambda megabytes: megabytes << 20))
def test_memory_bounds_the_table(memory: int) -> None:
    """Table and program keep within `max_memory`, once it has room for both."""
    megabytes = told(max_memory=memory).table_mb
    assert 1 <= megabytes <= 256
    met("least" if megabytes == 1 else "bounded")
    assert megabytes == 1 or megabytes + PROGRAM_MB <= memory / MIB
    assert told(max_memory=0).table_mb == InfoValues().table_mb
