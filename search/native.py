"""Loads the compiled kernel of a family of games, in the build that suits the processor.

`search.five.native` and `search.gipf.native` turn rules, weights and positions into the numbers and
bytes that a kernel takes. Where the extension is missing, KernelMissing says how to build it.
"""

from __future__ import annotations

import os
import sys
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

from search.errors import KernelMissing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from search.kernel.searcher import SearchBase

# What the processors of x86-64-v3 have, as Linux calls it.
V3_FLAGS = frozenset(b"abm avx avx2 bmi1 bmi2 f16c fma movbe xsave".split())


def kernel_of(family: str) -> Any:
    """The compiled module of a family of games, of the build that this processor runs fastest.

    Raises KernelMissing.
    """
    name = f"search.kernel.{family}"
    try:
        if processor_is_v3():
            try:
                return _imported(f"{name}_v3")
            except ImportError:  # it was not built: by an older compiler, or elsewhere
                pass
        return _imported(name)
    except ImportError as error:
        raise KernelMissing(
            f"the compiled kernel cannot be imported ({error}); "
            "build it with: pip install -e . --config-settings editable_mode=compat"
        ) from error


def _imported(name: str) -> Any:
    __import__(name)  # without `importlib`, which a move need not load
    return sys.modules[name]


def processor_is_v3() -> bool:
    """Whether Linux says that the processor is of x86-64-v3; False where it says nothing."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            first = file.read(8192)  # one processor speaks for all; 0.05 ms
    except OSError:
        return False
    _, found, flags = first.partition(b"flags")
    return bool(found) and V3_FLAGS.issubset(flags.partition(b"\n")[0].split())


def table_memory(size: int, *, shared: bool = False) -> mmap:
    """Zeroed memory of so many bytes for a table; if shared, then with processes forked later.

    Touching and unmapping one's own costs some 0.4 ms a MiB, what is shared 0.7.
    """
    return mmap(-1, size) if shared else mmap(-1, size, flags=MAP_PRIVATE | MAP_ANONYMOUS)


def kernel_stamp(search: SearchBase) -> str:
    """What tells one build of the kernel from another: size and time of its file. Raises OSError.

    Two builds may search differently under one version; nobody can forget to count this up.
    """
    built = os.stat(str(sys.modules[type(search).__module__].__file__))
    return f"{built.st_size} {built.st_mtime_ns}"
