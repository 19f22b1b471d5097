"""The values of the empty points of one line, read from the line's text (`docs/evaluation.md`).

A line is a string with one character per cell: `x` a stone of side 0, `o` one of side 1, `.`
empty. A window is the part around a point, with `#` beyond the edge. The evaluation, the move order
and the check for a win read a line from a cache, keyed by its text. A move changes four lines of
about a hundred, and nearly all new texts are in the cache.
"""

from __future__ import annotations

from games.five.rules import FiveRules
from search.weights import Weights
from search.weights.five import RANKED

SIGNS = ("x", "o")  # by side
VACANT = "."
BLOCK = "#"

FIVE, OPEN_FOUR, FOUR, OPEN_THREE, THREE, OPEN_TWO, TWO, OPEN_ONE, ONE, NONE = range(9, -1, -1)
# The tunable of each rank's value, by rank; NONE is worth nothing.
RANK_NAMES = ("", *RANKED)
WORTHS, FIVES, PREY, LIVE = range(4)
FIELD_BITS = 32  # no sum over a board is so large, none is negative
LINES_REMEMBERED = 100_000  # cached texts, about 100 MB; a long search meets some ten thousand


def rank_of_window(window: str, *, exactly_five: bool) -> int:
    """The rank of a window that holds the new stone: `x` own, `.` empty, `#` anything else.

    Only FIVE is read from the window itself. Any other rank is one step below the best rank that
    one more stone can make.
    """
    ranks = _RANKS[exactly_five]
    if window not in ranks:
        ranks[window] = _find_rank(window, exactly_five=exactly_five)
    return ranks[window]


_RANKS: tuple[dict[str, int], dict[str, int]] = ({}, {})  # constants, computed on first use


def _find_rank(window: str, *, exactly_five: bool) -> int:
    if holds_five(window, exactly_five=exactly_five):
        return FIVE
    next_ranks = [
        rank_of_window(put(window, index, "x"), exactly_five=exactly_five)
        for index, sign in enumerate(window)
        if sign == VACANT
    ]
    completing = next_ranks.count(FIVE)
    if completing:
        return OPEN_FOUR if completing >= 2 else FOUR
    # OPEN_FOUR next makes an OPEN_THREE, FOUR next a THREE, and so on down to ONE.
    return max(max(next_ranks, default=NONE) - 2, NONE)


def holds_five(window: str, *, exactly_five: bool) -> bool:
    """Whether a run of own stones in the window wins."""
    if not exactly_five:
        return "xxxxx" in window
    return any(len(run) == 5 for run in window.replace(BLOCK, VACANT).split(VACANT))


def put(text: str, index: int, sign: str) -> str:
    """The text with this sign in place of the one at the index."""
    return text[:index] + sign + text[index + 1 :]


def seen_by(side: int, window: str) -> str:
    """The window from a side's view: its own stones as `x`, the opponent's as blocks."""
    return window.replace(SIGNS[1 - side], BLOCK).replace(SIGNS[side], "x")


class BoardLine:
    """The values of one text of a line, for both sides; boards share it, so never change it.

    text        the cells
    sums        eight sums over its points, packed as `unpacked` takes them apart
    orders      by mover, by cell: what the line adds to the order score
    five_cells  by side: the indexes of the points that complete a row
    takes       by side: {index of a point: indexes of the stones captured from there}
    """

    __slots__ = ("five_cells", "orders", "sums", "takes", "text")

    def __init__(
        self,
        text: str,
        parts: tuple[list[int], list[int]],
        orders: tuple[list[int], list[int]],
        five_cells: tuple[list[int], list[int]],
        takes: tuple[dict[int, list[int]], dict[int, list[int]]],
        *,
        live: list[int],
    ) -> None:
        self.text = text
        fields = (
            *map(sum, parts),
            *map(len, five_cells),
            *(sum(map(len, stones.values())) for stones in takes),
            *live,
        )
        self.sums = sum(field << FIELD_BITS * n for n, field in enumerate(fields))
        self.orders = orders
        self.five_cells = five_cells
        self.takes = takes


