"""A small evaluation of whole lines, for the reference opponents and for choosing fair openings.

A window of five cells counts for a side if only that side has stones in it; more stones count more.
So an open three, which lies in three such windows, counts more than a closed one. Every pair that
could be captured counts for the capturing side. The value of a line depends only on its cells and
is cached, so a stone costs four look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.five.position import lines_of_board
from games.five.rules import FiveRules

WINDOW_VALUE = (0, 1, 6, 30, 150, 0)  # by stones in a window; FIVES counts fives
CAPTURABLE_VALUE = 20

# A line's value packs six counts into one integer, so that a sum over lines is one addition. Field
# f of side s starts at bit SHIFTS[f] + s * WIDTHS[f]; no field can overflow on a board of 20 x 20.
WORTH, FOURS, FIVES = range(3)
SHIFTS = (0, 48, 68)
WIDTHS = (24, 10, 10)
BORDER = 3  # content of a cell beyond either end of a line

Table = tuple[int, list[int]]  # a width in cells, and a number for every content of that width


def pack(field: int, side: int, count: int) -> int:
    """A line value with one count of one side."""
    return count << (SHIFTS[field] + side * WIDTHS[field])


def unpack(value: int, field: int, side: int) -> int:
    """One count of one side from a line value or a sum of them."""
    return value >> (SHIFTS[field] + side * WIDTHS[field]) & ((1 << WIDTHS[field]) - 1)


class LineValues:
    """Values of lines under some rules, computed at first use.

    A line's value is the sum of the entries of `tables` (`table_of`) for all its runs of cells.
    Without `tables` it is packed as above. A line's code has two bits per cell, the first cell
    lowest: 0 empty, 1 + side, or BORDER before the first cell and after the last.
    """

    __slots__ = ("_empty", "_of_code", "_tables", "lines", "places", "size")

    def __init__(self, rules: FiveRules, tables: Sequence[Table] = ()) -> None:
        self.size = rules.size
        self.lines = [line for line in lines_of_board(rules.size) if len(line) >= 5]
        # For each point: (line, bit shift) in every line through it.
        self.places: list[list[tuple[int, int]]] = [[] for _ in range(rules.size**2)]
        for number, line in enumerate(self.lines):
            for index, point in enumerate(line):
                self.places[point].append((number, 2 * (index + 1)))
        self._empty = [BORDER | BORDER << 2 * (len(line) + 1) for line in self.lines]  # codes
        self._of_code: dict[int, int] = {}
        self._tables = tuple(tables) or packed_tables(rules)

    def code(self, line: int, cells: Sequence[int]) -> int:
        """The code of a line on a board."""
        code = self._empty[line]
        for index, point in enumerate(self.lines[line]):
            code |= cells[point] << 2 * (index + 1)
        return code

    def value(self, code: int) -> int:
        """The value of a line."""
        value = self._of_code.get(code)
        if value is None:
            value = self._of_code[code] = self._evaluate(code)
        return value

    def of_board(self, cells: Sequence[int]) -> int:
        """The sum of the values of all lines of a board."""
        codes = self._empty.copy()
        for point, cell in enumerate(cells):
            if cell:
                for line, shift in self.places[point]:
                    codes[line] |= cell << shift
        return sum(map(self.value, codes))

    def _evaluate(self, code: int) -> int:
        bits = code.bit_length()
        value = 0
        for width, table in self._tables:
            mask = (1 << 2 * width) - 1
            for shift in range(0, bits - 2 * width + 1, 2):
                value += table[code >> shift & mask]
        return value


def packed_tables(rules: FiveRules) -> tuple[Table, ...]:
    """The tables of packed values: windows, fives and capturable pairs."""
    captures = [table_of(length + 2, _capturable) for length in rules.capture_lengths]
    return (
        table_of(5, _worth_of_window),
        _five_table(exactly=rules.exactly_five),
        *captures,
    )


def table_of(width: int, judge: Callable[[list[int]], int]) -> Table:
    """A width and the result of `judge` for every content of that width."""
    contents = ([code >> 2 * cell & 3 for cell in range(width)] for code in range(4**width))
    return width, [judge(cells) for cells in contents]


def _worth_of_window(cells: list[int]) -> int:
    for side in (0, 1):
        stones = cells.count(1 + side)
        if stones and stones + cells.count(0) == 5:
            fours = pack(FOURS, side, 1) if stones == 4 else 0
            return pack(WORTH, side, WINDOW_VALUE[stones]) + fours
    return 0


def _five_table(*, exactly: bool) -> Table:
    """The table of fives; `exactly`: five stones without a sixth at either end."""

    def five(cells: list[int]) -> int:
        row, ends = (cells[1:6], (cells[0], cells[6])) if exactly else (cells, ())
        owner = row[0]
        if owner in (1, 2) and row.count(owner) == 5 and owner not in ends:
            return pack(FIVES, owner - 1, 1)
        return 0

    return table_of(7 if exactly else 5, five)


def _capturable(cells: list[int]) -> int:
    """The value for the side that could capture these stones by playing the empty end."""
    for ends in ((cells[0], cells[-1]), (cells[-1], cells[0])):
        taker = ends[0]
        if taker in (1, 2) and ends[1] == 0 and cells[1:-1] == [3 - taker] * (len(cells) - 2):
            return pack(WORTH, taker - 1, CAPTURABLE_VALUE)
    return 0
