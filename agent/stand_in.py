"""The player on Python 3.6 and 3.7, which are too old for the agent: one look, without a search.

It wins, else blocks, else captures, saves a pair or builds a row, and otherwise plays next to a
stone. This one file needs nothing else of the project; it knows the rules of Pente and the files of
the harness. Keep its syntax to Python 3.6, and its annotations quoted.

The board is a text of cells with a wall around it, so that no step leaves it:

    EDGE rows of wall, then for each of 19 rows its cells and EDGE walls, then EDGE rows of wall
"""

import os
import sys
from stat import S_ISREG  # `os` has already loaded it

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZE = 19
EDGE = 4  # walls next to the board, as many as a row of five reaches out
WIDTH = SIZE + EDGE
EMPTY, WHITE, BLACK, WALL = b".wbW"
COLUMNS = "ABCDEFGHJKLMNOPQRST"
STEPS = (1, WIDTH, WIDTH + 1, WIDTH - 1)
RAYS = STEPS + tuple(-step for step in STEPS)
POINTS = tuple((EDGE + row) * WIDTH + column for row in range(SIZE) for column in range(SIZE))
CENTRE = POINTS[SIZE * SIZE // 2]
LONGEST_INPUT = 65536  # bytes
FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # Windows has only O_BINARY

STONES_TO_WIN = 10
# The value of a point for each window of five through it that holds stones of one colour only. The
# index is their number; MAKE is for own stones, SPOIL for the opponent's.
MAKE = (0, 2, 10, 55, 3000)
SPOIL = (0, 1, 8, 45, 2000)
TAKE_A_PAIR = 60
SAVE_A_PAIR = 45
EXPOSE_A_PAIR = -30


def run(folder: str = ".") -> int:
    """Answer the folder's input.txt in its output.txt; return the exit code, 0 or 2."""
    output = folder + "/output.txt"
    remove_stale(output)
    try:
        board, own, captured = parse(read(folder + "/input.txt"))
        allowed = allowed_points(board, own, captured)
        say("WARNING: playing weakly without a search: " + reason())
        point = allowed[0]
        try:
            point = choose(board, own, captured, allowed)
        except Exception as error:  # noqa: BLE001  # any allowed point is better than none
            say("WARNING: the move is the first allowed point: " + str(error))
        write(output, (name_of(point) + "\n").encode())
    except (OSError, ValueError) as error:
        say("ERROR: no move can be made: " + str(getattr(error, "strerror", None) or error))
        return 2
    return 0


def calibrate(level: str = "") -> int:
    """Say that there is nothing to measure; return the exit code, 0."""
    del level
    sys.stderr.write("calibrate: nothing to measure without a search: " + reason() + "\n")
    return 0


def level_of(options: "list[str]") -> str:
    """The options of calibrate.py, which make no difference here."""
    return " ".join(options)


def reason() -> str:
    """Why this file plays."""
    return "Python " + sys.version.split()[0] + " is older than 3.8"


def say(text: str) -> None:
    """Write one line to standard error, if it is open."""
    try:
        sys.stderr.write("pente: " + text.replace("\n", " ") + "\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        pass  # standard error is closed or missing: the move goes on


# The harness's files


def read(path: str) -> bytes:
    """The start of a regular file; it never waits for a pipe. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | FLAGS)
    try:
        if not S_ISREG(os.fstat(handle).st_mode):
            raise OSError(22, "is no regular file", path)
        return os.read(handle, LONGEST_INPUT)
    finally:
        os.close(handle)


def remove_stale(path: str) -> None:
    """Remove the answer of an earlier move; if the folder forbids that, empty it."""
    try:
        if os.path.lexists(path):
            os.unlink(path)
    except OSError:
        try:
            put(os.open(path, os.O_WRONLY | os.O_TRUNC | FLAGS), b"")
        except OSError as error:
            say("WARNING: could not remove an old output.txt: " + str(error))


def write(path: str, content: bytes) -> None:
    """Replace the file as a whole; if the folder allows no new file, write over it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | FLAGS
    temporary = path + ".tmp"
    try:
        if os.path.lexists(temporary):
            os.unlink(temporary)
        put(os.open(temporary, flags | os.O_EXCL, 0o666), content)
        os.replace(temporary, path)
    except OSError:
        put(os.open(path, flags, 0o666), content)


def put(handle: int, content: bytes) -> None:
    """Write everything and close the file."""
    try:
        while content:
            content = content[os.write(handle, content) :]
    finally:
        os.close(handle)


def parse(data: bytes) -> "tuple[bytes, int, tuple[int, int]]":
    """The board, the colour to move and the stones captured by it and by the other.

    The last run of 19 complete rows is the board, the text before it the header. Captures that
    cannot be read count as none. Raises ValueError without a colour or a board.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    lines = [line for line in data.replace(b"\r", b"\n").split(b"\n") if line.strip()]
    rows = [b"".join(line.split()) for line in lines]
    first = board_at(rows)
    words = b" ".join(lines[:first]).decode("latin-1").split()
    if not words or words[0].lower() not in ("white", "black"):
        raise ValueError("input.txt, line 1, column 1: expected BLACK or WHITE")
    if not first:
        raise ValueError("input.txt: expected 19 rows of 19 cells 'w', 'b' or '.'")
    wall = bytes((WALL,)) * EDGE
    walls = bytes((WALL,)) * (WIDTH * EDGE)
    board = walls + b"".join(row.lower() + wall for row in rows[first : first + SIZE]) + walls
    by_white, by_black = captures_of(words[1:])
    if words[0].lower() == "white":
        return board, WHITE, (by_white, by_black)
    return board, BLACK, (by_black, by_white)


def board_at(rows: "Sequence[bytes]") -> int:
    """The index of the row that begins the last run of 19 complete rows, or 0."""
    found = 0
    for index in range(len(rows) - 1, 0, -1):
        complete = len(rows[index]) == SIZE and not rows[index].translate(None, b"wWbB.")
        found = found + 1 if complete else 0
        if found == SIZE:
            return index
    return 0


def captures_of(words: "Sequence[str]") -> "tuple[int, int]":
    """The stones captured by White and by Black, from the header's words after the colour."""
    text = " ".join(words if words and "," in words[0] else words[1:])
    before, _, after = text.partition(",")
    counts = "".join(before.split()[-1:]), "".join(after.split()[:1])
    if all(count.isdecimal() and len(count) < 10 for count in counts):
        return int(counts[0]), int(counts[1])
    return 0, 0


def name_of(point: int) -> str:
    """The point as the harness writes it: `9N`."""
    row, column = divmod(point, WIDTH)
    return str(SIZE + EDGE - row) + COLUMNS[column]


# The rules


def allowed_points(board: bytes, own: int, captured: "tuple[int, int]") -> "list[int]":
    """The points that the rules allow: White's first two stones are bound, all others are free.

    Raises ValueError if the board is full.
    """
    empty = [point for point in POINTS if board[point] == EMPTY]
    if not empty:
        raise ValueError("input.txt: the board is full, there is no move")
    placed = board.count(WHITE) + captured[1]
    if own == BLACK or placed > 1:
        return empty
    if placed == 0:
        return [CENTRE] if CENTRE in empty else empty
    return [point for point in empty if from_centre(point) > 2] or empty


def from_centre(point: int) -> int:
    """The distance from the centre in king's moves."""
    row, column = divmod(point, WIDTH)
    middle_row, middle_column = divmod(CENTRE, WIDTH)
    return max(abs(row - middle_row), abs(column - middle_column))


def other_of(colour: int) -> int:
    """The opponent's colour."""
    return WHITE + BLACK - colour


def captures(board: bytes, colour: int) -> "dict[int, list[int]]":
    """The empty points on which this colour captures, each with the stones that it takes."""
    other = other_of(colour)
    found: dict[int, list[int]] = {}
    for point in POINTS:
        if board[point] != colour:
            continue
        for step in RAYS:
            if (
                board[point + step] == other
                and board[point + 2 * step] == other
                and board[point + 3 * step] == EMPTY
            ):
                found.setdefault(point + 3 * step, []).extend((point + step, point + 2 * step))
    return found


def windows(board: bytes) -> "Iterator[tuple[range, bytes]]":
    """All windows of five cells on the board that hold a stone: their points and their cells."""
    for step in STEPS:
        for point in POINTS:
            cells = board[point : point + 4 * step + 1 : step]
            if WALL not in cells and cells != b".....":
                yield range(point, point + 4 * step + 1, step), cells


def wins(board: bytes, colour: int, captured: int) -> "set[int]":
    """The empty points on which this colour wins at once, having captured so many stones."""
    won = {
        points[cells.index(EMPTY)]
        for points, cells in windows(board)
        if cells.count(colour) == 4 and EMPTY in cells
    }
    won.update(
        point
        for point, taken in captures(board, colour).items()
        if captured + len(taken) >= STONES_TO_WIN
    )
    return won


def after(board: bytes, colour: int, point: int, taken: "Sequence[int]") -> bytes:
    """The board after this colour has played a point and taken these stones."""
    cells = bytearray(board)
    cells[point] = colour
    for stone in taken:
        cells[stone] = EMPTY
    return bytes(cells)


# The choice


def choose(board: bytes, own: int, captured: "tuple[int, int]", allowed: "Sequence[int]") -> int:
    """The best allowed point by one look at the board."""
    if len(allowed) == 1:
        return allowed[0]
    stones = board.count(WHITE) + board.count(BLACK)
    if stones == 0:
        return CENTRE
    if stones == 1 and own == BLACK and board[CENTRE] == WHITE:
        return CENTRE - WIDTH + 1  # next to White's stone, on a diagonal
    winning = wins(board, own, captured[0]).intersection(allowed)
    if winning:
        return min(winning)
    scores = values(board, own, captured)

    def worth(point: int) -> "tuple[int, int, int]":
        return scores.get(point, 0), -from_centre(point), -point

    dangers = wins(board, other_of(own), captured[1])
    if dangers:
        defences = dangers.union(captures(board, own)).intersection(allowed)
        if defences:
            ordered = sorted(defences, key=worth, reverse=True)
            return best_defence(board, own, captured[1], ordered)
    return max(on_a_line(board, own, captured, allowed), key=worth)


def best_defence(board: bytes, own: int, lost: int, defences: "Sequence[int]") -> int:
    """The defence that leaves the opponent, who has taken `lost` stones, the fewest wins."""
    takes = captures(board, own)

    def wins_left(point: int) -> int:
        return len(wins(after(board, own, point, takes.get(point, ())), other_of(own), lost))

    return min(defences[:5], key=wins_left)


def on_a_line(
    board: bytes, own: int, captured: "tuple[int, int]", allowed: "Sequence[int]"
) -> "Sequence[int]":
    """For White's second stone the allowed points on a line through the centre, 3 or 4 away."""
    if own == BLACK or board.count(WHITE) + captured[1] != 1:
        return allowed
    starlike = {CENTRE + away * step for away in (3, 4) for step in RAYS}
    return [point for point in allowed if point in starlike] or allowed


def values(board: bytes, own: int, captured: "tuple[int, int]") -> "dict[int, int]":
    """The value of each empty point for this colour, by patterns; 0 where it is missing."""
    other = other_of(own)
    scores: dict[int, int] = {}

    def add(point: int, value: int) -> None:
        scores[point] = scores.get(point, 0) + value

    for points, cells in windows(board):
        mine, theirs = cells.count(own), cells.count(other)
        if mine and theirs:
            continue
        value = MAKE[mine] if mine else SPOIL[theirs] if theirs < 5 else 0
        for point, cell in zip(points, cells):
            if cell == EMPTY:
                add(point, value)
    for colour, worth, before in (
        (own, TAKE_A_PAIR, captured[0]),
        (other, SAVE_A_PAIR, captured[1]),
    ):
        for point, taken in captures(board, colour).items():
            add(point, worth * len(taken) * (4 + before) // 8)
    for point in POINTS:
        if board[point] == EMPTY:
            add(point, EXPOSE_A_PAIR * exposed(board, point, own, other))
    return scores


def exposed(board: bytes, point: int, own: int, other: int) -> int:
    """How many pairs with this new stone the opponent could capture from one end."""
    found = 0
    for step in RAYS:
        if board[point + step] == own:
            ends = board[point - step], board[point + 2 * step]
            found += ends in ((EMPTY, other), (other, EMPTY))
    return found
