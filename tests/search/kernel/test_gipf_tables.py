"""The generated geometry of the Gipf kernel: the header is up to date and matches the rules."""

from __future__ import annotations

import os
from itertools import pairwise

from games.gipf.board import LINES, SPOTS, distance_from_centre
from search.kernel import gipf_tables as tables

BITS = tables.bits_of_spots()


def test_gipf_tables_that_are_built_in_are_what_the_generator_makes() -> None:
    """The generated header is up to date."""
    path = os.path.join(os.path.dirname(tables.__file__), "generated", "gipf_tables.h")
    with open(path, encoding="ascii") as file:
        assert file.read() == tables.header()


def test_gipf_lines_of_the_tables_are_those_of_the_rules() -> None:
    """Lines and spots are numbered as in the rules; a step leads from one spot to the next."""
    found = [tuple(BITS.index(bit) for bit in line) for line in tables.lines()]
    assert found == list(LINES)
    for number, line in enumerate(tables.lines()):
        step = tables.STEPS[number // 7]
        assert all(after - before == step for before, after in pairwise(line))


def test_no_shift_leads_from_one_line_to_another() -> None:
    """One step on from a line's end no spot lies, so words of bits need no masks at the edge."""
    for number, line in enumerate(tables.lines()):
        step = tables.STEPS[number // 7]
        assert line[0] - step not in BITS
        assert line[-1] + step not in BITS


def test_gipf_rings_and_windows_are_those_of_the_board() -> None:
    """A ring holds the spots of one distance; a window begins where three more spots follow."""
    for spot, bit in enumerate(BITS):
        steps = distance_from_centre(SPOTS[spot])
        assert [word >> bit & 1 for word in tables.rings()] == [steps == ring for ring in range(4)]
    for direction, word in enumerate(tables.windows()):
        of_direction = tables.lines()[7 * direction : 7 * direction + 7]
        starts = {bit for line in of_direction for bit in line[:-3]}
        assert {bit for bit in BITS if word >> bit & 1} == starts
