"""A system that can allocate only so much memory for tables."""

from __future__ import annotations

import errno
from mmap import mmap

from search.native import table_memory


class ShortMemory:
    """Stands for `table_memory`; `most_mb` may change, `taken` has the MiB of each table."""

    def __init__(self, most_mb: int) -> None:
        self.most_mb = most_mb
        self.taken: list[int] = []

    def __call__(self, size: int, *, shared: bool = False) -> mmap:
        """Memory of this size, or the system's error."""
        if size > self.most_mb << 20:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        self.taken.append(size >> 20)
        return table_memory(size, shared=shared)
