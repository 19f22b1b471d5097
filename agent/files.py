"""Files that are whole or not there at all."""

import os


def write_whole(path: str, content: bytes) -> None:
    """Put the content in the place of the file at once: whoever looks sees old or new, whole.

    Where the folder allows no new file, the file is overwritten in place. No fsync: the harness
    reads after us on the same machine. Raises OSError when neither way works.
    """
    try:
        try:
            _write(path + ".tmp", content)
            os.replace(path + ".tmp", path)
        except BaseException:
            os.unlink(path + ".tmp")
            raise
    except OSError:
        _write(path, content)


def remove_stale(path: str) -> None:
    """Take away what an earlier run left; where the folder forbids that, empty it.

    Raises OSError when neither way works.
    """
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
    except OSError:
        _write(path, b"")


def read_start(path: str, limit: int, start: int = 0) -> bytes:
    """The first `limit` bytes of a file, or those from `start` on. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        if start:
            os.lseek(handle, start, os.SEEK_SET)
        return os.read(handle, limit)
    finally:
        os.close(handle)


def _write(path: str, content: bytes) -> None:
    """Write first, cut to length after: on a full disk, what stood in the file is not lost."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o666)
    try:
        os.ftruncate(handle, os.write(handle, content))
    finally:
        os.close(handle)
