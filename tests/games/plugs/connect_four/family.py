"""Connect Four as a plugged family: what the defaults of `games.family` leave open."""

from __future__ import annotations

from pente.plug import EMPTY, Family, NotationError

from .position import COLUMNS, FOUR, FULL, LETTERS, ROWS, SQUARES, Position, Rules

MIDDLE = COLUMNS // 2
SIGNS = ".wb"  # of the cells, by their numbers


class ConnectFour(Family[Position]):
    """The game on 7 columns of 6 squares."""

    name = "connect-four"
    presets = {"connect-4": Rules()}  # noqa: RUF012 - declared in the base class
    titles = {"connect-4": "Connect Four"}  # noqa: RUF012 - likewise
    won_by = {FOUR: "four in a row", FULL: "the board is full"}  # noqa: RUF012 - likewise
    symmetries = kept = (0, 1)
    size, rows = COLUMNS, ROWS
    letters = LETTERS
    in_squares = True
    rules: Rules

    def rules_in_words(self) -> list[str]:
        """The board, a move and the end."""
        return [
            f"{COLUMNS} columns of {ROWS} squares; White moves first.",
            "A piece falls to the lowest empty square of its column.",
            "Four in a row, in any direction, win.",
        ]

    def start(self) -> Position:
        """The empty board."""
        return Position(self.rules)

    def parse_position(self, text: str) -> Position:
        """The position of rows from the top, as `format_position` writes it."""
        signs = text.strip().replace("/", "")
        if len(signs) != len(SQUARES) or set(signs) - set(SIGNS):
            raise NotationError(f"{text[:60]!r}: expected {ROWS} rows of {COLUMNS} signs {SIGNS}")
        cells = [SIGNS.index(sign) for sign in signs]
        if any(cell != EMPTY == below for cell, below in zip(cells, cells[COLUMNS:], strict=False)):
            raise NotationError(f"{text[:60]!r}: a piece lies above an empty square")
        if cells.count(1) - cells.count(2) not in (0, 1):
            raise NotationError(f"{text[:60]!r}: expected White's pieces to be Black's or one more")
        return Position(self.rules, cells)

    def format_position(self, position: Position) -> str:
        """`......./......./......./......./...b.../..ww...`."""
        signs = "".join(SIGNS[cell] for cell in position.cells)
        return "/".join(signs[row * COLUMNS :][:COLUMNS] for row in range(ROWS))

    def parse_move(self, position: Position, text: str) -> int:
        """The move of a square, `d1`, or of a column, `d`. Raises NotationError or IllegalMove."""
        for move in position.legal_moves():
            if text.strip().lower() == LETTERS[move % COLUMNS]:
                return move
        return super().parse_move(position, text)

    def clicks(self, position: Position) -> dict[int, int]:
        """A click anywhere in a column drops a piece into it."""
        moves = {move % COLUMNS: move for move in position.legal_moves()}
        return {at: moves[at % COLUMNS] for at in SQUARES if at % COLUMNS in moves}

    def image_of_place(self, place: int, symmetry: int) -> int:
        """The same square, or its mirror image."""
        row, column = divmod(place, COLUMNS)
        return row * COLUMNS + (COLUMNS - 1 - column if symmetry else column)

    def moves_in_order(self, position: Position) -> list[int]:
        """The middle columns first."""
        return sorted(position.legal_moves(), key=lambda move: abs(move % COLUMNS - MIDDLE))

    def estimate(self, position: Position) -> int:
        """The pieces of the side to move in the middle column less the opponent's."""
        middle = position.cells[MIDDLE::COLUMNS]
        return 10 * (middle.count(1 + position.side) - middle.count(2 - position.side))


FAMILY = ConnectFour
