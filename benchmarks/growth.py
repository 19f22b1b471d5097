"""How a crew would grow: recorded split trees replayed for 2 to 64 workers, in a simulation.

    python -m benchmarks.growth                # records, replays, prints the curve
    python -m benchmarks.growth --wake 60      # with other costs of messages, in nodes

One worker's search of each position is recorded: every brother of every node that may be split,
with the nodes that it cost and the nodes below it. The replay plays young brothers wait on that
tree, its clock the number of nodes: a worker enters a node as the recorded search did; where the
first brothers are done and somebody waits, the rest is shared out; a refutation stops all below it.
Brothers that the recorded search never came to, because the one before refuted the node, cost what
its others cost in the mean: that is the waste which grows with the crew. Bounds that come later
than in the recorded search are not replayed, nor is the table, so the curve holds for the shape of
the trees alone; `benchmarks.parallel lockstep`, whose workers are real, is the check on it. The
searches are recorded by the laboratory build (`tools.laboratory`).
"""

from __future__ import annotations

import argparse
import heapq
import statistics
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field

from benchmarks.parallel import Run, geometric_mean, positions_to_search
from games.five.position import Position
from search.parallel.crew import BROTHERS_FIRST, SPLIT_DEPTH
from tools.laboratory import laboratory

MOST_EVENTS = 4_000_000
CHUNK = 256  # nodes between two looks at the flags, as the kernel polls
Work = Generator[float, None, None]  # nodes that a worker is busy for; 0: it waits


@dataclass(slots=True)
class Brother:
    """A move of a recorded node: its nodes in all, and the recorded nodes among those below."""

    nodes: int = 0
    refutes: bool = False
    below: list[Recorded] = field(default_factory=list)


@dataclass(slots=True)
class Recorded:
    """A recorded node: its brothers, in order."""

    brothers: list[Brother] = field(default_factory=list)

    @property
    def nodes(self) -> int:
        """Of all its brothers."""
        return sum(brother.nodes for brother in self.brothers)


def tree_of(events: list[tuple[int, int, int, int, int]]) -> list[Recorded]:
    """The nodes at the root, one for each search, made of the kernel's events."""
    roots: list[Recorded] = []
    open_nodes: list[tuple[int, int, Recorded]] = []  # ply, last tried, node; from the root down
    begun: list[tuple[Brother, int]] = []
    for nodes, tried, ply, kind, _ in events:
        if kind:
            brother, first = begun.pop()
            brother.nodes, brother.refutes = nodes - first, kind == 2
            continue
        while open_nodes and open_nodes[-1][0] > ply:
            open_nodes.pop()
        if not open_nodes or open_nodes[-1][0] < ply or open_nodes[-1][1] >= tried:
            if open_nodes and open_nodes[-1][0] == ply:
                open_nodes.pop()
            node = Recorded()
            (begun[-1][0].below if begun else roots).append(node)
            open_nodes.append((ply, tried, node))
        else:
            open_nodes[-1] = (ply, tried, open_nodes[-1][2])
        brother = Brother()
        open_nodes[-1][2].brothers.append(brother)
        begun.append((brother, nodes))
    return roots


class CutError(Exception):
    """What the worker is busy with is no longer needed."""


