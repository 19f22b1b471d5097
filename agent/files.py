"""Files that are whole or not there at all, and reads that never wait.

Whatever lies under a name of ours, a pipe, a device, a folder or a link to one, is refused with an
OSError: a pipe that nobody writes into would be waited for until the clock has run out.
"""

import os
from stat import S_ISREG  # `os` has loaded it already


def write_whole(path: str, content: bytes) -> None:
    """Put the content in the place of the file at once: whoever looks sees old or new, whole.

    Where the folder allows no new file, the file is overwritten in place. No fsync: the harness
    reads after us on the same machine. Raises OSError when neither way works; then the old file
    stands, or none.
    """
    try:
        write_new(path + ".tmp", content)
        os.replace(path + ".tmp", path)
    except OSError:
        _overwrite(path, content)


def remove_stale(path: str) -> None:
    """Take away what an earlier run left; where the folder forbids that, empty it.

    Raises OSError when neither way works.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError:
        _overwrite(path, b"")


def _overwrite(path: str, content: bytes) -> None:
    """Write over a file; where that fails, what stood in it is put back. Raises OSError.

    A file that is not there is made, and taken away again if it cannot be written whole. What an
    attempt to replace the file left under its temporary name is taken away.
    """
    try:  # noqa: SIM105 - contextlib would be charged to the move
        os.unlink(path + ".tmp")
    except OSError:
        pass  # nothing lies there, or what the folder keeps
    try:
        handle = open_regular(path, os.O_RDWR)
    except FileNotFoundError:
        write_new(path, content)
        return
    try:
        size = os.fstat(handle).st_size
        old = os.pread(handle, len(content), 0)
        try:
            write_all(handle, content)
        except OSError:
            os.pwrite(handle, old, 0)  # the disk has these bytes already: they fit
            os.ftruncate(handle, size)
            raise
        os.ftruncate(handle, len(content))
    finally:
        os.close(handle)


def read_start(path: str, limit: int, start: int = 0) -> bytes:
    """The first `limit` bytes of a file, or those from `start` on.

    Raises OSError, also for what is no regular file.
    """
    handle = open_regular(path, os.O_RDONLY)
    try:
        if start:
            os.lseek(handle, start, os.SEEK_SET)
        return os.read(handle, limit)
    finally:
        os.close(handle)


def open_regular(path: str, flags: int) -> int:
    """A handle of a regular file that is there; opening never waits. Raises OSError."""
    handle = os.open(path, flags | os.O_NONBLOCK)
    if not S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(22, "is no regular file", path)  # EINVAL, whose name costs an import
    return handle


def write_new(path: str, content: bytes) -> None:
    """Write a file that was not there; what lies under its name is taken away first.

    Raises OSError, and leaves no file then.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL  # follows no link
    try:
        handle = os.open(path, flags, 0o666)
    except FileExistsError:
        os.unlink(path)
        handle = os.open(path, flags, 0o666)
    try:
        write_all(handle, content)
    except BaseException:
        os.unlink(path)
        raise
    finally:
        os.close(handle)


def write_all(handle: int, content: bytes) -> None:
    """Write every byte: a disk that is nearly full takes only some at once. Raises OSError."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]
