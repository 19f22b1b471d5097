"""Threats to win at once: their answers are complete, and the readable rules confirm
proven wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from search.five.native import open_search, set_position
from search.kernel.five import FiveSearch
from search.pure.game import PlainGame
from search.score import WIN, win_in
from search.weights import Weights
from tests.conditions import met, often
from tests.strategies import random_move

PENTE = PRESETS["pente"]


@cache
def search_of(rules: FiveRules, number: int) -> FiveSearch:  # noqa: ARG001 - which of several
    """A kernel search of this game with the default weights and no table; opening one is slow."""
    return open_search(rules, Weights())


def kernel_at(position: FivePosition, number: int = 0) -> FiveSearch:
    """A selective kernel search set to a position.

    It is set anew by each call with this number: another number leaves it as it is.
    """
    search = search_of(position.rules, number)
    set_position(search, position)
    search.begin(selective=True)
    return search


def game_positions(rules: FiveRules, seed: int) -> Iterator[FivePosition]:
    """The positions of a lively random game, in order, in which nobody wins at once."""
    position, dice = FivePosition(rules), Random(seed)
    while position.outcome is None:
        if not kernel_at(position).wins_at_once():
            yield position
        position.play(random_move(position, dice))


def passed(position: FivePosition) -> FivePosition:
    """The position with the other side to move."""
    return FivePosition(
        position.rules, position.cells, 1 - position.side, tuple(position.captured_stones)
    )


WITHOUT_CAPTURES = [rules for rules in PRESETS.values() if not rules.capture_lengths]
GAMES = {"rules": st.sampled_from(list(PRESETS.values())), "seed": st.integers(0, 100_000)}


@often(answered=20, others=100)
@settings(max_examples=10)
@given(**GAMES)
def test_moves_that_are_no_answers_lose_at_once(rules: FiveRules, seed: int) -> None:
    """If a win must be answered, the answers are complete: the opponent wins after any
    other move.
    """
    dice = Random(seed)
    for position in game_positions(rules, seed):
        search = kernel_at(position)
        if not search.must_answer():
            continue
        assert kernel_at(passed(position), 1).wins_at_once()
        met("answered")
        others = sorted(set(position.legal_moves()) - set(search.answers()))
        for point in dice.sample(others, min(5, len(others))):
            position.play(point)
            assert position.outcome is not None or kernel_at(position, 1).wins_at_once()
            assert position.outcome is None or position.outcome.winner is None
            met("others")
            position.undo()


@often(tried=75)
@settings(max_examples=10)
@given(**GAMES)
def test_no_threat_without_a_threatening_candidate(rules: FiveRules, seed: int) -> None:
    """Without a candidate that may threaten, no move leads to a win with one more stone."""
    dice = Random(seed)
    for position in game_positions(rules, seed):
        if kernel_at(position).can_threaten():
            continue
        moves = sorted(position.legal_moves())
        for point in dice.sample(moves, min(5, len(moves))):
            position.play(point)
            over = position.outcome is not None
            assert over or not kernel_at(passed(position), 1).wins_at_once()
            met("tried")
            position.undo()


@often(seen=70)
@given(**GAMES)
def test_open_four_that_wins_statically_wins_by_full_search(rules: FiveRules, seed: int) -> None:
    """If the static test claims a win in three plies, the plain full-width search finds it."""
    for position in game_positions(rules, seed):
        search = kernel_at(position)
        if not search.must_answer() and search.wins_by_open_four():
            met("seen")
            search.begin()
            assert search.iterate(3) == WIN - 3


@often(tried=60)
@settings(max_examples=15)
@given(rules=st.sampled_from(WITHOUT_CAPTURES), seed=GAMES["seed"])
def test_moves_that_are_no_stops_lose_to_an_open_four(rules: FiveRules, seed: int) -> None:
    """If an open four threatens, the stops are complete.

    After any other move the opponent, whom nothing threatens then, wins in three plies by the plain
    full-width search.
    """
    dice = Random(seed)
    for position in game_positions(rules, seed):
        search = kernel_at(position)
        stops = None if search.must_answer() else search.stops()
        if stops is None:
            continue
        others = sorted(set(position.legal_moves()) - set(stops))
        for point in dice.sample(others, min(3, len(others))):
            position.play(point)
            after = kernel_at(position, 1)
            assert not after.must_answer()
            after.begin()
            assert after.iterate(3) == WIN - 3
            met("tried")
            position.undo()


@often(told=100, not_told=250)
@given(rules=st.sampled_from(WITHOUT_CAPTURES), seed=GAMES["seed"])
def test_stops_exist_where_an_open_four_wins(rules: FiveRules, seed: int) -> None:
    """The kernel returns stops exactly if an open four would win for the opponent after a pass."""
    for position in game_positions(rules, seed):
        search = kernel_at(position)
        if not search.must_answer():
            would_win = kernel_at(passed(position), 1).wins_by_open_four()
            assert (search.stops() is not None) == would_win
            met("told" if would_win else "not_told")


@often(stopped=5, not_stopped=2, calm=2)
@given(rules=st.sampled_from(WITHOUT_CAPTURES), seed=GAMES["seed"])
def test_an_open_three_is_valued_as_stopped(rules: FiveRules, seed: int) -> None:
    """The stand-pat value is the best static value after a quiet stop.

    Such a stop is no four and leaves no open four. Without one, or without an open four, it is the
    static value.
    """
    dice = Random(seed)
    for position in game_positions(rules, seed):
        search = kernel_at(position)
        stops = search.stops()
        if search.must_answer() or (stops is None and dice.random() < 0.9):
            continue
        stopped = []
        for point in stops or ():
            position.play(point)
            after = kernel_at(position, 1)
            if not after.must_answer() and not after.wins_by_open_four():
                stopped.append(-after.evaluate())
            position.undo()
        met("stopped" if stopped else "calm" if stops is None else "not_stopped")
        assert search.standing_value() == max(stopped, default=search.evaluate())


@given(rules=st.sampled_from(WITHOUT_CAPTURES), seed=GAMES["seed"])
def test_a_leaf_has_its_stand_pat_value(rules: FiveRules, seed: int) -> None:
    """With two stones a side, the value one ply ahead is the best stand-pat value after a move."""
    position, dice = FivePosition(rules), Random(seed)
    for _ in range(4):
        position.play(random_move(position, dice))
    search = kernel_at(position)
    value = search.iterate(1)
    leaves = []
    for point in PlainGame(position, Weights()).moves():
        position.play(point)
        leaves.append(-kernel_at(position, 1).standing_value())
        position.undo()
    assert value == max(leaves)


def test_capture_refutes_a_four() -> None:
    """A four whose stones can be captured is no win: the capture is among the answers.

    White has four on row 10 with one end blocked; Black fills the end, or takes the pair at 11.
    """
    position = parse_position(
        "19/19/19/19/19/19/8b10/8w10/5bwwww9/19/19/19/19/19/19/19/19/19/19 b 0,0", PENTE
    )
    search = kernel_at(position)
    assert search.must_answer()
    answers = set(search.answers())
    assert position.rules.size * 8 + 10 in answers  # the point of the five, 11K
    assert len(answers) == 1 + sum(bool(position.captures_of(p)) for p in position.legal_moves())
    assert len(answers) > 1


def test_a_win_by_three_rays_is_seen_where_it_is_played() -> None:
    """The look for wins at once takes two rays; the search plays the capture of three pairs."""
    rows = ("w2w2w12", "1b1b1b13", "2bbb14")
    position = parse_position("/".join(rows) + "/19" * 16 + " w 4,0", PRESETS["pente"])
    point = 3 * 19 + 3
    assert len(position.captures_of(point)) == 6
    search = kernel_at(position)
    assert not search.wins_at_once()
    assert search.iterate(1) == win_in(1)
    assert search.pv() == (point,)
