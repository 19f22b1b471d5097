"""The rules of the five-in-a-row family: a position, its legal moves, what a move does.

Plain and slow on purpose. The compiled kernel states the same rules fast. Tests compare the two in
random games, perft and keys (`tests/conformance`).
"""

from __future__ import annotations

from games.errors import IllegalMove
from games.five.points import format_point
from games.five.rules import FiveRules
from games.rules import EMPTY, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from collections.abc import Iterable, Sequence

# A cell holds EMPTY or 1 + the side whose stone lies there.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

FIVE = "five"
CAPTURES = "captures"
BOARD_FULL = "board full"


class FivePosition:
    """A board, the side to move, the stones each side has taken; changed by `play` and `undo`.

    rules            the game's rules
    cells            size*size contents, row-major from the top: EMPTY or 1 + side
    side             the side to move, 0 or 1
    captured_stones  [by side 0, by side 1]: stones, not pairs, that each side has taken
    outcome          the Outcome, or None while the game goes on
    moves            points played since this position was set up
    """

    __slots__ = ("_undo", "captured_stones", "cells", "moves", "outcome", "rules", "side")

    def __init__(
        self,
        rules: FiveRules,
        cells: Sequence[int] | None = None,
        side: int = 0,
        captured_stones: Sequence[int] = (0, 0),
    ) -> None:
        area = rules.size * rules.size
        self.rules = rules
        self.cells = [EMPTY] * area if cells is None else list(cells)
        if len(self.cells) != area or not {EMPTY, 1, 2}.issuperset(self.cells):
            raise ValueError(f"a {rules.name} board has {area} cells, each 0, 1 or 2")
        self.side = side
        self.captured_stones = list(captured_stones)
        self.moves: list[int] = []
        self._undo: list[tuple[tuple[int, ...], Outcome | None]] = []
        self.outcome: Outcome | None = None
        if cells is not None or any(captured_stones):
            stones = [point for point, cell in enumerate(self.cells) if cell != EMPTY]
            self.outcome = self._outcome_by(stones, (0, 1))

    def copy(self) -> FivePosition:
        """An independent position of the same state, without the moves that led to it."""
        copied = FivePosition.__new__(FivePosition)  # the state is valid: without __init__
        copied.rules = self.rules
        copied.cells = self.cells.copy()
        copied.side = self.side
        copied.captured_stones = self.captured_stones.copy()
        copied.moves = []
        copied._undo = []  # noqa: SLF001 - same class
        copied.outcome = self.outcome
        return copied

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two positions from which the same games can follow."""
        return tuple(self.cells), self.side, tuple(self.captured_stones)

    # Legal moves

    def legal_moves(self) -> list[int]:
        """The points that the side to move may play, in board order; none after the end.

        An opening rule that no empty point can satisfy does not bind.
        """
        if self.outcome is not None:
            return []
        empty = [point for point, cell in enumerate(self.cells) if cell == EMPTY]
        allowed = self._opening_points()
        return empty if allowed is None else [p for p in empty if p in allowed] or empty

    def opening_allows(self, point: int) -> bool:
        """Whether the opening rule, if there is one, lets the side to move play on this point.

        It binds the first player only: the first stone on the centre, the second at least
        `opening_distance` from it. (CSCI 561 homework 2, 2023; the tournament rule of pente.org.)
        """
        allowed = self._opening_points()
        return allowed is None or point in allowed

    def _opening_points(self) -> frozenset[int] | None:
        """The points that the opening rule allows; None where it does not apply."""
        rules = self.rules
        if not rules.opening_distance or self.side != 0:
            return None
        placed = self.stones_placed(0)
        if placed == 0:
            return frozenset((rules.centre,))
        return points_far(rules.size, rules.opening_distance) if placed == 1 else None

    def stones_placed(self, side: int) -> int:
        """The number of stones that this side has played: those on the board and those lost."""
        return self.cells.count(1 + side) + self.captured_stones[1 - side]

    def distance_from_centre(self, point: int) -> int:
        """The Chebyshev distance between the point and the centre, in intersections."""
        return distance_from_centre(point, self.rules.size)

    def why_illegal(self, point: int) -> str | None:
        """The reason in words why this point may not be played, or None if it may."""
        if self.outcome is not None:
            return f"the game is over ({self.outcome.termination})"
        if not 0 <= point < len(self.cells):
            return f"point {point} is not on the board"
        if self.cells[point] != EMPTY:
            return f"{format_point(point, self.rules.size)} is occupied"
        if self.opening_allows(point) or point in self.legal_moves():
            return None
        colour, size = self.rules.colour_of(0).capitalize(), self.rules.size
        if self.stones_placed(0) == 0:
            return f"{colour}'s first stone must lie on {format_point(self.rules.centre, size)}"
        return (
            f"{colour}'s second stone must lie at least {self.rules.opening_distance} "
            f"intersections from the centre, {format_point(point, size)} lies "
            f"{self.distance_from_centre(point)} from it"
        )

    # Playing moves

    def play(self, point: int) -> None:
        """Place a stone, remove what it captures, find the outcome, pass the turn.

        Raises IllegalMove with the reason in words.
        """
        reason = self.why_illegal(point)
        if reason is not None:
            raise IllegalMove(reason)
        taken = tuple(self.captures_of(point))
        self._undo.append((taken, self.outcome))
        self.moves.append(point)
        self.cells[point] = 1 + self.side
        for victim in taken:
            self.cells[victim] = EMPTY
        self.captured_stones[self.side] += len(taken)
        self.outcome = self._outcome_by((point,), (self.side,))
        self.side = 1 - self.side

    def undo(self) -> int:
        """Take the last move back and return its point."""
        point = self.moves.pop()
        taken, self.outcome = self._undo.pop()
        self.side = 1 - self.side
        self.captured_stones[self.side] -= len(taken)
        self.cells[point] = EMPTY
        for victim in taken:
            self.cells[victim] = 2 - self.side
        return point

    def captures_of(self, point: int) -> list[int]:
        """The opponent's stones that the side to move takes by playing on this empty point.

        A capture needs a run of exactly a capturing length between the new stone and an own stone.
        A stone played into such a place is safe: only the capturer's own move captures.
        """
        cells, own, opponent = self.cells, 1 + self.side, 2 - self.side
        taken: list[int] = []
        for ray in rays(point, self.rules.size):
            run = 0
            while run < len(ray) and cells[ray[run]] == opponent:
                run += 1
            if run in self.rules.capture_lengths and run < len(ray) and cells[ray[run]] == own:
                taken += ray[:run]
        return taken

    # Outcomes

    def row_through(self, point: int) -> tuple[int, ...]:
        """The winning row that the stone on this point is part of, in board order, or ()."""
        owner = self.cells[point]
        ahead_and_back = rays(point, self.rules.size)
        for direction in range(len(DIRECTIONS)):
            row = [point]
            for ray in ahead_and_back[2 * direction : 2 * direction + 2]:
                for step in ray:
                    if self.cells[step] != owner:
                        break
                    row.append(step)
            if len(row) == 5 or (len(row) > 5 and not self.rules.exactly_five):
                return tuple(sorted(row))
        return ()

    def _outcome_by(self, stones: Iterable[int], sides: Iterable[int]) -> Outcome | None:
        """The outcome by rows of these stones, captures of these sides, or a full board."""
        for stone in stones:
            line = self.row_through(stone)
            if line:
                return Outcome(self.cells[stone] - 1, FIVE, line)
        to_win = self.rules.captured_stones_to_win
        for side in sides:
            if to_win and self.captured_stones[side] >= to_win:
                return Outcome(side, CAPTURES)
        return None if EMPTY in self.cells else Outcome(None, BOARD_FULL)


def rays(point: int, size: int) -> list[list[int]]:
    """The points of each of the eight rays that leave a point, nearest first.

    Rays 2d and 2d + 1 run along DIRECTIONS[d], ahead and back.
    """
    known = _RAYS.get((point, size))
    if known is None:
        known = _RAYS[point, size] = [
            _ray(point, size, sign * rows, sign * columns)
            for rows, columns in DIRECTIONS
            for sign in (1, -1)
        ]
    return known


def lines_of_board(size: int) -> list[range]:
    """Every line of the board as its points: rows, columns, diagonals, counter-diagonals."""
    area = size * size
    lines = [range(start, start + size) for start in range(0, area, size)]
    lines += [range(start, area, size) for start in range(size)]
    edges = [*range(size), *range(size, area, size)]  # from the top or the left, down to the right
    lines += [_diagonal(p, size + 1, size - max(p // size, p % size)) for p in edges]
    edges = [*range(size), *range(2 * size - 1, area, size)]  # from the top or the right
    return lines + [_diagonal(p, size - 1, min(size - p // size, p % size + 1)) for p in edges]


def _diagonal(start: int, step: int, length: int) -> range:
    return range(start, start + length * step, step)


def distance_from_centre(point: int, size: int) -> int:
    """The Chebyshev distance between a point of a board and its centre, in intersections."""
    row, column = divmod(point, size)
    return max(abs(row - size // 2), abs(column - size // 2))


def points_far(size: int, distance: int) -> frozenset[int]:
    """The points of a board at least this distance from its centre."""
    known = _FAR.get((size, distance))
    if known is None:
        area = range(size * size)
        known = frozenset(p for p in area if distance_from_centre(p, size) >= distance)
        _FAR[size, distance] = known
    return known


# Filled on first use: a harness move needs only a few of them.
_RAYS: dict[tuple[int, int], list[list[int]]] = {}
_FAR: dict[tuple[int, int], frozenset[int]] = {}


def _ray(point: int, size: int, rows: int, columns: int) -> list[int]:
    """The points from here to the edge in steps of (rows, columns), nearest first."""
    row, column = divmod(point, size)
    row, column, points = row + rows, column + columns, []
    while 0 <= row < size and 0 <= column < size:
        points.append(row * size + column)
        row, column = row + rows, column + columns
    return points


def moves_near(position: FivePosition) -> list[int]:
    """The legal points that touch a stone, or the centre of an empty board.

    Empty if the opening rule forbids them all.
    """
    size, cells, centre = position.rules.size, position.cells, position.rules.centre
    if not any(cells):
        return [centre] if position.why_illegal(centre) is None else []
    return [
        point
        for point in position.legal_moves()
        if any(ray and cells[ray[0]] != EMPTY for ray in rays(point, size))
    ]
