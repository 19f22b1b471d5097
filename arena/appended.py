"""Files of results to which whole lines are appended."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import IO, Any, Self

from arena.errors import RecordError
from games.errors import naming

LOCKED_BYTE = (1 << 31) - 2  # the last one that Windows can lock, after the end of any file


class AppendedFile:
    """The base of such a file, open until the block ends.

    path  its name
    """

    def __init__(self, path: str) -> None:
        """Open or create the file. Raises OSError."""
        self.path = path
        self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115 - closed by __exit__

    def _write(self, line: str) -> None:
        """Append a line and flush it. Raises OSError that names the file."""
        with naming(self.path):
            self._file.write(line.encode() + b"\n")
            self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        """Close the file; this fails as well if the disk was too full for the last line."""
        with naming(self.path):
            self._file.close()


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
        with open(path, "rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    entry = json.loads(line)
                    self.known[key_of(entry)] = entry
                except (ValueError, TypeError, LookupError) as error:
                    raise RecordError(f"{path}, line {number}: not a result: {error}") from error

    def append(self, entry: dict[str, Any]) -> None:
        """Append an object and flush it; the file is closed between two results."""
        with AppendedFile(self.path) as file:
            file._write(json.dumps(entry))  # noqa: SLF001 - of this module
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


def trim_torn_line(path: str) -> None:
    """Truncate a file, if it exists, after its last line feed; a whole file is only read."""
    if not os.path.exists(path):
        return
    with open(path, "rb") as file:
        content = file.read()
    if content and not content.endswith(b"\n"):
        os.truncate(path, content.rfind(b"\n") + 1)
