"""Loads the compiled kernel of a family of games, in the fastest build for the processor.

`search.five.native` and `search.gipf.native` convert rules, weights and positions to a kernel's
arguments. If the extension is missing, KernelMissing says how to build it.
"""

from __future__ import annotations

import mmap
import os
import sys
from _frozen_importlib_external import PathFinder

from search import ROOT
from search.errors import KernelMissing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from search.kernel.searcher import SearchBase

KERNEL = f"{__package__}.kernel"
# A hand-in has modules for several machines, each in a folder of this name below the kernel's.
MACHINE = f"{sys.platform}-{os.uname().machine}" if hasattr(os, "uname") else sys.platform
# The features of x86-64-v3, by their names in Linux.
V3_FLAGS = frozenset(b"abm avx avx2 bmi1 bmi2 f16c fma movbe xsave".split())
WINDOWS_AVX2 = 40  # PF_AVX2_INSTRUCTIONS_AVAILABLE
ELF_64 = b"\x7fELF\x02"
TABLE = slice(40, 48), slice(58, 60), slice(60, 62)  # of sections: place, entry's size, entries
_reported: list[bool] = []  # whether the processor has them, once it is known


def kernel_of(family: str) -> Any:
    """The compiled module of a family of games, in the fastest build for this processor.

    Raises KernelMissing.
    """
    name = f"{KERNEL}.{family}"
    try:
        if processor_is_v3():
            try:
                return _imported(f"{name}_v3")
            except ImportError:  # not built: by an older compiler, or on another platform
                pass
        return _imported(name)
    except ImportError as error:
        raise KernelMissing(
            f"the compiled kernel cannot be imported ({error}){_remedy()}"
        ) from error


def _remedy() -> str:
    """For what the kernel was built, if not for this Python and machine; else how to build it.

    "" in a hand-in, where nothing can be built.
    """
    tag, folder = sys.implementation.cache_tag, f"{ROOT}/search/kernel"
    try:
        names = os.listdir(folder)
    except OSError:
        return ""
    built = {name.split(".")[-2] for name in names if name.endswith(".so")}
    built.update(name for name in names if "-" in name and os.path.isdir(f"{folder}/{name}"))
    is_own = any(name.startswith((f"{tag}-", "abi3", MACHINE)) for name in built)
    if built and not is_own:
        return f"; it was built for {', '.join(sorted(built))}, this is {tag} on {MACHINE}"
    if not os.path.isfile(f"{ROOT}/setup.py"):
        return ""
    return "; build it with: pip install -e . --config-settings editable_mode=compat"


def _imported(name: str) -> Any:
    """The module of the kernel, imported. Raises ImportError."""
    __import__(KERNEL)  # `importlib` would cost every move its import
    places = sys.modules[KERNEL].__path__
    own = f"{ROOT}/search/kernel/{MACHINE}"
    if own not in places:
        places.append(own)
    spec = PathFinder.find_spec(name, places)
    if spec is not None and spec.origin is not None:
        _require_whole(spec.origin)
    __import__(name)
    return sys.modules[name]


def _require_whole(path: str) -> None:
    """Raise ImportError if a module for Linux was cut short: the system would kill the process.

    Linkers and `strip` write the table of sections last; the head says where, and how long it is.
    """
    with open(path, "rb", buffering=0) as file:
        head = file.read(64)
        size = file.seek(0, os.SEEK_END)
    start, entry, entries = (int.from_bytes(head[at], "little") for at in TABLE)
    if head[:5] == ELF_64 and size < start + entry * entries:
        raise ImportError(f"{path} is cut short: {size} of {start + entry * entries} bytes")


def processor_is_v3() -> bool:
    """Whether the system reports the features of x86-64-v3; False without a report.

    It is asked once in a process: a report costs as much as some hundred nodes.
    """
    if not _reported:
        _reported.append(_read_processor())
    return _reported[0]


def _read_processor() -> bool:
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - slow, and only here

        # Windows names one of the features; no processor has it without those that the kernel uses.
        windll = getattr(ctypes, "windll", None)  # nowhere else
        return bool(windll and windll.kernel32.IsProcessorFeaturePresent(WINDOWS_AVX2))
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            first = file.read(8192)  # enough for the first processor
    except OSError:
        return False
    _, heading, flags = first.partition(b"flags")
    return bool(heading) and V3_FLAGS.issubset(flags.partition(b"\n")[0].split())


def table_memory(size: int, *, shared: bool = False) -> mmap.mmap:
    """Zeroed memory of `size` bytes for a table; if shared, processes forked later see it.

    Touching and unmapping costs about 0.4 ms per MiB, 0.7 ms if shared. Where Linux has huge pages
    it maps memory that is not shared in them: 0.15 ms per MiB, and later accesses cost less.
    """
    if shared or not hasattr(mmap, "MAP_PRIVATE"):  # Windows has no flags
        return mmap.mmap(-1, size)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if hasattr(memory, "madvise") and hasattr(mmap, "MADV_HUGEPAGE"):  # not in Python 3.7
        try:  # noqa: SIM105 - the move would pay for importing contextlib
            memory.madvise(mmap.MADV_HUGEPAGE)
        except OSError:  # built without them
            pass
    return memory


def kernel_stamp(search: SearchBase) -> str:
    """An identifier of the kernel's build: size and time of its file. Raises OSError.

    Two builds of one version may search differently, so a version number does not suffice.
    """
    built = os.stat(str(sys.modules[type(search).__module__].__file__))
    return f"{built.st_size} {built.st_mtime_ns}"
