"""Boards as text: diagrams for people, and one-line position strings for programs.

A diagram is what the file harness writes: one line per row from the top, `w`, `b` or `.` per cell.
A position string is the same on one line: rows joined by `/`, with runs of empty cells as numbers.
Then come the side to move and the stones (not pairs) captured by White and by Black. The handout's
sample position:

    19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0
"""

from __future__ import annotations

from games.errors import NotationError
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import BLACK, EMPTY, WHITE

STONE_OF_COLOUR = {WHITE: "w", BLACK: "b"}
LONGEST_COUNT = 18  # digits
COLOUR_OF_STONE = {stone: colour for colour, stone in STONE_OF_COLOUR.items()}


def parse_diagram(
    text: str, rules: FiveRules, colour: str, captured_by_white: int = 0, captured_by_black: int = 0
) -> FivePosition:
    """The position that a diagram shows, `colour` to move; captures are counted in stones.

    Blanks around and between the cells are ignored. Raises NotationError naming the line.
    """
    rows = [row for row in (line.strip() for line in text.splitlines()) if row]
    if len(rows) != rules.size:
        raise NotationError(
            f"a {rules.name} diagram has {rules.size} lines, this one has {len(rows)}"
        )
    cells = [cell for number, row in enumerate(rows, 1) for cell in parse_row(row, number, rules)]
    taken = {WHITE: captured_by_white, BLACK: captured_by_black}
    return FivePosition(
        rules,
        cells,
        rules.side_of(colour),
        (taken[rules.colour_of(0)], taken[rules.colour_of(1)]),
    )


def parse_row(row: str, line: int, rules: FiveRules) -> list[int]:
    """The cells of one row of a diagram. Raises NotationError naming `line`, the row's number."""
    row = row.replace(" ", "")
    cells = []
    for column, stone in enumerate(row, 1):
        if stone not in "wb.":
            raise NotationError(
                f"line {line}, column {column}: {stone!r} is no cell, expected 'w', 'b' or '.'"
            )
        colour = COLOUR_OF_STONE.get(stone)
        cells.append(EMPTY if colour is None else 1 + rules.side_of(colour))
    if len(cells) != rules.size:
        raise NotationError(
            f"line {line}, column {min(len(cells), rules.size) + 1}: a row has {rules.size} cells, "
            f"this one has {len(cells)}"
        )
    return cells


def format_diagram(position: FivePosition) -> str:
    """The board as the harness writes it: one line per row from the top, each ended by LF."""
    size = position.rules.size
    rows = (position.cells[start : start + size] for start in range(0, size * size, size))
    return "".join("".join(_stone(cell, position.rules) for cell in row) + "\n" for row in rows)


def format_position(position: FivePosition) -> str:
    """The position as one line; `parse_position` reads it back."""
    rows = format_diagram(position).split()
    by_white, by_black = captured_by_colour(position)
    side = STONE_OF_COLOUR[position.rules.colour_of(position.side)]
    return f"{'/'.join(_pack(row) for row in rows)} {side} {by_white},{by_black}"


def parse_position(text: str, rules: FiveRules) -> FivePosition:
    """The position that a position string gives, for the rules given.

    Raises NotationError saying what was expected.
    """
    parts = text.split()
    if len(parts) != 3 or parts[1] not in COLOUR_OF_STONE:
        raise NotationError(
            f"a position string reads 'ROWS w|b STONES,STONES', this one reads {text!r}"
        )
    taken = parts[2].split(",")
    if len(taken) != 2 or not all(map(_is_count, taken)):
        raise NotationError(f"captured stones read 'BY_WHITE,BY_BLACK', not {parts[2]!r}")
    rows = "\n".join(_unpack(row, rules.size) for row in parts[0].split("/"))
    return parse_diagram(rows, rules, COLOUR_OF_STONE[parts[1]], int(taken[0]), int(taken[1]))


def captured_by_colour(position: FivePosition) -> tuple[int, int]:
    """Stones captured by White and by Black, whichever of them moves first."""
    by_side, rules = position.captured_stones, position.rules
    return by_side[rules.side_of(WHITE)], by_side[rules.side_of(BLACK)]


def _is_count(text: str) -> bool:
    """Whether the text is a number of stones; a longer number is none."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_COUNT


def _stone(cell: int, rules: FiveRules) -> str:
    return "." if cell == EMPTY else STONE_OF_COLOUR[rules.colour_of(cell - 1)]


def _pack(row: str) -> str:
    """A row with its runs of empty cells as numbers: `...w.` becomes `3w1`."""
    packed, empty = "", 0
    for stone in row + "|":
        if stone == ".":
            empty += 1
            continue
        packed += (str(empty) if empty else "") + stone
        empty = 0
    return packed[:-1]


def _unpack(row: str, size: int) -> str:
    """The row that `_pack` packed; a number larger than the board is cut to `size + 1` cells."""
    cells, number = "", ""
    for sign in row + "|":
        if sign.isascii() and sign.isdigit():
            number = (number + sign).lstrip("0")[:LONGEST_COUNT]
            continue
        cells += "." * min(int(number or 0), size + 1) + sign
        number = ""
    return cells[:-1]
