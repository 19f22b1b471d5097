"""Perft of Gipf: the readable rules count ways to play turns and agree with known counts."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings

from games.gipf.perft import perft, perft_by_state, perft_distinct
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from tests.conditions import met, often
from tests.games.gipf.boards import T3, basic, play
from tests.games.gipf.make_perft import FOLDER, GIVEN, Case, load_cases, make_file
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules

CASES = [case for name in GIVEN for case in load_cases(name)]
QUICK = [case for case in CASES if case.leaves < 3_000]
T5_DEEPER = [case for case in CASES if case.leaves == 47_117]


@pytest.mark.parametrize("case", QUICK, ids=repr)
def test_perft_files_of_gipf_hold(case: Case) -> None:
    """The readable rules give the files' counts wherever that is quick."""
    assert case.count() == case.leaves


@pytest.mark.parametrize("case", T5_DEEPER, ids=repr)
def test_perft_files_of_gipf_hold_three_turns_deep(case: Case) -> None:
    """The rules give T5's count, with rows of both sides in one turn; a command checks others."""
    assert case.count() == case.leaves


# 24 ordered pairs of moves fill each of the six edges, which has two entries.
FULL_EDGES = 6 * 24 * 2


@pytest.mark.parametrize(
    ("name", "third"),
    [
        ("gipf-basic", 42**3 - FULL_EDGES),
        ("gipf", 42**3 - FULL_EDGES),
        ("gipf-tournament", 42**2 * 84),
    ],
)
def test_perft_of_the_starts(name: str, third: int) -> None:
    """Of 42 entries two are missing if an edge is full; adding GIPF-pieces doubles the moves."""
    start = GipfPosition(GIPF_PRESETS[name])
    assert [perft_by_state(start, depth) for depth in range(4)] == [1, 42, 42**2, third]


@settings(max_examples=20)
@given(gipf_positions(gipf_rules()))
def test_perft_by_state_is_perft(position: GipfPosition) -> None:
    """Counting each position once, however it is turned, gives the same count."""
    assert perft_by_state(position, 1) == perft(position, 1)
    position.play(position.legal_moves()[0])
    assert perft_by_state(position, 1) == perft(position, 1)


def test_perft_by_state_is_perft_two_turns_deep() -> None:
    """The same holds with several removals in a turn."""
    assert perft_by_state(basic(T3), 2) == perft(basic(T3), 2) == 2_070


def test_perft_counts_the_orders_of_removals() -> None:
    """T3: fifty sequences of decisions, 38 boards by their first move, 21 boards."""
    position = basic(T3)
    assert perft(position, 1) == 50
    assert perft_distinct(position, 1, by_placement=True) == 38
    assert perft_distinct(position, 1, by_placement=False) == 21


@often(begun=4)
@settings(max_examples=20)
@given(crowded_positions())
def test_perft_counts_the_rest_of_a_begun_turn_as_one(position: GipfPosition) -> None:
    """In the middle of a turn depth 1 is its end: at least as many leaves as decisions now."""
    if not position.placing and len(position.legal_moves()) < 20:
        met("begun")
        assert perft(position, 0) == 1
        assert perft(position, 1) >= len(position.legal_moves())


def test_perft_counts_no_leaf_for_a_game_that_ended_before() -> None:
    """After Black's pushes White has nothing to bring in, unless the push makes a row
    of White's.
    """
    position = basic("b 0 1 Kb3 Kc4 Wd5 We3 We4 We5")
    ends = [position.copy() for _ in position.legal_moves()]
    for end, move in zip(ends, position.legal_moves(), strict=True):
        end.play(move)
    lives = sum(end.outcome is None for end in ends)
    assert perft(position, 1) == len(ends) == 42
    assert lives == 1
    assert perft(position, 2) == perft(play(position, "a2-b3"), 2)


def test_perft_file_of_gipf_is_what_its_command_makes() -> None:
    """The basic game's file equals exactly what the command in its head prints."""
    with open(os.path.join(FOLDER, "gipf-basic.txt"), encoding="utf-8") as file:
        assert file.read() == make_file("gipf-basic")
