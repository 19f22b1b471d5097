"""Writing over a file where no new one could take its place: it is whole then, or as it was."""

import os

from agent.files import open_regular, write_all, write_new


def overwrite(path: str, content: bytes) -> None:
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
