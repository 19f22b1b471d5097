"""The values of a line of the board, kept by its content as one integer.

A cell takes two bits: 0 empty, 1 + side a stone, 3 a wall. `reach` walls lie beyond each end of a
line, so that the window around any of its cells is a shift and a mask, and the walls tell the
length. The ranks and their values are those of `docs/evaluation.md`. `search.reference.static`
computes the same from scratch, point by point; it is easier to read.
"""

from __future__ import annotations

from search.weights.five import ORDERED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.five.rules import FiveRules
    from search.weights import Weights

WALL = 3
NONE, FOUR, OPEN_FOUR, FIVE = 0, 7, 8, 9  # ranks
NOWHERE: Any = ((), ())  # by side
NOTHING: Any = ({}, {})
LINES_REMEMBERED = 100_000  # about 100 MB; a search of a minute meets half of that

# A sum over lines is one integer of ten fields, two of each kind, by side: the parts of the points,
# the points that make a five, a four (open or not), an open four, the stones that can be captured.
# A point counts once for each line through it. The names are the shifts of the fields.
WORTH_BITS, COUNT_BITS = 32, 16
WORTH_MASK = (1 << WORTH_BITS) - 1
COUNT_MASK = (1 << COUNT_BITS) - 1
FIVES, FOURS, OPENS, PREY = (
    tuple(2 * WORTH_BITS + COUNT_BITS * (2 * kind + side) for side in (0, 1)) for kind in range(4)
)


class BoardLine:
    """The values of one content of a line. Boards share it: never change it.

    code    the content
    sums    the sums over its points
    orders  by mover, by cell: what the line adds to the order score
    fives, fours  by side: the indexes of the cells that make a five, a four
    takes   by side: {index of a cell: indexes of the stones captured from there}
    live    whether a side may still make a row through one of its empty cells
    """

    __slots__ = ("code", "fives", "fours", "live", "orders", "sums", "takes")

    code: int
    live: bool
    sums: int
    orders: tuple[list[int], list[int]]
    fives: Sequence[Sequence[int]]
    fours: Sequence[Sequence[int]]
    takes: Sequence[dict[int, list[int]]]


class Window:
    """What a stone of either side does in the empty middle of a window.

    notable  whether it makes a four or a five, or captures
    orders   by mover: what the window adds to the order score
    ranks    by side: the rank
    steps    by side: the steps along the line to captured stones
    sums     what the window adds to those of its line
    """

    __slots__ = ("notable", "orders", "ranks", "steps", "sums")

    def __init__(self) -> None:
        self.notable = False
        self.orders, self.ranks = [0, 0], [0, 0]
        self.steps: tuple[list[int], list[int]] = ([], [])
        self.sums = 0


class Lines(dict):  # type: ignore[type-arg]  # from code to BoardLine; no subscript on Python 3.8
    """The lines of one set of rules and weights, each read when it is first asked for."""

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        super().__init__()
        self.reach = 5 if rules.exactly_five else 4
        self.windows = Windows(rules, weights, self.reach)
        self._mask = (1 << 2 * (2 * self.reach + 1)) - 1

    def empty(self, length: int) -> int:
        """The code of an empty line of this length."""
        walls = (1 << 2 * self.reach) - 1
        return walls | walls << 2 * (self.reach + length)

    def unit(self, side: int, index: int) -> int:
        """What a stone of this side, on the cell of this index, adds to a code."""
        return 1 + side << 2 * (self.reach + index)

    def __missing__(self, code: int) -> BoardLine:
        if len(self) >= LINES_REMEMBERED:
            self.clear()
        line = self[code] = BoardLine()
        length = code.bit_length() // 2 - 2 * self.reach
        windows, mask = self.windows, self._mask
        by_cell = [windows[code >> shift & mask] for shift in range(0, 2 * length, 2)]
        line.code = code
        line.live = any(any(window.ranks) for window in by_cell)
        line.sums = sum([window.sums for window in by_cell])
        line.orders = [window.orders[0] for window in by_cell], [w.orders[1] for w in by_cell]
        line.fives = line.fours = NOWHERE
        line.takes = NOTHING
        notable = [index for index, window in enumerate(by_cell) if window.notable]
        if notable:
            pairs = [(index, by_cell[index]) for index in notable]
            line.fives = tuple([i for i, w in pairs if w.ranks[s] == FIVE] for s in (0, 1))
            line.fours = tuple([i for i, w in pairs if FOUR <= w.ranks[s] < FIVE] for s in (0, 1))
            line.takes = tuple(
                {i: [i + step for step in w.steps[s]] for i, w in pairs if w.steps[s]}
                for s in (0, 1)
            )
        return line


