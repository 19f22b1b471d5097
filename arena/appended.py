"""A file of results to which whole lines are appended."""

from __future__ import annotations

import fcntl
from typing import IO, TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


class AppendedFile:
    """The base of such a file, open until the block ends.

    path  its name
    """

    def __init__(self, path: str) -> None:
        """Open or create the file. Raises OSError."""
        self.path = path
        self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115 - closed by __exit__

    def _lock(self) -> bool:
        """Keep other processes from locking the file; False if one has locked it."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _write(self, line: str) -> None:
        """Append a line and flush it."""
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
