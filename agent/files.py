"""Atomic writes, and reads that never block.

A path that leads to a pipe, a device or a folder raises OSError. A read from a pipe without a
writer would block until the clock ran out.
"""

import os
from stat import S_ISREG  # `os` has already loaded it

# Windows has only O_BINARY, and needs it: else it writes \r\n for \n.
FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def write_whole(path: str, content: bytes) -> None:
    """Replace the file atomically: a reader sees the whole old content or the whole new one.

    If the folder allows no new file, overwrite it in place. No fsync: the harness reads after us on
    the same machine. Raises OSError that names the file if both ways fail; the old one, or none, is
    then left.
    """
    try:
        write_new(path + ".tmp", content)
        os.replace(path + ".tmp", path)
    except OSError:
        try:
            _overwrite(path, content)
        except OSError as error:
            error.filename = path  # a full disk names no file, and nobody knows the temporary one
            raise


def remove_stale(path: str) -> None:
    """Remove the file of an earlier run; if the folder forbids that, empty it.

    Raises OSError if both ways fail.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError:
        _overwrite(path, b"")


def _overwrite(path: str, content: bytes) -> None:
    """Write over a file; if that fails, restore its old content. Raises OSError.

    A missing file is created, and removed again if it cannot be written completely. The temporary
    file of a failed replacement is removed.
    """
    try:  # noqa: SIM105 - the move would pay for importing contextlib
        os.unlink(path + ".tmp")
    except OSError:
        pass  # there is none, or the folder does not allow it
    try:
        handle = open_regular(path, os.O_RDWR)
    except FileNotFoundError:
        write_new(path, content)
        return
    try:
        size = os.fstat(handle).st_size
        old = os.read(handle, len(content))
        os.lseek(handle, 0, os.SEEK_SET)
        try:
            write_all(handle, content)
        except OSError:
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, old)  # the disk has these bytes already: they fit
            os.ftruncate(handle, size)
            raise
        os.ftruncate(handle, len(content))
    finally:
        os.close(handle)


def read_start(path: str, limit: int, start: int = 0) -> bytes:
    """The first `limit` bytes of a file, or those from `start` on.

    Raises OSError, also if it is no regular file.
    """
    handle = open_regular(path, os.O_RDONLY)
    try:
        if start:
            os.lseek(handle, start, os.SEEK_SET)
        return os.read(handle, limit)
    finally:
        os.close(handle)


def open_regular(path: str, flags: int) -> int:
    """The handle of an existing regular file; opening never blocks. Raises OSError."""
    handle = os.open(path, flags | FLAGS)
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(22, "is no regular file", path)  # EINVAL; its name would cost an import
    return handle


def write_new(path: str, content: bytes) -> None:
    """Write a new file, after removing one of the same name.

    Raises OSError; no file is then left.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | FLAGS  # follows no link
    try:
        handle = os.open(path, flags, 0o666)
    except FileExistsError:
        os.unlink(path)
        handle = os.open(path, flags, 0o666)
    try:
        write_all(handle, content)
    except BaseException:
        os.close(handle)  # Windows removes no open file
        os.unlink(path)
        raise
    os.close(handle)


def write_all(handle: int, content: bytes) -> None:
    """Write every byte: a nearly full disk may accept only some at once. Raises OSError."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