class Windows(dict):  # type: ignore[type-arg]  # from window to Window
    """The windows of one set of rules and weights, each read when it is first asked for."""

    def __init__(self, rules: FiveRules, weights: Weights, reach: int) -> None:
        super().__init__()
        self._reach = reach
        self._exactly_five = rules.exactly_five
        self._lengths = rules.capture_lengths
        self._scales = [
            [0, *[weights[prefix + name] for name in ORDERED]]  # by rank, then of captures
            for prefix in ("", "own_", "opponent_")
        ]
        self._ranks: dict[tuple[int, int], int] = {}

    def __missing__(self, code: int) -> Window:
        window, middle = Window(), 2 * self._reach
        if not code >> middle & 3:  # a point with a stone counts for neither side
            cells = [code >> shift & 3 for shift in range(0, 2 * middle + 2, 2)]
            for side in (0, 1):
                self._add(window, cells, side)
        self[code] = window
        return window

    def _add(self, window: Window, cells: list[int], side: int) -> None:
        """Add what a stone of this side does."""
        rank = window.ranks[side] = self._rank_for(cells, side)
        captured, threats = self._captures(cells, side)
        steps = window.steps[side]
        steps += [step for ray in captured for step in ray]
        part, own, opponent = [
            scale[rank] + len(captured) * scale[-2] + threats * scale[-1] for scale in self._scales
        ]
        window.orders[side] += own
        window.orders[1 - side] += opponent
        window.sums += part << WORTH_BITS * side
        window.sums += (rank == FIVE) << FIVES[side]
        window.sums += (FOUR <= rank < FIVE) << FOURS[side]
        window.sums += (rank == OPEN_FOUR) << OPENS[side]
        window.sums += len(steps) << PREY[side]
        window.notable |= rank >= FOUR or bool(steps)

    def _rank_for(self, cells: list[int], side: int) -> int:
        """The rank of a stone of this side in the middle; stones beyond a block do not count."""
        reach, own, room = self._reach, 1 << self._reach, 1 << self._reach
        for way in (range(reach + 1, 2 * reach + 1), range(reach - 1, -1, -1)):
            for place in way:
                if cells[place] == 1 + side:
                    own |= 1 << place
                elif cells[place]:
                    break
                room |= 1 << place
        return self._rank(own, room)

    def _rank(self, own: int, room: int) -> int:
        """The rank of these own cells among those that are own or empty, both as bits."""
        rank = self._ranks.get((own, room))
        if rank is None:
            rank = self._ranks[own, room] = self._find_rank(own, room)
        return rank

    def _find_rank(self, own: int, room: int) -> int:
        fives = own & own >> 1 & own >> 2 & own >> 3 & own >> 4
        if fives and not (self._exactly_five and fives & (own << 1 | own >> 5)):
            return FIVE
        after = [
            self._rank(own | 1 << place, room)
            for place in range(2 * self._reach + 1)
            if (room & ~own) >> place & 1
        ]
        completing = after.count(FIVE)
        if completing:
            return OPEN_FOUR if completing > 1 else FOUR
        return max(max(after, default=NONE) - 2, NONE)

    def _captures(self, cells: list[int], side: int) -> tuple[list[list[int]], int]:
        """The steps to the stones that each ray captures, and the number of rays that threaten."""
        reach, own, opponent = self._reach, 1 + side, 2 - side
        rays, threats = [], 0
        for way, ray in ((1, cells[reach + 1 :]), (-1, cells[:reach][::-1])):
            for length in self._lengths:
                if ray[:length] == [opponent] * length:
                    if ray[length] == own:
                        rays.append([way * step for step in range(1, length + 1)])
                    threats += not ray[length]
        return rays, threats
