"""Noughts and crosses on a board of 4 by 3: the smallest family, plugged in by tests."""

from __future__ import annotations

from games.errors import IllegalMove, NotationError
from games.family import Family
from games.rules import BLACK, WHITE, Outcome, RulesRecord

COLUMNS, ROWS = 4, 3
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
ROW, FULL = "three in a row", "board full"


class Rules(RulesRecord):
    """The only game of the family."""

    __slots__ = ("name",)
    family = "noughts"

    def __init__(self) -> None:
        self._put(name="noughts")

    def colour_of(self, side: int) -> str:
        """White begins."""
        return (WHITE, BLACK)[side]

    def side_of(self, colour: str) -> int:
        """The side of a colour."""
        return (WHITE, BLACK).index(colour)


class Position:
    """A board; a cell holds 0, or 1 + the side whose sign it has."""

    def __init__(self, rules: Rules, cells: list[int] | None = None) -> None:
        self.rules = rules
        self.cells = [0] * (COLUMNS * ROWS) if cells is None else list(cells)
        self.moves: list[int] = []
        self.outcome = self._outcome()

    @property
    def side(self) -> int:
        """The side to move: both have as many signs, or White has one more."""
        return sum(cell != 0 for cell in self.cells) % 2

    @property
    def key(self) -> tuple[object, ...]:
        """The cells say all."""
        return tuple(self.cells)

    def copy(self) -> Position:
        """The same board without moves."""
        return Position(self.rules, self.cells)

    def legal_moves(self) -> list[int]:
        """The empty cells; none after the end."""
        return [] if self.outcome else [at for at, cell in enumerate(self.cells) if not cell]

    def why_illegal(self, move: int) -> str | None:
        """Why a move may not be played."""
        return None if move in self.legal_moves() else f"{move} is not free"

    def play(self, move: int) -> None:
        """Put a sign. Raises IllegalMove."""
        if reason := self.why_illegal(move):
            raise IllegalMove(reason)
        self.cells[move] = 1 + self.side
        self.moves.append(move)
        self.outcome = self._outcome()

    def undo(self) -> int:
        """Take the last sign away."""
        self.cells[self.moves[-1]], self.outcome = 0, None
        return self.moves.pop()

    def _outcome(self) -> Outcome | None:
        for at in range(len(self.cells)):
            for down, right in STEPS:
                ends = at // COLUMNS + 2 * down, at % COLUMNS + 2 * right
                if ends[0] < ROWS and 0 <= ends[1] < COLUMNS:
                    line = tuple(at + step * (COLUMNS * down + right) for step in range(3))
                    signs = {self.cells[place] for place in line}
                    if len(signs) == 1 and 0 not in signs:
                        return Outcome(signs.pop() - 1, ROW, line)
        return None if 0 in self.cells else Outcome(None, FULL)


class NoughtsFamily(Family[Position]):
    """The game on 4 by 3."""

    name = "noughts"
    presets = {"noughts": Rules()}  # noqa: RUF012 - declared in the base class
    won_by = {ROW: "three in a row", FULL: "the board is full"}  # noqa: RUF012 - likewise
    rules: Rules
    size, rows = COLUMNS, ROWS

    def rules_in_words(self) -> list[str]:
        """One sentence."""
        return ["Three in a row win."]

    def start(self) -> Position:
        """The empty board."""
        return Position(self.rules)

    def parse_position(self, text: str) -> Position:
        """The cells as digits."""
        if len(text) != COLUMNS * ROWS or set(text) - set("012"):
            raise NotationError(f"{text!r}: expected {COLUMNS * ROWS} digits 0, 1 or 2")
        return Position(self.rules, [int(sign) for sign in text])

    def format_position(self, position: Position) -> str:
        """The cells as digits."""
        return "".join(map(str, position.cells))

    def board_lines(self, position: Position, marked: int | None = None) -> list[str]:
        """The rows."""
        del marked
        text = self.format_position(position)
        return [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]

    def parse_move(self, position: Position, text: str) -> int:
        """`b2`. Raises NotationError, IllegalMove."""
        place = self.place_named(text)
        if reason := position.why_illegal(place):
            raise IllegalMove(reason)
        return place

    def format_move(self, position: Position, move: int) -> str:
        """`b2`."""
        del position
        return self.place_name(move)


FAMILY = NoughtsFamily