def unpacked(sums: int, kind: int, side: int) -> int:
    """The sum of one kind for a side.

    WORTHS are the parts of its points, FIVES the points that complete a row on a line, PREY the
    stones that the side could capture, LIVE the points where it may still make a row on a line.
    """
    return sums >> FIELD_BITS * (2 * kind + side) & (1 << FIELD_BITS) - 1


class Scale:
    """The weights of ranks, captures and threats to capture, for the value or the move order.

    prefix  "" for the value; for the order "own_" or "opponent_", by whose stone it is
    """

    __slots__ = ("_capture", "_ranks", "_threat")

    def __init__(self, weights: Weights, prefix: str) -> None:
        self._ranks = (0, *(weights[prefix + name] for name in RANK_NAMES[1:]))
        self._capture = weights[prefix + "capture"]
        self._threat = weights[prefix + "capture_threat"]

    def part(self, rank: int, captures: int, threats: int) -> int:
        """The summed value of a line's rank, its captures and its threats to capture."""
        return self._ranks[rank] + self._capture * captures + self._threat * threats


class LineCache:
    """A cache of lines for one set of rules and weights; `line` adds new ones.

    Boards of the same rules and weights may share a table, one after the other.
    """

    __slots__ = ("_lengths", "_lines", "_scales", "_windows", "reach", "rules")

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        self.rules = rules
        # Where exactly five wins, a sixth stone matters; it may be five cells away.
        self.reach = 5 if rules.exactly_five else 4
        self._scales = [Scale(weights, prefix) for prefix in ("", "own_", "opponent_")]
        self._lengths = rules.capture_lengths
        self._lines: dict[str, BoardLine] = {}
        self._windows: dict[tuple[str, int], tuple[list[int], int, list[int]]] = {}

    def line(self, text: str) -> BoardLine:
        """The line of this text."""
        line = self._lines.get(text)
        if line is None:
            if len(self._lines) >= LINES_REMEMBERED:
                self._lines.clear()
            line = self._lines[text] = self._read(text)
        return line

    def _read(self, text: str) -> BoardLine:
        reach = self.reach
        padded = BLOCK * reach + text + BLOCK * reach
        parts = ([0] * len(text), [0] * len(text))
        orders = ([0] * len(text), [0] * len(text))
        five_cells: tuple[list[int], list[int]] = ([], [])
        takes: tuple[dict[int, list[int]], dict[int, list[int]]] = ({}, {})
        live = [0, 0]
        for index, sign in enumerate(text):
            if sign != VACANT:
                continue
            window = padded[index : index + 2 * reach + 1]
            for side in (0, 1):
                (part, own, opponent), rank, steps = self.part(window, side)
                parts[side][index] = part
                orders[side][index] += own
                orders[1 - side][index] += opponent
                live[side] += rank > NONE
                if rank == FIVE:
                    five_cells[side].append(index)
                if steps:
                    takes[side][index] = [index + step for step in steps]
        return BoardLine(text, parts, orders, five_cells, takes, live=live)

    def part(self, window: str, side: int) -> tuple[list[int], int, list[int]]:
        """The worth of a stone of this side in the empty middle of a window.

        Returns three parts (for the value, for the order as mover, for the order as opponent);
        the rank of the stone; the steps along the line to captured stones.
        """
        part = self._windows.get((window, side))
        if part is None:
            part = self._windows[window, side] = self._find_part(window, side)
        return part

    def _find_part(self, window: str, side: int) -> tuple[list[int], int, list[int]]:
        reach = self.reach
        own, opponent = SIGNS[side], SIGNS[1 - side]
        view = put(seen_by(side, window), reach, "x")
        rank = rank_of_window(view, exactly_five=self.rules.exactly_five)
        captures = threats = 0
        steps: list[int] = []
        for way, ray in ((1, window[reach + 1 :]), (-1, window[:reach][::-1])):
            for length in self._lengths:
                if ray.startswith(opponent * length + own):
                    captures += 1
                    steps += [way * step for step in range(1, length + 1)]
                elif ray.startswith(opponent * length + VACANT):
                    threats += 1
        return [scale.part(rank, captures, threats) for scale in self._scales], rank, steps
