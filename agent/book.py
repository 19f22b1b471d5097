"""The book: replies to the first stones of Pente, found by long searches.

`data/openings/book-pente.txt` has one position per line: the stones of White and of Black, then the
reply. Next come the search's score for the side to move, its depth and its nodes, and the commit of
the engine:

    H13,K10/L9 N9 +1666 25 20000000 f421aaf8

A line stands for the position's eight images. The last line of a position counts. A line that
begins with `#` is a comment (tools/make/book.py writes the file).
"""

from __future__ import annotations

from agent.files import read_start
from games.errors import NotationError
from games.five.points import format_point, parse_point
from games.five.symmetry import SYMMETRIES, inverse, mapped_point
from search import ROOT

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the import
    from games.five.position import FivePosition

GAME = "pente"
LONGEST_FILE = 65_536  # bytes; five hundred positions take about 25,000


def book_path() -> str:
    """The book's path: relative to this package, not to the current directory."""
    return f"{ROOT}/data/openings/book-{GAME}.txt"


def book_reply(position: FivePosition, path: str) -> int | None:
    """The reply of the book at `path`; None if it has none.

    Raises OSError if the file cannot be read, ValueError if it names an illegal reply.
    """
    named = key_of(position)
    if named is None:
        return None
    key, symmetry = named
    data = b"\n" + _content(path)
    at = data.rfind(b"\n%s " % key.encode())
    if at < 0:
        return None
    reply = data[at + len(key) + 2 : at + len(key) + 6].split()
    size = position.rules.size
    try:
        written = parse_point(reply[0].decode("ascii", "replace") if reply else "", size)
    except NotationError as error:
        raise ValueError(f"is damaged: {error}") from error
    point = mapped_point(written, size, inverse(symmetry))
    reason = position.why_illegal(point)
    if reason is not None:
        raise ValueError(f"names an illegal move: {reason}")
    return point


def _content(path: str) -> bytes:
    """The bytes of the book; those in the loader of a bundle in a single file, if there is none."""
    try:
        return read_start(path, LONGEST_FILE)
    except FileNotFoundError:
        return bytes(__spec__.loader.get_data(path))  # type: ignore[union-attr]


def key_of(position: FivePosition) -> tuple[str, int] | None:
    """The position's name in the book, and the symmetry to the image that has this name.

    All eight images share a name. None for a position that the book cannot hold: one with captures
    or with stones that were not placed in turn.
    """
    rules, cells = position.rules, position.cells
    stones = [[point for point, cell in enumerate(cells) if cell == 1 + side] for side in (0, 1)]
    ahead = len(stones[0]) - len(stones[1])
    if rules.name != GAME or any(position.captured_stones) or ahead != position.side:
        return None
    size = rules.size
    image, symmetry = min(
        (
            [sorted(mapped_point(point, size, symmetry) for point in side) for side in stones],
            symmetry,
        )
        for symmetry in SYMMETRIES
    )
    names = [",".join(format_point(point, size) for point in side) for side in image]
    return "/".join(names), symmetry
