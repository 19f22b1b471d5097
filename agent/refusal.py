"""Why an input.txt cannot be answered, with line and column; loaded only to say so."""

from __future__ import annotations

from agent.errors import ProtocolError
from games.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Lines = Sequence[tuple[int, bytes]]

CELLS = b"wWbB."


def refusal(lines: Lines, size: int) -> ProtocolError:
    """What is wrong, first, with the lines that are not blank (each with its number) of an input.

    An input in which colour and board can be read is refused for its full board.
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
    """The first fault of the board, which begins with the first line that looks like a row."""
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
    return ProtocolError(lines[-1][0] + 1, 1, f"the board has {size} rows, only {rows} are there")