class Split:
    """A split point of the replay."""

    def __init__(self, node: Recorded, first: int, parent: Split | None) -> None:
        self.node = node
        self.next = first
        self.parent = parent
        self.cut = False
        self.open = True
        self.inside = 0
        self.unrecorded = max(1, node.nodes // len(node.brothers))

    def draw(self) -> Brother | None:
        """The next brother; after one that refutes the node others that were never searched."""
        brothers = self.node.brothers
        if not self.open or self.cut:
            return None
        if self.next < len(brothers):
            self.next += 1
            return brothers[self.next - 1]
        return Brother(self.unrecorded) if brothers[-1].refutes else None

    def was_cut(self) -> bool:
        """Whether it or one above it was refuted."""
        split: Split | None = self
        while split is not None:
            if split.cut:
                return True
            split = split.parent
        return False

    def is_below(self, other: Split) -> bool:
        """Whether it hangs below the other."""
        split = self.parent
        while split is not None and split is not other:
            split = split.parent
        return split is other


class Replay:
    """A crew of so many workers on a recorded search; `time` is when the last one is done."""

    def __init__(self, workers: int, brothers: int, wake: float) -> None:
        self.brothers = brothers
        self.wake = wake
        self.splits: list[Split] = []
        self.waiting: set[int] = set()
        self.worked = 0.0
        self._time = 0.0
        self._queue: list[tuple[float, int]] = []
        self._helpers = range(1, workers)
        self._work: list[Work] = []

    def run(self, root: Recorded) -> float:
        """The time, in nodes, until worker 0 has searched the root."""
        self.waiting = set(self._helpers)
        self._work = [self._node(0, root, None), *map(self._helper, self._helpers)]
        self._queue = [(0.0, 0)]
        while True:
            self._time, worker = heapq.heappop(self._queue)
            try:
                nodes = next(self._work[worker])
            except StopIteration:
                return self._time
            if nodes:
                self.worked += nodes
                heapq.heappush(self._queue, (self._time + nodes, worker))

    def _node(self, worker: int, node: Recorded, split: Split | None) -> Work:
        """A node as one worker meets it."""
        for number, brother in enumerate(node.brothers):
            if number >= self.brothers and self.waiting and len(node.brothers) > 1:
                yield from self._share_out(worker, node, number, split)
                return
            yield from self._brother(worker, brother, split)

    def _brother(self, worker: int, brother: Brother, split: Split | None) -> Work:
        """A brother: what lies in recorded nodes below it, and the rest."""
        rest = brother.nodes - sum(node.nodes for node in brother.below)
        for node in brother.below:
            yield from self._node(worker, node, split)
        while rest > 0:
            if split is not None and split.was_cut():
                raise CutError
            yield float(min(rest, CHUNK))
            rest -= CHUNK

    def _share_out(self, worker: int, node: Recorded, first: int, parent: Split | None) -> Work:
        """Open a split point, work in it, wait for the others."""
        split = Split(node, first, parent)
        self.splits.append(split)
        self._tell()
        yield from self._work_in(worker, split)
        split.open = False
        while split.inside:
            found = self._find(split)
            if found is not None and not split.was_cut():
                yield from self._join(worker, found)
            else:
                self.waiting.add(worker)
                yield 0.0
        self.splits.remove(split)
        if parent is not None and parent.was_cut():
            raise CutError

    def _work_in(self, worker: int, split: Split) -> Work:
        while (brother := split.draw()) is not None:
            try:
                yield from self._brother(worker, brother, split)
            except CutError:
                return
            if brother.refutes:
                split.cut = True

    def _join(self, worker: int, split: Split) -> Work:
        split.inside += 1
        yield self.wake
        yield from self._work_in(worker, split)
        split.inside -= 1
        self._tell()

    def _helper(self, worker: int) -> Work:
        while True:
            found = self._find(None)
            if found is not None:
                yield from self._join(worker, found)
            else:
                self.waiting.add(worker)
                yield 0.0

    def _find(self, above: Split | None) -> Split | None:
        """The largest split point with work left, below `above` if that is given."""
        found = [
            split
            for split in self.splits
            if split.open
            and not split.was_cut()
            and (split.next < len(split.node.brothers) or split.node.brothers[-1].refutes)
            and (above is None or split.is_below(above))
        ]
        return max(found, key=lambda split: split.unrecorded, default=None)

    def _tell(self) -> None:
        """Wake whoever waits."""
        for worker in sorted(self.waiting):
            heapq.heappush(self._queue, (self._time + self.wake, worker))
        self.waiting.clear()


def record(
    position: Position, least_nodes: int, split_depth: int, *, plain: bool
) -> list[Recorded] | None:
    """The searches of one worker to the first depth of so many nodes; None if it is decided."""
    with closing(Run(position, 1, plain=plain, recorded=True)) as run:
        laboratory().note_events(split_depth, MOST_EVENTS)
        depth = 0
        while run.kernel.nodes < least_nodes:
            depth += 1
            if run.deepen(depth):
                return None
        return tree_of(laboratory().events())


def main() -> None:
    """Record and replay; print for each number of workers how much faster, and how much work."""
    parser = argparse.ArgumentParser(description="Replay recorded split trees.")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8, 16, 32, 64])
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--plain", action="store_true", help="Without the selective rules.")
    parser.add_argument("--split-depth", type=int, default=SPLIT_DEPTH)
    parser.add_argument("--brothers", type=int, help="First ones; by default as the engine has it.")
    parser.add_argument("--wake", type=float, default=45.0, help="Nodes: 30 us at 1.5 M a second.")
    words = parser.parse_args()
    trees: list[list[Recorded]] = []
    for position in positions_to_search():
        if len(trees) < words.positions:
            tree = record(position, words.nodes, words.split_depth, plain=words.plain)
            if tree is not None:
                trees.append(tree)
    print(f"{len(trees)} positions; workers, times as fast (geometric mean, error), work")
    for workers in words.workers:
        faster, work = [], []
        for tree in trees:
            alone = sum(root.nodes for root in tree)
            replay = Replay(workers, words.brothers or BROTHERS_FIRST, words.wake)
            faster.append([alone / sum(replay.run(root) for root in tree)])
            work.append(replay.worked / alone)
        print(f"{workers:3d}  {geometric_mean(faster)}  {statistics.mean(work):.2f}", flush=True)


if __name__ == "__main__":
    main()
