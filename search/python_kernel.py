"""What a search in plain Python has in common with a compiled kernel (`search.kernel.searcher`).

The engine sets limits and asks for one iteration at a time. There is no table to share or to keep,
and there are no helpers.
"""

from __future__ import annotations

import time

from search.result import NODES, TIME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

NODES_PER_CHECK = 50  # between two looks at the clocks: about a millisecond
NEVER = 1 << 62


class LimitReached(Exception):  # noqa: N818 - a signal to the root, not an error
    """A search has reached a limit inside an iteration."""


class PythonKernel:
    """The limits of a search, and what it says of its end.

    nodes       positions entered since `begin`
    stopped_by  NODES or TIME after an iteration that did not finish
    """

    helpers_cpu_ns = 0
    searching = None  # the root's move that is being searched: not told

    def __init__(self) -> None:
        self.nodes = 0
        self.stopped_by = ""
        self._most_nodes = NEVER
        self._deadlines = (0, 0)
        self._excluded: Collection[int] = ()

    def begin(
        self, *, nodes: int | None = None, cpu_ns: int = 0, wall_ns: int = 0, **_: object
    ) -> None:
        """Begin a search with these limits; a deadline of 0 does not bind."""
        self.nodes, self._most_nodes = 0, NEVER if nodes is None else nodes
        self.stopped_by, self._excluded = "", ()
        self.set_deadlines(cpu_ns, wall_ns)

    def set_deadlines(self, cpu_ns: int, wall_ns: int) -> None:
        """Set the ends of the search on the CPU clock and the wall clock; 0: none."""
        self._deadlines = cpu_ns, wall_ns

    def exclude(self, moves: Collection[int]) -> None:
        """Leave these moves out of the next iterations."""
        self._excluded = tuple(moves)

    def _check(self, nodes: int) -> int:
        """The node of the next check. Raises LimitReached at a limit."""
        clocks = time.process_time_ns(), time.monotonic_ns()
        if nodes >= self._most_nodes:
            self.stopped_by = NODES
        elif any(end and now >= end for now, end in zip(clocks, self._deadlines)):
            self.stopped_by = TIME
        else:
            return min(nodes + NODES_PER_CHECK, self._most_nodes)
        raise LimitReached

    def use_table(self, memory: object | None) -> None:
        """Nothing: there is no table in this memory."""

    def unrefuted(self) -> int | None:
        """None: what a limit cuts off is not kept."""

    def forget(self) -> None:
        """Nothing: nothing is kept between searches."""

    empty_table = forget

    def harvest(self, _depth: int, _limit: int) -> bytes:
        """Nothing is worth keeping."""
        return b""

    def plant(self, harvest: bytes) -> None:
        """Nothing: `harvest` is empty."""
