"""Perft: the kernel counts every line of `data/perft`, the readable rules those that are quick."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from games.five.diagram import parse_position
from games.five.perft import PerftCount, perft
from games.five.rules import PRESETS, FiveRules
from games.gipf import perft as gipf
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from tests.conditions import met, often
from tests.families import FIVE, GIPF
from tests.games.five import make_perft as five_files
from tests.games.gipf import make_perft as gipf_files
from tests.games.gipf.boards import T3, basic, play
from tests.games.perft_files import path_of
from tests.gipf_strategies import crowded_positions, gipf_positions, gipf_rules
from tests.interrupts import interrupted

QUICK = 1_500  # leaves that the readable rules count
SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
TINY = FiveRules("tiny", 5, first_colour="white")
# 24 ordered pairs of moves fill each of Gipf's six edges, which has two entries.
THIRD = 42**3 - 6 * 24 * 2


@pytest.mark.parametrize("name", ["pente", *five_files.PRESETS])
def test_perft_file_of_five(name: str) -> None:
    """The kernel gives the counts of every line, up to 42.9 million leaves."""
    cases = five_files.load_pente_cases() if name == "pente" else five_files.load_cases(name)
    assert FIVE.kernel is not None
    for case in cases:
        counted = FIVE.kernel(case.position).perft(case.depth)
        assert PerftCount(*counted) == case.expected, case
        if case.expected.leaves < QUICK:
            assert case.counted() == case.expected, case


@pytest.mark.parametrize(
    "most",
    [10_000_000, pytest.param(1_000_000_000, marks=pytest.mark.nightly)],  # takes minutes
)
@pytest.mark.parametrize("name", gipf_files.CROWDED)
def test_perft_file_of_gipf(name: str, most: int) -> None:
    """The kernel counts sequences, each night up to 127 million leaves; the rules only few."""
    assert GIPF.kernel is not None
    for case in gipf_files.load_cases(name):
        if case.expected < QUICK:
            assert case.counted() == case.expected, case
        if case.kind == "D" and case.expected < most:
            assert GIPF.kernel(case.position).perft(case.depth) == case.expected, case


def test_perft_files_are_what_their_commands_make() -> None:
    """The smallest file of each family is exactly what the command in its head prints."""
    for name, make in (("gomoku-9", five_files.make_file), ("gipf-basic", gipf_files.make_file)):
        with open(path_of(name), encoding="utf-8") as file:
            assert file.read() == make(name)


@pytest.mark.parametrize("name", ["pente", "gipf"])
def test_perft_can_be_interrupted(name: str) -> None:
    """Ctrl-C ends a long count; the board is unchanged and counts as before."""
    games = FIVE if name in FIVE.presets else GIPF
    assert games.kernel is not None
    search = games.kernel(games.play_randomly(games.presets[name], 4, 14).copy())
    board, counts = search.board_bytes(), [search.perft(depth) for depth in (1, 2)]
    with interrupted(0.05):
        search.perft(7)
    assert search.board_bytes() == board
    assert [search.perft(depth) for depth in (1, 2)] == counts
    with pytest.raises(ValueError, match="nothing"):
        search.undo()


def test_perft_of_five_counts_leaves_wins_and_captures() -> None:
    """A sequence that wins early is one leaf; earlier captures count on every leaf."""
    assert perft(parse_position(SAMPLE, PRESETS["pente"]), 1) == PerftCount(356)
    won = parse_position("wwww1/bbwbb/wwbww/bbwbb/wwb1w w 0,0", TINY)
    assert [perft(won, depth) for depth in (1, 2, 3)] == [PerftCount(2, 1)] * 3
    taking = FiveRules(
        "t", 5, capture_lengths=(2,), captured_stones_to_win=10, first_colour="white"
    )
    assert perft(parse_position("wbb2/5/5/5/5 w 2,4", taking), 1) == PerftCount(22, 0, 22 * 6 + 2)
    assert FIVE.kernel is not None
    kernel = FIVE.kernel(FIVE.of(PRESETS["pente"]).start())
    assert [kernel.perft(depth)[0] for depth in range(4)] == [1, 1, 360, 120_624]


def test_perft_of_the_starts_of_gipf() -> None:
    """Of 42 entries two are missing if an edge is full; adding GIPF-pieces doubles the moves."""
    thirds = {"gipf-basic": THIRD, "gipf": THIRD, "gipf-tournament": 42**2 * 84}
    for name, third in thirds.items():
        start = GipfPosition(GIPF_PRESETS[name])
        assert [gipf.perft_by_state(start, n) for n in range(3)] == [1, 42, 42**2]
        assert GIPF.kernel is not None
        assert GIPF.kernel(start).perft(3) == third


@settings(max_examples=20)
@given(gipf_positions(gipf_rules()))
def test_perft_by_state_is_perft(position: GipfPosition) -> None:
    """Counting each position once, however it is turned, gives the same count."""
    assert gipf.perft_by_state(position, 1) == gipf.perft(position, 1)


def test_perft_counts_the_orders_of_removals() -> None:
    """T3: fifty sequences of decisions, 38 boards by their first move, 21 boards."""
    position = basic(T3)
    assert gipf.perft(position, 1) == 50
    assert gipf_files.perft_distinct(position, 1, by_placement=True) == 38
    assert gipf_files.perft_distinct(position, 1, by_placement=False) == 21
    assert gipf.perft_by_state(position, 2) == gipf.perft(position, 2) == 2_070


@often(begun=2)
@settings(max_examples=10)
@given(crowded_positions())
def test_perft_counts_the_rest_of_a_begun_turn_as_one(position: GipfPosition) -> None:
    """In the middle of a turn depth 1 is its end: at least as many leaves as decisions now."""
    if not position.placing and len(position.legal_moves()) < 8:
        met("begun")
        assert gipf.perft(position, 0) == 1
        assert gipf.perft(position, 1) >= len(position.legal_moves())


def test_perft_of_gipf_has_no_leaf_for_a_game_that_ended_before() -> None:
    """White has nothing to bring in, unless Black's push makes a row of White's."""
    position = basic("b 0 1 Kb3 Kc4 Wd5 We3 We4 We5")
    assert gipf.perft(position, 1) == 42
    assert gipf.perft(position, 2) == gipf.perft(play(position, "a2-b3"), 2)
