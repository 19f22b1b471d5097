"""A board for the terminal: letters and numbers around it, one move marked, captures below."""

from __future__ import annotations

from games.five.diagram import STONE_OF_COLOUR, captured_by_colour
from games.five.points import COLUMN_LETTERS
from games.five.position import Position
from games.rules import EMPTY


def draw_board(position: Position, marked: int | None = None) -> str:
    """The board with coordinates: x and o would say nothing of colours, so `w`, `b`, `.`.

    A marked point stands in brackets: as the stone that would be placed there if it is empty.
    """
    size, rules = position.rules.size, position.rules
    letters = "    " + " ".join(COLUMN_LETTERS[:size])
    rows = [letters]
    for row in range(size):
        number = size - row
        cells = ""
        for column in range(size):
            point = row * size + column
            cell = position.cells[point]
            if point == marked and cell == EMPTY:
                cell = 1 + position.side
            stone = "." if cell == EMPTY else STONE_OF_COLOUR[rules.colour_of(cell - 1)]
            cells += f"[{stone}]" if point == marked else f" {stone} "
        # Brackets share the blanks between cells.
        line = cells.replace("  ", " ").replace(" [", "[").replace("] ", "]")
        rows.append(f"{number:>2} {line} {number}")
    rows.append(letters)
    if rules.captured_stones_to_win:
        by_white, by_black = captured_by_colour(position)
        rows.append(f"    captured stones: by White {by_white}, by Black {by_black}")
    return "\n".join(rows)
