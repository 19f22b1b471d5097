"""A board for the reference search: lines as text, and running sums of their values.

A move changes the four lines through its point, and four more for each stone it captures. A table
keeps the values of a line by its text. `search.reference.static` computes the same from scratch.
"""

from __future__ import annotations

from games.five.position import FivePosition, points_far
from games.rules import EMPTY
from search.geometry import geometry_of
from search.reference.board_lines import (
    FIVES,
    LIVE,
    PREY,
    SIGNS,
    VACANT,
    WORTHS,
    BoardLine,
    LineCache,
    unpacked,
)
from search.reference.static import captured_worth
from search.score import EVALUATION_LIMIT, lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from search.weights import Weights


class ReferenceBoard:
    """A position for searching: the lines as text, and the sums of their values.

    It assumes that the game is not over and that moves are legal, as candidates are. `minimax` and
    `alpha_beta` accept it as a game.

    rules            the game's rules
    side             the side to move
    captured_stones  stones that each side has taken
    empty            number of empty points
    turns            moves played since the board was set up
    """

    __slots__ = (
        *("_cache", "_captured_worth", "_geometry", "_lines", "_near", "_occupied", "_past"),
        *("_placed_first", "_sums", "_tempo", "_trail"),
        *("captured_stones", "empty", "rules", "side", "turns"),
    )

    def __init__(
        self, position: FivePosition, weights: Weights, cache: LineCache | None = None
    ) -> None:
        rules = self.rules = position.rules
        self.side = position.side
        self.captured_stones = list(position.captured_stones)
        self.empty = position.cells.count(EMPTY)
        self.turns = 0
        self._placed_first = position.stones_placed(0)
        self._cache = LineCache(rules, weights) if cache is None else cache
        self._geometry = geometry_of(rules.size)
        self._tempo = 100 + weights["tempo_percent"]
        most = rules.captured_stones_to_win + 8 * max(rules.capture_lengths, default=0)
        self._captured_worth = [captured_worth(n, rules, weights) for n in range(most + 1)]
        self._past: list[tuple[int, ...]] = []
        self._trail: list[tuple[int, BoardLine]] = []
        signs = "".join((VACANT, *SIGNS)[cell] for cell in position.cells)
        self._lines = [
            self._cache.line("".join(signs[point] for point in points))
            for points in self._geometry.line_points
        ]
        self._occupied = sum(1 << point for point, sign in enumerate(signs) if sign != VACANT)
        self._near = self._geometry.near_any(self._occupied)
        self._sums = sum(line.sums for line in self._lines)

    # Moves

    def play(self, point: int) -> None:
        """Place a stone of the side to move, take what it captures, pass the turn."""
        side = self.side
        taken = self.captures_of(point) if unpacked(self._sums, PREY, side) else ()
        self._past.append((point, len(taken), self._occupied, self._near, self._sums))
        self._put(point, SIGNS[side])
        self._occupied |= 1 << point
        self._near |= self._geometry.near[point]
        if taken:
            for victim in taken:
                self._put(victim, VACANT)
                self._occupied ^= 1 << victim
            self._near = self._geometry.near_any(self._occupied)
            self.captured_stones[side] += len(taken)
        self.empty += len(taken) - 1
        self.turns += 1
        self._placed_first += 1 - side
        self.side = 1 - side

    def undo(self) -> int:
        """Take the last move back and return its point."""
        point, taken, self._occupied, self._near, self._sums = self._past.pop()
        self.side = side = 1 - self.side
        lines, trail = self._lines, self._trail
        for _ in range(4 * (1 + taken)):
            number, line = trail.pop()
            lines[number] = line
        self.captured_stones[side] -= taken
        self.empty += 1 - taken
        self.turns -= 1
        self._placed_first -= 1 - side
        return point

    def captures_of(self, point: int) -> list[int]:
        """The stones that the side to move captures by playing on this empty point."""
        stones = []
        for number, index in self._geometry.lines_of(point):
            steps = self._lines[number].takes[self.side].get(index)
            if steps:
                stones += [self._geometry.line_points[number][step] for step in steps]
        return stones

    def _put(self, point: int, sign: str) -> None:
        """Change the lines through a point and update the sums."""
        lines, trail, line_of = self._lines, self._trail, self._cache.line
        for number, index in self._geometry.lines_of(point):
            old = lines[number]
            text = old.text
            new = lines[number] = line_of(text[:index] + sign + text[index + 1 :])
            trail.append((number, old))
            self._sums += new.sums - old.sums

    # Evaluation

    def evaluate(self) -> int:
        """The static value for the side to move."""
        side, captured = self.side, self._captured_worth
        value = unpacked(self._sums, WORTHS, side) * self._tempo // 100
        value -= unpacked(self._sums, WORTHS, 1 - side)
        value += captured[self.captured_stones[side]] - captured[self.captured_stones[1 - side]]
        return max(-EVALUATION_LIMIT, min(EVALUATION_LIMIT, value))

    def has_lost(self) -> bool:
        """Whether the side that has just moved has won by captures."""
        to_win = self.rules.captured_stones_to_win
        return 0 < to_win <= self.captured_stones[1 - self.side]

    def wins_at_once(self) -> bool:
        """Whether the mover has a point that completes a row, or captures all it needs.

        A win that needs captures along more than two rays is not considered.
        """
        if self.opening_binds():
            return False
        if unpacked(self._sums, FIVES, self.side):
            return True
        needed = self._stones_needed()
        return 0 < needed <= unpacked(self._sums, PREY, self.side) and bool(
            self._points_taking(needed)
        )

    def _stones_needed(self) -> int:
        """Stones that the mover must capture to win; 0 if two rays cannot give that many."""
        needed = self.rules.captured_stones_to_win - self.captured_stones[self.side]
        return needed if needed <= 2 * max(self.rules.capture_lengths, default=0) else 0

    def winning_points(self) -> list[int]:
        """The points on which the mover wins at once, in board order."""
        if self.opening_binds():
            return []
        points = self._geometry.line_points
        winning = {
            points[number][index]
            for number, line in enumerate(self._lines)
            for index in line.five_cells[self.side]
        }
        needed = self._stones_needed()
        if needed > 0:
            winning.update(self._points_taking(needed))
        return sorted(winning)

    def _points_taking(self, needed: int) -> list[int]:
        """The points from which the mover captures at least this many stones, over all rays."""
        taken: dict[int, int] = {}
        for number, line in enumerate(self._lines):
            for index, steps in line.takes[self.side].items():
                point = self._geometry.line_points[number][index]
                taken[point] = taken.get(point, 0) + len(steps)
        return [point for point, stones in taken.items() if stones >= needed]

    # Candidates

    def candidates(self) -> list[int]:
        """The points worth searching, best order score first, ties by lower point."""
        points = self._opening_points() if self.opening_binds() else self._points_near_stones()
        orders = [line.orders[self.side] for line in self._lines]
        slots_of = self._geometry.slots_of
        scores = {}
        for point in points:
            a, i, b, j, c, k, d, m = slots_of[point]
            scores[point] = orders[a][i] + orders[b][j] + orders[c][k] + orders[d][m]
        # The points are in board order, and the sort is stable.
        return sorted(points, key=scores.__getitem__, reverse=True)

    def opening_binds(self) -> bool:
        """Whether this is the first player's first or second stone under an opening rule."""
        return self._placed_first < 2 and self.side == 0 and self.rules.opening_distance > 0

    def _points_near_stones(self) -> list[int]:
        if not self._occupied:
            return [self.rules.centre]
        return self._geometry.points_of(self._near & ~self._occupied)

    def _opening_points(self) -> list[int]:
        """The allowed points near a stone, else all allowed points, else all empty points."""
        is_first = self._placed_first == 0
        far = points_far(self.rules.size, self.rules.opening_distance)
        return self._geometry.opening_points(
            self._occupied, self.rules.centre, far, is_first=is_first
        )

    def with_win(self, line: tuple[int, ...]) -> tuple[int, ...]:
        """The line, with the winning move after it if it leads to a win at once."""
        for point in line:
            self.play(point)
        winning = self.winning_points() if self.empty else []
        for _ in line:
            self.undo()
        return (*line, *winning[:1])

    # The game that `search.textbook.minimax` expects

    moves = candidates

    def is_over(self) -> bool:
        """Whether the search stops here: lost, drawn, or the mover wins at once."""
        return self.has_lost() or self.is_drawn() or self.wins_at_once()

    def is_drawn(self) -> bool:
        """Whether the board is full, or nothing is captured and nobody can make a row any more.

        The position that the board was set to is searched all the same, unless it is full.
        """
        if not self.empty:
            return True
        if not self.turns or self.rules.captured_stones_to_win:
            return False
        return not any(unpacked(self._sums, LIVE, side) for side in (0, 1))

    def score(self) -> int:
        """The value where the search stops: a proven result, a draw, or the static value."""
        if self.has_lost():
            return lost_in(self.turns)
        if self.is_drawn():
            return 0
        return win_in(self.turns + 1) if self.wins_at_once() else self.evaluate()
