"""The reason why an input.txt cannot be answered, with line and column; a move loads it then."""

from __future__ import annotations

from games.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Lines = Sequence[tuple[int, bytes]]

CELLS = b"wWbB."


class ProtocolError(ValueError):
    """An input that cannot be answered: line and column, both from 1, and the reason in words."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"input.txt, line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


def refusal(lines: Lines, size: int) -> ProtocolError:
    """The first fault in the numbered non-blank lines of an input.

    If colour and board can be read, the fault is that the board is full.
    """
    number, line = lines[0] if lines else (1, b"")
    word = (line.split() or [b""])[0].decode("latin-1")
    if word.lower() not in (WHITE, BLACK):
        column = len(line) - len(line.lstrip()) + 1
        return ProtocolError(number, column, f"expected BLACK or WHITE, found {word[:20]!r}")
    return _first_bad_row(lines, size) or ProtocolError(
        lines[-1][0], size, "the board is full, there is no move"
    )


def _first_bad_row(lines: Lines, size: int) -> ProtocolError | None:
    """The first fault of the board; the first line that looks like a row begins it."""
    rows = 0
    for number, line in lines[1:]:
        row = b"".join(line.split())
        strange = row.translate(None, CELLS)
        if not rows and (len(row) < 5 or 2 * len(strange) > len(row)):
            continue  # still the header
        rows += 1
        if strange:
            column = line.index(strange[:1]) + 1
            cell = strange[:1].decode("latin-1")
            return ProtocolError(number, column, f"{cell!r} is no cell, expected 'w', 'b' or '.'")
        if len(row) != size:
            reason = f"a row has {size} cells, this one has {len(row)}"
            return ProtocolError(number, min(size, len(row)) + 1, reason)
    if rows >= size:
        return None
    return ProtocolError(lines[-1][0] + 1, 1, f"the board has {size} rows, the input only {rows}")
