"""Files that survive a crash: written whole, or line by line with at most one torn last line."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, Self

from tuning.errors import TuningError
from tuning.games import Played, format_played, parse_played_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import TracebackType


def write_surely(path: str, content: bytes) -> None:
    """Put the content in the place of the file at once, on the disk before this returns."""
    temporary = f"{path}.tmp"
    with open(temporary, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def trim_torn_line(path: str) -> None:
    """Cut off what stands after the last line feed of a file, if it is there."""
    if os.path.exists(path):
        with open(path, "r+b") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def read_pairs(path: str) -> dict[str, Played]:
    """The pairs of a log by their keys; a torn last line is passed over.

    Raises TuningError naming any other line that is none.
    """
    found: dict[str, Played] = {}
    if not os.path.exists(path):
        return found
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                played = parse_played_text(line.decode())
            except (ValueError, TypeError, KeyError) as error:
                raise TuningError(f"{path}, line {number}: not a pair of games: {error}") from error
            found[played.key] = played
    return found


def games_of(keys: Iterable[str], what: str) -> int:
    """How many games the pairs of these keys are that were played for this: `trial`, ..."""
    return 2 * sum(key.startswith(f"{what} ") for key in keys)


class PairLog:
    """The log of a study, open for appending; each pair stands in it once.

    known  the pairs that it holds, by key
    """

    def __init__(self, path: str) -> None:
        trim_torn_line(path)
        self.known = read_pairs(path)
        self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115 - closed by __exit__

    def append(self, played: Played) -> None:
        """Add a pair; it is on its way to the disk when this returns."""
        self._file.write(format_played(played).encode() + b"\n")
        self._file.flush()
        self.known[played.key] = played

    def sync(self) -> None:
        """See that everything appended so far is on the disk."""
        os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
