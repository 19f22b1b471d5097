"""The rules of Connect Four: a piece falls to the lowest empty square of its column.

Squares are numbered row by row from the top. A move is the square that the piece falls to.
"""

from __future__ import annotations

from pente.plug import EMPTY, IllegalMove, Outcome, RulesRecord

COLUMNS, ROWS = 7, 6
LETTERS = "abcdefg"
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
FOUR, FULL = "four in a row", "board full"
SQUARES = range(COLUMNS * ROWS)
LINES = [
    tuple((row + step * down) * COLUMNS + column + step * right for step in range(4))
    for row in range(ROWS)
    for column in range(COLUMNS)
    for down, right in STEPS
    if row + 3 * down < ROWS and 0 <= column + 3 * right < COLUMNS
]
THROUGH = [[line for line in LINES if square in line] for square in SQUARES]


class Rules(RulesRecord):
    """The rules, which have no options; White begins."""

    __slots__ = ("name",)
    family = "connect-four"

    def __init__(self) -> None:
        self._put(name="connect-4")


class Position:
    """A board; a cell holds EMPTY or 1 + the side whose piece lies there."""

    def __init__(self, rules: Rules, cells: list[int] | None = None) -> None:
        self.rules = rules
        self.cells = [EMPTY] * len(SQUARES) if cells is None else list(cells)
        self.moves: list[int] = []
        self.side = sum(cell != EMPTY for cell in self.cells) % 2
        self.outcome = self._outcome(LINES)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal boards; the number of pieces gives the side to move."""
        return tuple(self.cells)

    def copy(self) -> Position:
        """The same board without the moves that led to it."""
        return Position(self.rules, self.cells)

    def legal_moves(self) -> list[int]:
        """The lowest empty square of each column; none after the end."""
        if self.outcome is not None:
            return []
        below = [*self.cells[COLUMNS:], *[1] * COLUMNS]
        return [at for at in SQUARES if self.cells[at] == EMPTY and below[at] != EMPTY]

    def why_illegal(self, move: int) -> str | None:
        """The reason in words why a piece may not fall to this square, or None."""
        if self.outcome is not None:
            return f"the game is over ({self.outcome.termination})"
        if move in self.legal_moves():
            return None
        return f"square {move} is not the lowest empty one of its column"

    def play(self, move: int) -> None:
        """Drop a piece. Raises IllegalMove."""
        if reason := self.why_illegal(move):
            raise IllegalMove(reason)
        self.cells[move] = 1 + self.side
        self.moves.append(move)
        self.side = 1 - self.side
        self.outcome = self._outcome(THROUGH[move])

    def undo(self) -> int:
        """Take the last piece away and return its square."""
        self.cells[self.moves[-1]] = EMPTY
        self.side, self.outcome = 1 - self.side, None
        return self.moves.pop()

    def _outcome(self, lines: list[tuple[int, ...]]) -> Outcome | None:
        """The outcome, if it is a draw or one of these lines has four pieces of a side."""
        for line in lines:
            owner = self.cells[line[0]]
            if owner != EMPTY and all(self.cells[square] == owner for square in line):
                return Outcome(owner - 1, FOUR, line)
        return None if EMPTY in self.cells else Outcome(None, FULL)
