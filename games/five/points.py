"""Names of points: K10 as players write it, 10K as the harness does; both mean the same point.

A point is an integer 0..size*size-1, row-major from the top left. Columns are lettered from the
left without the letter I, rows are numbered from the bottom.
"""

from games.errors import NotationError

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRSTU"


def format_point(point: int, size: int) -> str:
    """The point as players write it, letter first: `K10`."""
    row, column = divmod(point, size)
    return f"{COLUMN_LETTERS[column]}{size - row}"


def format_harness_point(point: int, size: int) -> str:
    """The point as the file harness writes it, number first: `10K`."""
    row, column = divmod(point, size)
    return f"{size - row}{COLUMN_LETTERS[column]}"


def parse_point(text: str, size: int) -> int:
    """The point that `K10`, `k10`, `10K` or `10k` names on a board of this size.

    Raises NotationError; the letter I does not exist and is refused, never taken for J.
    """
    word = text.strip().upper()
    letter, number = (word[-1:], word[:-1]) if word[:1].isdigit() else (word[:1], word[1:])
    shown = repr(text[:20])
    if letter == "I":
        raise NotationError(f"{shown} names no point: the columns have no letter I")
    if not letter or letter not in COLUMN_LETTERS[:size]:
        raise NotationError(
            f"{shown} names no point: expected a column A to {COLUMN_LETTERS[size - 1]}"
        )
    if (
        not (number.isascii() and number.isdigit() and len(number) < 4)
        or not 1 <= int(number) <= size
    ):
        raise NotationError(f"{shown} names no point: expected a row 1 to {size}")
    return (size - int(number)) * size + COLUMN_LETTERS.index(letter)
