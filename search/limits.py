"""When a search must end: an immutable record of limits, the first one reached ends it."""

import os

from games.rules import Immutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST_S = 1e9  # some thirty years
MOST_WORKERS = 16 if hasattr(os, "fork") else 1  # of one search; 16 as in the kernel
NODES_PER_S = 1_000_000  # a guess, to turn limits of time into nodes
UNLIMITED_NODES = 200_000  # for a search that only its depth limits


def check_workers(workers: int) -> None:
    """Raise ValueError unless so many workers can share a search."""
    if not 1 <= workers <= MOST_WORKERS:
        most = f"1 to {MOST_WORKERS}" if MOST_WORKERS > 1 else "1, as this system cannot fork"
        raise ValueError(f"{workers} workers: expected {most}")


class Limits(Immutable):
    """Limits of one search; a limit that is None does not bind.

    Raises ValueError for one that is out of range.

    depth   turns of full-width look-ahead, at least 1
    nodes   positions entered, at least 1; the moves of the node where it is reached are finished
    cpu_s   CPU seconds of all processes of the search together, from its start
    wall_s  wall-clock seconds from its start
    aim_s   intended seconds of that clock (cpu_s, if both are limited); the search spends less
            if the move is clear and more if the score falls (search.pace)
    first_depth  depth of the first iteration; a long search gains little from shallower ones, but
            if a limit ends the first iteration, there is hardly a result
    """

    __slots__ = ("aim_s", "cpu_s", "depth", "first_depth", "nodes", "wall_s")

    depth: "int | None"
    nodes: "int | None"
    cpu_s: "float | None"
    wall_s: "float | None"
    aim_s: "float | None"
    first_depth: int

    def __init__(
        self,
        *,
        depth: "int | None" = None,
        nodes: "int | None" = None,
        cpu_s: "float | None" = None,
        wall_s: "float | None" = None,
        aim_s: "float | None" = None,
        first_depth: int = 1,
    ) -> None:
        for name, limit in (("depth", depth), ("nodes", nodes), ("first_depth", first_depth)):
            if limit is not None and not 1 <= limit < 1 << 62:
                raise ValueError(
                    f"a limit of {name} is at least 1, and no more than 2**62: {limit}"
                )
        for name, seconds in (("cpu_s", cpu_s), ("wall_s", wall_s), ("aim_s", aim_s)):
            if seconds is not None and not 0 <= seconds <= MOST_S:  # nan is refused as well
                raise ValueError(f"a limit {name} is 0 to {MOST_S:.0f} seconds: {seconds}")
        if aim_s is not None and cpu_s is None and wall_s is None:
            raise ValueError("aim_s goes with a limit: expected cpu_s or wall_s as well")
        self._put(
            depth=depth,
            nodes=nodes,
            cpu_s=cpu_s,
            wall_s=wall_s,
            aim_s=aim_s,
            first_depth=first_depth,
        )

    def replaced(self, **others: "Any") -> "Limits":
        """These limits with others in their place. Raises ValueError."""
        return Limits(**{**{slot: getattr(self, slot) for slot in self.__slots__}, **others})

    def __repr__(self) -> str:
        given = ((slot, getattr(self, slot)) for slot in self.__slots__)
        return (
            f"Limits({', '.join(f'{slot}={value}' for slot, value in given if value is not None)})"
        )


def nodes_within(limits: Limits, per_s: int = NODES_PER_S) -> int:
    """About how many nodes the limits allow: those given, and a guess from the time."""
    nodes = UNLIMITED_NODES if limits.nodes is None else limits.nodes
    timed = [s for s in (limits.cpu_s, limits.wall_s, limits.aim_s) if s is not None]
    if timed:
        by_time = int(min(timed) * per_s)
        nodes = by_time if limits.nodes is None else min(nodes, by_time)
    return nodes
