"""Perft: the readable rules count move sequences and agree with known counts."""

from __future__ import annotations

import os

import pytest

from games.five.diagram import parse_position
from games.five.perft import PerftCount, perft
from games.five.position import Position
from games.five.rules import PRESETS, Rules, rules_named
from tests.games.five.make_perft import FOLDER, Case, load_cases, load_pente_cases, make_file
from tests.games.five.make_perft import PRESETS as FILES

SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
# The command checks the deep case and the others of depth 2.
PENTE_CASES = [case for case in load_pente_cases() if case.depth == 2][2:]
SHALLOW = [case for name in FILES for case in load_cases(name) if case.depth == 1]
QUICK = [case for name in FILES for case in load_cases(name) if case.count.leaves < 3000]


@pytest.mark.parametrize(("depth", "leaves"), [(0, 1), (1, 1), (2, 360)])
def test_perft_of_the_empty_pente_board(depth: int, leaves: int) -> None:
    """White has only the centre, Black every other point."""
    assert perft(Position(rules_named("pente")), depth) == PerftCount(leaves)


def test_perft_of_the_handout_sample() -> None:
    """The handout's sample has 356 moves; none captures or wins."""
    assert perft(parse_position(SAMPLE, PRESETS["pente"]), 1) == PerftCount(356, 0, 0)


@pytest.mark.parametrize("case", PENTE_CASES, ids=repr)
def test_perft_of_pente_positions(case: Case) -> None:
    """The readable rules give the brief's counts, two moves deep."""
    assert perft(case.position, case.depth) == case.count


@pytest.mark.parametrize("case", SHALLOW, ids=repr)
def test_perft_files_hold_the_first_move(case: Case) -> None:
    """The readable rules give the counts of the other games' files for one move."""
    assert perft(case.position, case.depth) == case.count


@pytest.mark.parametrize("case", QUICK, ids=repr)
def test_perft_files_hold_quick_lines(case: Case) -> None:
    """The readable rules give the files' counts wherever that is quick, at any depth."""
    assert perft(case.position, case.depth) == case.count


def test_perft_file_is_what_its_command_makes() -> None:
    """The smallest file equals exactly what the command in its head prints."""
    with open(os.path.join(FOLDER, "gomoku-9.txt"), encoding="utf-8") as file:
        assert file.read() == make_file("gomoku-9")


def test_perft_counts_a_win_once_where_it_ends() -> None:
    """A sequence that wins early is one leaf at any depth beyond its end."""
    rules = Rules("tiny", 5, first_colour="white")
    position = parse_position("wwww1/bbwbb/wwbww/bbwbb/wwb1w w 0,0", rules)
    assert perft(position, 1) == PerftCount(2, 1, 0)
    assert perft(position, 2) == perft(position, 3) == PerftCount(2, 1, 0)


def test_perft_sums_earlier_captures() -> None:
    """Stones captured before the count began are counted on every leaf."""
    rules = Rules("tiny", 5, capture_lengths=(2,), captured_stones_to_win=10, first_colour="white")
    position = parse_position("wbb2/5/5/5/5 w 2,4", rules)
    assert perft(position, 1) == PerftCount(22, 0, 22 * 6 + 2)
