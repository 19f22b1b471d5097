"""Perft: the kernel counts every line of `data/perft`, the readable rules those that are quick."""

from __future__ import annotations

import pytest

from games.five.diagram import parse_position
from games.five.perft import PerftCount, perft
from games.five.rules import PRESETS, FiveRules
from games.gipf import perft as gipf
from tests.families import FIVE, GIPF, Games
from tests.games.gipf.boards import T3, basic, play
from tests.games.perft import NAMES, load_cases
from tests.interrupts import interrupted

QUICK = 1_500  # leaves that the readable rules count
FAMILIES = {name: games for games in (FIVE, GIPF) for name in games.presets}


@pytest.mark.parametrize(
    "most",
    [43_000_000, pytest.param(800_000_000, marks=pytest.mark.nightly)],
)
@pytest.mark.parametrize("name", NAMES)
def test_perft_files_are_counted_again(name: str, most: int) -> None:
    """The kernel gives the depths of every line, the longest of Gipf with `--nightly`."""
    games, cases = FAMILIES[name], load_cases(name)
    assert games.kernel is not None
    assert len(cases) > 8
    most //= 1 if games is FIVE else 4  # Gipf's leaves take longer
    for case in cases:
        if case.expected[0] < QUICK:
            assert case.counted() == case.expected, case
        if case.kind == "D" and case.expected[0] < most:
            counted = games.kernel(case.position).perft(case.depth)
            assert counted in {case.expected, case.expected[0]}, case


@pytest.mark.parametrize(("games", "name"), [(FIVE, "pente"), (GIPF, "gipf")])
def test_perft_can_be_interrupted(games: Games, name: str) -> None:
    """Ctrl-C ends a long count; the board is unchanged and counts as before."""
    assert games.kernel is not None
    search = games.kernel(games.play_randomly(games.presets[name], 4, 14).copy())
    board, counts = search.board_bytes(), [search.perft(depth) for depth in (1, 2)]
    with interrupted(0.05):
        search.perft(7)
    assert search.board_bytes() == board
    assert [search.perft(depth) for depth in (1, 2)] == counts


def test_perft_of_five_counts_leaves_wins_and_captures() -> None:
    """A sequence that wins early is one leaf; earlier captures count on every leaf."""
    tiny = FiveRules("tiny", 5, first_colour="white")
    won = parse_position("wwww1/bbwbb/wwbww/bbwbb/wwb1w w 0,0", tiny)
    assert [perft(won, depth) for depth in (1, 2, 3)] == [PerftCount(2, 1)] * 3
    taking = FiveRules(
        "t", 5, capture_lengths=(2,), captured_stones_to_win=10, first_colour="white"
    )
    assert perft(parse_position("wbb2/5/5/5/5 w 2,4", taking), 1) == PerftCount(22, 0, 22 * 6 + 2)
    assert FIVE.kernel is not None
    kernel = FIVE.kernel(FIVE.of(PRESETS["pente"]).start())
    assert [kernel.perft(depth)[0] for depth in range(4)] == [1, 1, 360, 120_624]


def test_perft_of_gipf_counts_turns() -> None:
    """The rest of a begun turn is one; counted by positions, however turned, it is the same.

    T3 has fifty sequences of decisions. A game that ended before the depth is no leaf: White has
    nothing to bring in, unless Black's push makes a row of White's.
    """
    position = basic(T3)
    assert gipf.perft(position, 1) == 50
    assert gipf.perft_by_state(position, 2) == gipf.perft(position, 2) == 2_070
    begun = basic("w 5 5 Wb2 Wb3 Wb4 Wb5 We2 We3 We4 We5 turn=W")
    assert [gipf.perft(begun, depth) for depth in (0, 1)] == [1, 2]
    last = basic("b 0 1 Kb3 Kc4 Wd5 We3 We4 We5")
    assert gipf.perft(last, 1) == 42
    assert gipf.perft(last, 2) == gipf.perft(play(last, "a2-b3"), 2)
