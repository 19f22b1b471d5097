"""The board of a family: a grid of places, drawn in text and as a picture, and what lies on it.

A board of another form overrides what it draws. Places are numbered row by row from the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from games.drawing.layout import GridLayout
from games.errors import NotationError
from games.position import AnyPosition, AnyRules
from games.rules import BLACK, EMPTY, WHITE

if TYPE_CHECKING:
    from games.drawing.board import Picture
    from games.drawing.layout import Layout

STONES = {"w": WHITE, "b": BLACK}  # in a drawing
Painter = Callable[[str, str, bool], str]
P = TypeVar("P", bound=AnyPosition)


class Grid(Generic[P]):
    """The board of a game.

    rules       the game's rules
    size        lines a side; the columns of a rectangular board
    letters     the names of the columns
    lays_stones whether a move puts one stone on an empty place and shifts no other
    in_squares  whether pieces lie in the squares between the lines, not where lines cross
    """

    letters: ClassVar[str] = "abcdefghijklmnopqrst"
    lays_stones: ClassVar[bool] = True
    in_squares: ClassVar[bool] = False
    rules: AnyRules
    size: int

    @property
    def rows(self) -> int:
        """The rows of a rectangular board; `size` is the number of its columns."""
        return self.size

    def place_name(self, place: int) -> str:
        """The name of a place: `d1`. Places are numbered row by row from the top."""
        row, column = divmod(place, self.size)
        return f"{self.letters[column]}{self.rows - row}"

    def place_named(self, text: str) -> int:
        """The place of this name. Raises NotationError."""
        for place in range(self.size * self.rows):
            if text.strip().lower() == self.place_name(place).lower():
                return place
        last = f"{self.letters[self.size - 1]}{self.rows}"
        raise NotationError(f"{text[:20]!r} names no place: expected {self.letters[0]}1 to {last}")

    def marked_place(self, text: str) -> str:
        """The name of a place that can be marked on the board. Raises NotationError."""
        return self.place_name(self.place_named(text))

    def place_of(self, position: P, move: int, *, played: bool = False) -> int | None:  # noqa: ARG002 - no move drops
        """Where a move puts its stone in this position, or has put it; None for nowhere."""
        return move

    def clicks(self, position: P) -> dict[int, int]:
        """The legal move that a click on a place plays: {place: move}."""
        places = {self.place_of(position, move): move for move in position.legal_moves()}
        return {place: move for place, move in places.items() if place is not None}

    def piece(self, cell: int) -> str:
        """What a cell's number means: "white" or "black"; a word behind it names the kind."""
        return self.rules.colour_of(cell - 1)

    def stones(self, position: P) -> dict[str, str]:
        """What lies on each occupied place: {"K10": "white"}."""
        cells = enumerate(position.cells)
        return {self.place_name(place): self.piece(cell) for place, cell in cells if cell != EMPTY}

    def layout(self) -> Layout:
        """The geometry of the board in a picture."""
        return GridLayout(self)

    def drawn_moves(self, layout: Layout, picture: Picture) -> Iterator[str]:
        """The shapes of the last move, a better one and those ahead, if no stones are laid."""
        raise NotImplementedError

    # In text

    def board_lines(
        self, position: P, marked: int | None = None, *, played: bool = False
    ) -> list[str]:
        """The board with its coordinates as a drawing, line by line; a family adds its captures.

        The last stone played is a capital letter. The move `marked` is shown in brackets; one that
        is not `played` yet shows the stone of the side to move.
        """
        signs = [self.piece(cell)[0] if cell != EMPTY else "." for cell in position.cells]
        for move in position.moves[-1:]:
            if (last := self.place_of(position, move, played=True)) is not None:
                signs[last] = signs[last].upper()
        at = None if marked is None else self.place_of(position, marked, played=played)
        if at is not None and signs[at] == ".":
            signs[at] = self.rules.colour_of(position.side)[0]
        letters = "   " + " ".join(self.letters[: self.size])
        lines = [letters]
        for row in range(self.rows):
            number, begin = self.rows - row, row * self.size
            line = f"{number:2} {' '.join(signs[begin : begin + self.size])} {number}"
            if at is not None and at // self.size == row:
                place = 3 + 2 * (at - begin)  # the cell's column; blanks on both sides of it
                line = f"{line[: place - 1]}[{line[place]}]{line[place + 2 :]}"
            lines.append(line)
        return [*lines, letters]

    def shown_lines(
        self, position: P, marked: int | None = None, *, played: bool = False
    ) -> list[str]:
        """`board_lines`, and where a turn has several decisions, what is decided next."""
        return self.board_lines(position, marked, played=played)

    def painted(self, board: str, paint: Painter) -> str:
        """The drawing with each stone as `paint(sign, colour, marked)` returns it.

        The last stone and one in brackets are marked.
        """
        out = []
        for line in board.split("\n"):
            body = line[:2].strip().isdigit()
            for place, sign in enumerate(line):
                colour = STONES.get(sign.lower()) if body and place > 2 else None
                marked = sign.isupper() or line[max(0, place - 1) : place] == "["
                out.append(paint(sign, colour, marked) if colour else sign)
            out.append("\n")
        return "".join(out[:-1])
