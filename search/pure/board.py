"""A board for the search in plain Python: its lines as integers, and running sums of their values.

A move looks up the four lines through its point, and four more for each stone that it captures. All
values are those of `docs/evaluation.md`.
"""

from __future__ import annotations

from games.five.position import points_far
from games.rules import EMPTY
from search.pure.geometry import NEAR_IN_THE_OPENING, geometry_of
from search.pure.lines import COUNT_MASK, FIVES, FOURS, OPENS, PREY, WORTH_BITS, WORTH_MASK, Lines
from search.score import EVALUATION_LIMIT
from search.weights.five import captured_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.weights import Weights

ANY_FIVE = tuple(COUNT_MASK << shift for shift in FIVES)  # by side: this part of a sum
ANY_FOUR = tuple(COUNT_MASK << shift for shift in FOURS)
ANY_OPEN = tuple(COUNT_MASK << shift for shift in OPENS)
ANY_PREY = tuple(COUNT_MASK << shift for shift in PREY)
POINT_BITS = 9  # of a ranked candidate
POINT_MASK = (1 << POINT_BITS) - 1
PRIME, ROOT = (1 << 61) - 1, 0x1B54A32D192ED035  # the keys of stones are powers of the root


class Board:
    """The position to search, changed by `play` and `undo`; moves must be legal.

    side      the side to move
    captured  stones that each side has taken
    empty     number of empty points
    sums      the sums over all lines (`search.pure.lines`)
    key       positions with other stones or other captures nearly surely have another one
    """

    __slots__ = (
        *("_bound_turns", "_captured_keys", "_captured_worth", "_empty", "_geometry", "_keys"),
        *("_lines", "_memo", "_narrowest", "_near", "_occupied", "_past", "_tempo", "_to_win"),
        *("_units", "_widest"),
        *("captured", "empty", "key", "rules", "side", "sums"),
    )

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        self.rules = rules
        self._memo = Lines(rules, weights)
        geometry = self._geometry = geometry_of(rules.size)
        self._empty = [self._memo.empty(len(points)) for points in geometry.line_points]
        self._units = [[self._memo.unit(side, i) for i in range(rules.size)] for side in (0, 1)]
        keys = [ROOT]
        for _ in range(2 * rules.size**2 + 1):
            keys.append(keys[-1] * ROOT % PRIME)
        self._captured_keys, self._keys = keys[:2], (keys[2::2], keys[3::2])
        self._tempo = 100 + weights["tempo_percent"]
        self._to_win = rules.captured_stones_to_win
        self._captured_worth = captured_values(self._to_win, weights)
        self._widest = 2 * max(rules.capture_lengths, default=0)
        self._narrowest = min(rules.capture_lengths, default=0)

    def set_position(self, position: FivePosition) -> None:
        """Set the board to a position whose game is not over."""
        geometry = self._geometry
        self.side = position.side
        self.captured = list(position.captured_stones)
        self.empty = position.cells.count(EMPTY)
        self._past: list[Any] = []
        # An opening rule binds the first side's first two stones.
        to_place = 2 - position.stones_placed(0) if self.rules.opening_distance else 0
        self._bound_turns = 2 * to_place + self.side
        self._occupied = self._near = 0
        self.key = self.captured[0] * self._captured_keys[0]
        self.key += self.captured[1] * self._captured_keys[1]
        codes = self._empty.copy()
        for point, cell in enumerate(position.cells):
            if cell:
                self._occupied |= 1 << point
                self._near |= geometry.near[point]
                self.key += self._keys[cell - 1][point]
                for number, index in geometry.lines_of(point):
                    codes[number] += self._units[cell - 1][index]
        self._lines = [self._memo[code] for code in codes]
        self.sums = sum([line.sums for line in self._lines])

    @property
    def turns(self) -> int:
        """Moves played since the board was set."""
        return len(self._past)

    # Moves

    def play(self, point: int) -> None:
        """Place a stone of the side to move, take what it captures, pass the turn."""
        side, lines, memo, geometry = self.side, self._lines, self._memo, self._geometry
        taken = self.captures_of(point) if self.sums & ANY_PREY[side] else None
        a, i, b, j, c, k, d, m = geometry.slots_of[point]
        unit = self._units[side]
        was_a, was_b, was_c, was_d = lines[a], lines[b], lines[c], lines[d]
        whole = (taken, lines.copy()) if taken else None
        board = (self._occupied, self._near, self.sums, self.key)
        self._past.append((point, whole, board, was_a, was_b, was_c, was_d))
        lines[a] = now_a = memo[was_a.code + unit[i]]
        lines[b] = now_b = memo[was_b.code + unit[j]]
        lines[c] = now_c = memo[was_c.code + unit[k]]
        lines[d] = now_d = memo[was_d.code + unit[m]]
        self.sums += now_a.sums + now_b.sums + now_c.sums + now_d.sums
        self.sums -= was_a.sums + was_b.sums + was_c.sums + was_d.sums
        self._occupied |= 1 << point
        self._near |= geometry.near[point]
        self.key += self._keys[side][point]
        self.empty -= 1
        self.side = 1 - side
        if taken:
            self._take(taken, side)

    def _take(self, taken: list[int], side: int) -> None:
        """Remove the stones that this side has captured."""
        lines, memo, geometry = self._lines, self._memo, self._geometry
        unit, keys = self._units[1 - side], self._keys[1 - side]
        for stone in taken:
            for number, index in geometry.lines_of(stone):
                was = lines[number]
                now = lines[number] = memo[was.code - unit[index]]
                self.sums += now.sums - was.sums
            self._occupied ^= 1 << stone
            self.key += self._captured_keys[side] - keys[stone]
        self._near = geometry.near_any(self._occupied)
        self.captured[side] += len(taken)
        self.empty += len(taken)

    def undo(self) -> None:
        """Take the last move back."""
        point, whole, board, was_a, was_b, was_c, was_d = self._past.pop()
        self._occupied, self._near, self.sums, self.key = board
        self.side = side = 1 - self.side
        self.empty += 1
        if whole is not None:
            taken, self._lines = whole
            self.captured[side] -= len(taken)
            self.empty -= len(taken)
        lines = self._lines
        a, _, b, _, c, _, d, _ = self._geometry.slots_of[point]
        lines[a], lines[b], lines[c], lines[d] = was_a, was_b, was_c, was_d

    def pass_turn(self) -> None:
        """Let the other side move; pass again to take it back."""
        self.side = 1 - self.side

    def captures_of(self, point: int) -> list[int]:
        """The stones that the side to move captures by playing on this empty point."""
        stones = []
        for number, index in self._geometry.lines_of(point):
            steps = self._lines[number].takes[self.side].get(index)
            if steps:
                points = self._geometry.line_points[number]
                stones += [points[step] for step in steps]
        return stones

    # Values

    def evaluate(self) -> int:
        """The static value for the side to move."""
        side, sums, worth = self.side, self.sums, self._captured_worth
        value: int = (sums >> WORTH_BITS * side & WORTH_MASK) * self._tempo // 100
        value -= sums >> WORTH_BITS * (1 - side) & WORTH_MASK
        value += worth[self.captured[side]] - worth[self.captured[1 - side]]
        return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value))

    def has_lost(self) -> bool:
        """Whether the side that has just moved has won by captures."""
        return 0 < self._to_win <= self.captured[1 - self.side]

    def can_win(self, side: int) -> bool:
        """Whether this side, if it is to move, wins at once."""
        if self.sums & ANY_FIVE[side]:
            return not self._is_bound(side)
        needed = self._to_win - self.captured[side]
        if not 0 < needed <= self._widest or self.sums >> PREY[side] & COUNT_MASK < needed:
            return False
        return needed <= self._narrowest or bool(self._taking(side, needed))

    def is_dead(self) -> bool:
        """Whether no empty point is left on which a side may still make a row."""
        return not any(line.live for line in self._lines)

    def winning_points(self, side: int) -> list[int]:
        """The points on which this side, if it is to move, wins at once, in board order."""
        if self._is_bound(side):
            return []
        winning = self._five_points(side)
        needed = self._to_win - self.captured[side]
        if 0 < needed <= self._widest:
            winning.update(self._taking(side, needed))
        return sorted(winning)

    def _five_points(self, side: int) -> set[int]:
        """The points where this side makes a five; nearly all are on a line of the last stone."""
        count, lines = self.sums >> FIVES[side] & COUNT_MASK, self._geometry.line_points
        points: list[int] = []
        last = self._geometry.slots_of[self._past[-1][0]][::2] if self._past else ()
        for numbers in (last, range(len(lines))):
            if len(points) < count:
                points = [
                    lines[number][index]
                    for number in numbers
                    for index in self._lines[number].fives[side]
                ]
        return {*points}

    def _taking(self, side: int, needed: int) -> list[int]:
        """The points from which this side captures at least so many stones, over all rays."""
        taken: dict[int, int] = {}
        for number, line in enumerate(self._lines):
            for index, steps in line.takes[side].items():
                point = self._geometry.line_points[number][index]
                taken[point] = taken.get(point, 0) + len(steps)
        return [point for point, stones in taken.items() if stones >= needed]

    # Moves to try

    def ranked(self, bonus: Sequence[int]) -> list[int]:
        """The candidates, best first: of each the order score with its bonus, and the point.

        `POINT_MASK & ~n` of such a number is the point; the score is in the bits above.
        """
        side = self.side
        points = self._opening_points() if self._is_bound(side) else self._near_points()
        orders = [line.orders[side] for line in self._lines]
        slots = self._geometry.slots_of
        ranked: list[int] = []
        add = ranked.append
        for point in points:
            a, i, b, j, c, k, d, m = slots[point]
            score = orders[a][i] + orders[b][j] + orders[c][k] + orders[d][m] + bonus[point]
            add((score << POINT_BITS) + (POINT_MASK ^ point))
        ranked.sort(reverse=True)
        return ranked

    def candidates(self) -> list[tuple[int, int]]:
        """The candidates and their order scores, best first."""
        ranked = self.ranked([0] * self.rules.size**2)
        return [(POINT_MASK & ~number, number >> POINT_BITS) for number in ranked]

    def answers(self) -> list[int]:
        """All moves that may stop the opponent's win at once; each of the others loses."""
        answers = self.winning_points(1 - self.side)
        if self.sums & ANY_PREY[self.side]:
            answers = list(dict.fromkeys(self._capturing_points() + answers))
        if self._is_bound(self.side):
            answers = [point for point in answers if point in self._opening_points()]
        return answers

    def _capturing_points(self) -> list[int]:
        """The points from which the side to move captures."""
        side, lines = self.side, self._geometry.line_points
        return [
            lines[number][index]
            for number, line in enumerate(self._lines)
            for index in line.takes[side]
        ]

    def threats(self) -> list[int]:
        """The points where the side to move makes a four or captures, double ones first."""
        side, lines = self.side, self._geometry.line_points
        fours = [
            lines[number][index]
            for number, line in enumerate(self._lines)
            for index in line.fours[side]
        ]
        if self.sums & ANY_PREY[side]:
            fours += self._capturing_points()
        return sorted({*fours}, key=fours.count, reverse=True)

    def _is_bound(self, side: int) -> bool:
        """Whether an opening rule binds this side."""
        return len(self._past) < self._bound_turns and side == 0

    def _near_points(self) -> list[int]:
        if not self._occupied:
            return [self.rules.centre]
        return self._geometry.points_of(self._near & ~self._occupied)

    def _opening_points(self) -> list[int]:
        """The allowed points near a stone, else all allowed points, else all empty points."""
        rules, occupied = self.rules, self._occupied
        empty = [point for point in range(rules.size**2) if not occupied >> point & 1]
        if self._bound_turns - len(self._past) > 2:  # the first stone
            return [rules.centre] if rules.centre in empty else empty
        far = points_far(rules.size, rules.opening_distance)
        allowed = [point for point in empty if point in far]
        near = self._geometry.near_any(occupied, NEAR_IN_THE_OPENING)
        return [point for point in allowed if near >> point & 1] or allowed or empty
