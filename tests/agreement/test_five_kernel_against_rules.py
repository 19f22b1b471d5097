"""The compiled board and the readable rules: moves do the same, and undo restores everything."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.perft import perft
from games.five.position import FIVE, Position
from games.five.rules import PRESETS, Rules
from search.five.native import open_search, set_position
from search.kernel.five import FiveSearch
from search.weights import Weights
from tests.conditions import met, often
from tests.interrupts import interrupted
from tests.strategies import (
    last_positions,
    positions,
    presets,
    random_game,
    random_move,
    random_position,
    rules_records,
)

ANY_RULES = st.one_of(presets(), rules_records())
BOUND = st.sampled_from([rules for rules in PRESETS.values() if rules.opening_distance])


def kernel_at(position: Position) -> FiveSearch:
    """A kernel search set to a position, with the default weights."""
    search = open_search(position.rules, Weights())
    set_position(search, position)
    return search


@given(rules=ANY_RULES, seed=st.integers(0, 10_000))
def test_game_played_and_taken_back_restores_every_byte(rules: Rules, seed: int) -> None:
    """After a game is undone, the board has the same bytes as before."""
    search = kernel_at(Position(rules))
    before = [search.board_bytes()]
    game = random_game(rules, seed)
    for point in game:
        search.play(point)
        before.append(search.board_bytes())
    for point in reversed(game):
        before.pop()
        assert search.undo() == point
        assert search.board_bytes() == before[-1]


@often(set_up=1100, taken=8)
@given(rules=ANY_RULES, seed=st.integers(0, 10_000))
def test_board_reached_by_play_equals_the_board_set_up(rules: Rules, seed: int) -> None:
    """Incremental sums, key and captures equal those of the position set up anew."""
    position = Position(rules)
    search = kernel_at(position)
    for point in random_game(rules, seed):
        predicted = search.key_after(point)
        search.play(point)
        position.play(point)
        assert search.key == predicted
        if position.outcome is None:
            met("set_up")
            fresh = kernel_at(position)
            assert fresh.board_bytes() == search.board_bytes()
            if rules.captured_stones_to_win:
                assert list(search.captured()) == position.captured_stones
    if any(position.captured_stones):
        met("taken")


@often(bound=6, won=3, quiet=7)
@given(position=positions(ANY_RULES) | positions(BOUND, max_turns=3) | last_positions(ANY_RULES))
def test_win_at_once_is_a_move_that_ends_the_game(position: Position) -> None:
    """The kernel returns exactly the points that win by the rules.

    It returns wins by captures only if two rays together may win; the search finds the others.
    """
    search = kernel_at(position)
    winning, by_two_rays = [], 2 * max(position.rules.capture_lengths, default=0)
    needed = position.rules.captured_stones_to_win - position.captured_stones[position.side]
    for point in position.legal_moves():
        position.play(point)
        outcome = position.outcome
        if outcome is not None and outcome.winner is not None:
            winning += [point] if outcome.termination == FIVE or needed <= by_two_rays else []
        position.undo()
    bound = position.rules.opening_distance and position.side == 0
    if bound and position.stones_placed(0) < 2:
        met("bound")
        assert not search.wins_at_once()
    else:
        met("won" if winning else "quiet")
        assert search.wins_at_once() == bool(winning)
        assert not winning or search.winning_points() == winning


@given(position=positions(ANY_RULES))
def test_perft_of_one_move_agrees(position: Position) -> None:
    """Leaves, wins and captures after one move equal those of the rules."""
    expected = perft(position, 1)
    assert kernel_at(position).perft(1) == (expected.leaves, expected.wins, expected.captured)


@often(counted=7)
@given(rules=rules_records(max_size=6), seed=st.integers(0, 10_000), turns=st.integers(20, 36))
def test_perft_near_a_full_board_agrees(rules: Rules, seed: int, turns: int) -> None:
    """On small, nearly full boards, where games end by filling up, three moves count the same."""
    position = Position(rules)
    dice = Random(seed)
    while len(position.moves) < turns and position.outcome is None:
        position.play(random_move(position, dice))
    if position.outcome is not None:
        position.undo()
    if len(position.legal_moves()) <= 12:
        met("counted")
        expected = perft(position, 3)
        found = kernel_at(position).perft(3)
        assert found == (expected.leaves, expected.wins, expected.captured)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS.keys())
def test_perft_of_two_moves_agrees(rules: Rules) -> None:
    """From the middle of a game, two moves count the same for every preset."""
    position = Position(rules)
    for point in random_game(rules, seed=4, turns=14):
        position.play(point)
    assert position.outcome is None
    expected = perft(position, 2)
    assert kernel_at(position).perft(2) == (expected.leaves, expected.wins, expected.captured)


@given(rules=presets(), seed=st.integers(0, 10_000))
def test_keys_differ_where_positions_do(rules: Rules, seed: int) -> None:
    """Positions of a game have different keys; the same stones in another order share one."""
    search = kernel_at(Position(rules))
    keys = {search.key}
    game = random_game(rules, seed, turns=40)
    for point in game:
        search.play(point)
        keys.add(search.key)
    assert len(keys) == len(game) + 1


def test_key_is_recomputed_from_its_definition() -> None:
    """The key is the exclusive or of SplitMix64 numbers for stones, captured stones and side."""
    state, numbers = 19, []
    for _ in range(2 * 400 + 2 * 64 + 1):
        state = state + 0x9E3779B97F4A7C15 & (1 << 64) - 1
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
        numbers.append(mixed ^ mixed >> 31)
    position = Position(PRESETS["pente"])
    search = kernel_at(position)
    for point in random_game(PRESETS["pente"], seed=4):
        position.play(point)
        search.play(point)
        key = numbers[-1] if position.side else 0
        for place, cell in enumerate(position.cells):
            key ^= numbers[400 * (cell - 1) + place] if cell else 0
        key ^= numbers[800 + position.captured_stones[0]]
        key ^= numbers[864 + position.captured_stones[1]]
        assert search.key == key
    assert sum(position.captured_stones) > 0, "a game without captures tests too little"


def test_wrong_input_is_refused() -> None:
    """Impossible cells, sides, captured stones and points raise ValueError."""
    search = kernel_at(Position(PRESETS["pente"]))
    with pytest.raises(ValueError, match="expected 361"):
        search.set_position(bytes(360), 0, 0, 0)
    with pytest.raises(ValueError, match="side 2"):
        search.set_position(bytes(361), 2, 0, 0)
    with pytest.raises(ValueError, match="captured stones"):
        search.set_position(bytes(361), 0, 41, 0)
    search.play(180)
    with pytest.raises(ValueError, match="point 180"):
        search.play(180)
    with pytest.raises(ValueError, match="point 361"):
        search.play(361)
    search.undo()
    with pytest.raises(ValueError, match="nothing"):
        search.undo()
    with pytest.raises(ValueError, match="no move"):
        search.exclude([400])
    with pytest.raises(ValueError, match="depth 128"):
        search.iterate(128)
    with pytest.raises(ValueError, match="41 stones"):
        open_search_with(captured_to_win=41)


def open_search_with(*, captured_to_win: int) -> FiveSearch:
    """A search set up without the checks of `Rules`."""
    return FiveSearch(
        size=9,
        exactly_five=False,
        takes_two=True,
        takes_three=False,
        captured_to_win=captured_to_win,
        opening_distance=0,
        ranks=range(10),
        capture=1,
        capture_threat=1,
        captured_value=[0] * 64,
        tempo_percent=0,
        own_order=range(12),
        opponent_order=range(12),
    )


@pytest.mark.parametrize("after_s", [0.02, 0.1])
def test_perft_can_be_interrupted(after_s: float) -> None:
    """Ctrl-C ends a long count; the board is unchanged and counts as before."""
    position = random_position(PRESETS["pente"], seed=4, turns=14)
    search = kernel_at(position)
    board, counts = search.board_bytes(), [search.perft(depth) for depth in (1, 2)]
    with interrupted(after_s):
        search.perft(6)
    assert search.board_bytes() == board
    assert [search.perft(depth) for depth in (1, 2)] == counts
    with pytest.raises(ValueError, match="nothing"):
        search.undo()
