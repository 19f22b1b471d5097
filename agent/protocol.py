"""The file harness's protocol: tolerant in reading, strict in writing.

input.txt holds the colour to move, the seconds left for the rest of the game and the stones
captured by White and by Black. Then comes the board, one line per row from the top. The last run of
complete rows is the board; the text before it is the header, the text after it is ignored. Colour
and board must be readable. An unreadable clock or captures lead to a panic move, not to an error.
Annotations are quoted because every move loads this file, even where no bytecode is cached.
"""

from agent.files import write_whole
from games.five.points import format_harness_point
from games.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Sequence

    from games.five.position import FivePosition
    from games.five.rules import FiveRules

CELLS = b"wWbB."
BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors begin a file of UTF-8 with it
LONGEST_INPUT = 65_536  # bytes; a normal input has about 400
NO_LIMIT_S = 1e9  # replaces `inf` on the clock line


class Request:
    """The harness's request: a position and the time left.

    rules, cells, side, captured_stones  as in `FivePosition`, but cells as bytes
    seconds_left  for the rest of the game, greater than 0; None if the line could not be read
    warnings      faults of the clock or the captures that the parser tolerated, in words
    """

    __slots__ = ("captured_stones", "cells", "rules", "seconds_left", "side", "warnings")

    def __init__(
        self,
        rules: "FiveRules",
        cells: bytes,
        side: int,
        captured_stones: "tuple[int, int]",
        *,
        seconds_left: "float | None",
        warnings: "tuple[str, ...]",
    ) -> None:
        self.rules = rules
        self.cells = cells
        self.side = side
        self.captured_stones = captured_stones
        self.seconds_left = seconds_left
        self.warnings = warnings

    @property
    def panic(self) -> bool:
        """Whether clock or captures could not be read: answer with the least work."""
        return bool(self.warnings)

    @property
    def position(self) -> "FivePosition":
        """A new position by the rules; imported here because many moves do not need it."""
        from games.five.position import FivePosition  # noqa: PLC0415

        return FivePosition(self.rules, self.cells, self.side, self.captured_stones)

    def stones_placed(self, side: int) -> int:
        """The number of stones that this side has played: those on the board and those lost."""
        return self.cells.count(1 + side) + self.captured_stones[1 - side]


def allowed_points(board: "Request | FivePosition") -> "list[int]":
    """The points that the side to move may play, in board order.

    Like `FivePosition.legal_moves` but cheaper. It also answers after the end of the game: if a
    harness still asks, an empty point is the best answer.
    """
    rules, cells = board.rules, board.cells
    empty = [point for point, cell in enumerate(cells) if not cell]
    if not rules.opening_distance or board.side:
        return empty
    placed = board.stones_placed(0)
    if placed == 0:
        return [rules.centre] if rules.centre in empty else empty
    if placed == 1:
        middle, near = rules.size // 2, rules.opening_distance - 1
        return [
            point
            for point in empty
            if abs(point // rules.size - middle) > near or abs(point % rules.size - middle) > near
        ] or empty
    return empty


def write_move(path: str, point: int, size: int) -> None:
    """Write the move to the file atomically in the harness's form, `9N` and LF. Raises OSError."""
    write_whole(path, format_harness_point(point, size).encode() + b"\n")


def parse_request(data: bytes, rules: "FiveRules") -> Request:
    """The request in the bytes of an input.txt.

    Raises ProtocolError with line and column if the colour or the board cannot be read, or if no
    point is empty.
    """
    if data.startswith(BYTE_ORDER_MARK):
        data = data[len(BYTE_ORDER_MARK) :]
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    board = _find_board([b"".join(line.split()) for _, line in lines], rules.size)
    rows = lines[board : board + rules.size]
    white, black = rules.side_of(WHITE), rules.side_of(BLACK)
    stones = bytes((1 + white, 1 + white, 1 + black, 1 + black, 0))
    cells = b"".join(b"".join(line.split()) for _, line in rows)
    cells = cells.translate(bytes.maketrans(CELLS, stones))
    words = b" ".join(line for _, line in lines[:board]).decode("latin-1").split() or [""]
    if words[0].lower() not in (WHITE, BLACK) or 0 not in cells:
        from agent.refusal import refusal  # noqa: PLC0415  # only needed for an error

        raise refusal(lines, rules.size)
    seconds_left, captured, warnings = _read_numbers(words[1:], rules)
    return Request(
        rules,
        cells,
        rules.side_of(words[0].lower()),
        (captured[white], captured[black]),
        seconds_left=seconds_left,
        warnings=tuple(warnings),
    )


def plain_number(text: str) -> float:
    """The number that a text means: `100`, `0.01`, `1e2`, `inf`.

    Raises ValueError, also for numbers that only Python accepts: `1_0.0`, digits of other scripts.
    """
    if not text.isascii() or "_" in text:
        raise ValueError(repr(text[:20]) + " is no plain number")
    return float(text)


def _find_board(rows: "Sequence[bytes]", size: int) -> int:
    """The index of the row that begins the last run of `size` complete rows, or 0."""
    run = 0
    for index in range(len(rows) - 1, 0, -1):
        row = rows[index]
        run = run + 1 if len(row) == size and not row.translate(None, CELLS) else 0
        if run == size:
            return index
    return 0


def _read_numbers(
    words: "Sequence[str]", rules: "FiveRules"
) -> "tuple[float | None, tuple[int, int], list[str]]":
    """The seconds left, the captures by White and by Black, and warnings, from the header's words.

    The captures are the two numbers around the comma; other words are ignored.
    """
    warnings = []
    clock_given = bool(words) and "," not in words[0]
    clock = words[0] if clock_given else ""
    captures = " ".join(words[clock_given:])
    seconds_left: float | None
    try:
        seconds_left = plain_number(clock)
    except ValueError:
        seconds_left = 0.0
    if seconds_left > 0:  # NaN is not
        seconds_left = min(seconds_left, NO_LIMIT_S)
    else:
        warnings.append("the clock " + repr(clock[:20]) + " is no number of seconds greater than 0")
        seconds_left = None
    before, comma, after = captures.partition(",")
    white = "".join(before.split()[-1:]) if comma else before
    black = "".join(after.split()[:1])
    counts = [
        int(count) if count.isdecimal() and len(count) < 10 else -1 for count in (white, black)
    ]
    if -1 in counts or (rules.capture_lengths == (2,) and (counts[0] | counts[1]) % 2):
        warnings.append("the captures " + repr(captures[:20]) + " are no two even stone counts")
    return seconds_left, (max(0, counts[0]), max(0, counts[1])), warnings
