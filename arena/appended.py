"""Files of results to which whole lines are appended."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, Self, TypeVar

from arena.errors import RecordError
from games.errors import naming

Read = TypeVar("Read")
LOCKED_BYTE = (1 << 31) - 2  # the last one that Windows can lock, after the end of any file


class AppendedFile:
    """The base of such a file, open until the block ends.

    path  its name
    """

    def __init__(self, path: str) -> None:
        """Open or create the file. Raises OSError."""
        self.path = path
        self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115 - closed by __exit__

    def write(self, line: str) -> None:
        """Append a line and flush it. Raises OSError that names the file."""
        with naming(self.path):
            self._file.write(line.encode() + b"\n")
            self._file.flush()

    def sync(self) -> None:
        """Write everything appended so far to disk."""
        with naming(self.path):
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; this fails as well if the disk was too full for the last line."""
        with naming(self.path):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class JsonLines:
    """JSON objects by key, in a file with one line for each: what was measured before.

    path   its name
    known  the objects by key; the last line of a key counts
    """

    def __init__(self, path: str, key_of: Callable[[dict[str, Any]], str]) -> None:
        """Read the file, if it exists, and remove a torn last line.

        Raises OSError, or RecordError for a line without an object that has a key.
        """
        self.path = path
        self.known: dict[str, dict[str, Any]] = {}
        self._key_of = key_of
        if not os.path.exists(path):
            return
        trim_torn_line(path)

        def keyed(line: bytes) -> tuple[str, dict[str, Any]]:
            entry = json.loads(line)
            return key_of(entry), entry

        self.known = dict(read_lines(path, keyed, RecordError, "not a result: "))

    def append(self, entry: dict[str, Any]) -> None:
        """Append an object and flush it; the file is closed between two results."""
        with AppendedFile(self.path) as file:
            file.write(json.dumps(entry))
        self.known[self._key_of(entry)] = entry


def lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed; False if another process has locked it.

    Others can still read it: Windows, which lets nobody read locked bytes, locks one after its end.
    """
    taken = OSError if sys.platform == "win32" else BlockingIOError
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415 - of Windows

            os.lseek(file.fileno(), LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415 - of POSIX

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # a browser's Python has no other processes
        pass
    except taken:
        return False
    return True


def read_lines(
    path: str, parse: Callable[[bytes], Read], error: type[Exception], what: str = ""
) -> Iterator[Read]:
    """Yield what `parse` finds in each line, without a torn last one.

    Raises `error`, which names the line and what it is, where `parse` raises ValueError, TypeError
    or LookupError.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                parsed = parse(line)
            except (ValueError, TypeError, LookupError) as failure:
                raise error(f"{path}, line {number}: {what}{failure}") from failure
            yield parsed


def trim_torn_line(path: str) -> None:
    """Truncate a file, if it exists, after its last line feed; a whole file is only read."""
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        content = file.read()
    if content and not content.endswith(b"\n"):
        os.truncate(path, content.rfind(b"\n") + 1)
