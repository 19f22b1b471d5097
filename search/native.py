"""The one translator between the readable world and the compiled kernel.

Rules, weights and positions go in as plain numbers and bytes; nothing else in the project but
`gipf_native`, which does the same for Gipf, imports `search.kernel`. Where the extension is
missing, KernelMissing says how to build it.
"""

from __future__ import annotations

import os
import sys
from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

from search.errors import KernelMissing
from search.weights import ORDERED, RANKED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.five.position import Position
    from games.five.rules import Rules
    from search.kernel.five import FiveSearch
    from search.kernel.searcher import SearchBase
    from search.weights import Weights

CAPTURED_ENTRIES = 64  # as many stones as the kernel's table of captured values knows
# What the processors of x86-64-v3 have, as Linux calls it.
V3_FLAGS = frozenset(b"abm avx avx2 bmi1 bmi2 f16c fma movbe xsave".split())


def open_search(rules: Rules, weights: Weights, kernel: Any = None) -> FiveSearch:
    """A kernel search of this game with these weights; it has no table until it is given one.

    `kernel` is the compiled module, by default that of this processor. Raises KernelMissing.
    """
    search: FiveSearch = (kernel or kernel_of("five")).FiveSearch(
        size=rules.size,
        exactly_five=rules.exactly_five,
        takes_two=2 in rules.capture_lengths,
        takes_three=3 in rules.capture_lengths,
        captured_to_win=rules.captured_stones_to_win,
        opening_distance=rules.opening_distance,
        ranks=(0, *[weights[name] for name in RANKED]),
        capture=weights["capture"],
        capture_threat=weights["capture_threat"],
        captured_value=captured_values(rules, weights),
        tempo_percent=weights["tempo_percent"],
        own_order=order_of("own", weights),
        enemy_order=order_of("enemy", weights),
    )
    return search


def order_of(whose: str, weights: Weights) -> tuple[int, ...]:
    """What a point of each rank, a capture and its threat add to the order: `own` or `enemy`."""
    return (0, *[weights[f"{whose}_{name}"] for name in ORDERED])


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


def captured_values(rules: Rules, weights: Weights) -> list[int]:
    """The value of 0, 1, 2, ... captured stones: four corner values with straight lines between.

    A fifth of the stones to win is worth `captured_1`, and so on; see docs/evaluation.md.
    """
    to_win = rules.captured_stones_to_win
    if not to_win:
        return [0] * CAPTURED_ENTRIES
    corners = [0, *[weights[f"captured_{fifths}"] for fifths in range(1, 5)]]
    values = []
    for stones in range(CAPTURED_ENTRIES):
        fifths, rest = divmod(5 * stones, to_win)
        low, high = corners[min(fifths, 4)], corners[min(fifths + 1, 4)]
        values.append(low + (high - low) * rest // to_win if fifths < 5 else corners[4])
    return values


def set_position(search: FiveSearch, position: Position) -> None:
    """Set the kernel's board to a position whose game goes on."""
    captured = position.captured_stones if position.rules.captured_stones_to_win else (0, 0)
    search.set_position(bytes(position.cells), position.side, *captured)
