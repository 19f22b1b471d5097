"""What more workers bring: time to a depth, CPU and nodes.

    python -m benchmarks.parallel free --workers 2         # by clocks; needs that many free cores
    python -m benchmarks.parallel lockstep --workers 2 4 8  # by nodes, on any machine

The engine searches Pente positions of the bench, then the balanced openings of `data/openings`;
with --images, each also as its mirror images, for more searches of as many positions.
Each search has an empty table and goes to a depth that takes one worker some --least CPU seconds
(lockstep: --nodes nodes). Positions that are decided earlier are skipped. `free` measures wall
clock and CPU of the kernel that ships. `lockstep` uses the laboratory build (`tools.laboratory`),
which holds all workers within a quantum of nodes of each other. Its time is the nodes of the first
worker and the time that this worker waited, counted as nodes.

Each search is one JSON line of --results. Run again, the command continues where it stopped. At the
end it prints medians and geometric means over the positions, with the standard error of the mean
logarithm.

With the selective rules the nodes to a depth vary by a factor of three in both directions. They
vary from run to run and from one order of moves to another. The cost of a crew then shows only over
hundreds of positions. `--plain` leaves these rules out: width, table, killers and history remain,
nodes vary little, and the rest is the cost of splitting.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

from arena.appended import JsonLines
from arena.match.provenance import commit_of_tree
from arena.openings.files import openings_path, read_openings
from games.family import AnyPosition
from games.five.family import FiveFamily
from games.five.position import FivePosition
from games.five.rules import rules_named
from games.five.symmetry import mapped_cells
from search.bench import positions_of
from search.engine import Engine
from search.five.native import open_search
from search.limits import Limits
from search.native import kernel_of
from search.result import NODES, TIME
from search.weights import Weights
from search.weights.file import game_weights
from tools.laboratory import laboratory

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

GAME = FiveFamily(rules_named("pente"))
TABLE_MB = 64
QUANTUM = 128  # nodes that no worker gets ahead in lockstep
Cost = dict[str, Any]  # what one search cost


class Measured(Engine):
    """An engine that may search in lockstep, or without the selective rules."""

    def __init__(self, workers: int, way: argparse.Namespace, *, variant: bool = False) -> None:
        """With `variant` killers count half, so that the moves have another order."""
        weights = game_weights(GAME.rules)
        if variant:
            halved = {"killer_bonus": weights["killer_bonus"] // 2}
            weights = Weights(weights.as_dict() | halved).with_net(weights.net)
        super().__init__(GAME.rules, weights, table_mb=TABLE_MB, workers=workers)
        self._laboratory = laboratory() if way.way == "lockstep" else None
        if self._laboratory:
            self._laboratory.keep_in_step(QUANTUM)
        kind: Any = (self._laboratory or kernel_of("five")).FiveSearch
        module = SimpleNamespace(FiveSearch=plain(kind) if way.plain else kind)
        adapter: Any = self._adapter  # of this family, whose kernel can be another
        adapter.kernel = self._kernel = open_search(GAME.rules, weights, module)
        self._map_table()

    def cost(self, position: AnyPosition, limits: Limits) -> Cost:
        """Search, and return the depth, the cost and the split points by ply."""
        result = self.search(position, limits)
        counts = self._kernel.split_counts() if self.crew else []
        steps = self._laboratory.steps() if self._laboratory and self.crew else result.nodes
        return {
            "depth": result.depth,
            "stopped_by": result.stopped_by,
            "wall_s": round(result.seconds_wall, 4),
            "cpu_s": round(result.seconds_cpu, 4),
            "nodes": result.nodes,
            "steps": steps,
            "splits": {str(ply): pair for ply, pair in enumerate(counts) if any(pair)},
        }


def plain(kind: Any) -> Any:
    """The kernel's search without the selective rules."""

    class Plain(kind):  # type: ignore[misc]  # a class of the compiled module
        def begin(self, **settings: Any) -> None:
            super().begin(**settings | {"selective": False})

    return Plain


def serial(position: AnyPosition, way: argparse.Namespace) -> Cost | None:
    """Depth and cost of one worker's search; None if the position is decided before.

    The depth is the first that is enough for a search with slightly different move ordering. Costs
    to a depth vary by chance: a depth chosen by the measured search itself would be one where it
    happens to be slow.
    """
    limits = Limits(nodes=way.nodes) if way.way == "lockstep" else Limits(cpu_s=way.least)
    with Measured(1, way, variant=True) as engine:
        cost = engine.cost(position, limits)
    if cost["stopped_by"] not in (NODES, TIME):
        return None
    return search(position, cost["depth"] + 1, 1, way)


def search(position: AnyPosition, depth: int, workers: int, way: argparse.Namespace) -> Cost:
    """The cost of a search to this depth by so many workers."""
    with Measured(workers, way) as engine:
        return engine.cost(position, Limits(depth=depth))


def measured(kept: JsonLines, key: str, measure: Callable[[], Cost | None]) -> Cost | None:
    """The cost kept under this key; measures and appends it if there is none."""
    if key not in kept.known:
        kept.append({"key": key, "commit": commit_of_tree(), "found": measure()})
    cost: Cost | None = kept.known[key]["found"]
    return cost


def positions(images: int = 1) -> Iterator[tuple[str, AnyPosition]]:
    """The bench positions, then the balanced openings: so many images of each, with their names."""
    of_bench = (entry.position for entry in positions_of(game=GAME.rules.name))
    openings = read_openings(openings_path(GAME.rules.name), GAME.rules).openings
    for number, position in enumerate(chain(of_bench, map(GAME.after, openings))):
        for image in range(images):
            cells = mapped_cells(bytes(position.cells), GAME.size, image)
            mapped = FivePosition(GAME.rules, cells, position.side, position.captured_stones)
            yield f"{number}.{image}" if image else f"{number}", mapped


def place_of(way: argparse.Namespace, name: str, net: str) -> str:
    """The start of the keys of a position's searches, with the digest of the net, if any."""
    kind = f"{way.way} plain" if way.plain else way.way
    size = way.nodes if way.way == "lockstep" else way.least
    return f"engine {kind} {size} {name} {net and f'net:{net} '}"


def costs(kept: JsonLines, way: argparse.Namespace) -> Iterator[dict[int, list[Cost]]]:
    """For each position that is not decided early, the costs by number of workers."""
    net = game_weights(GAME.rules).net_digest
    for name, position in positions(way.images):
        place = place_of(way, name, net)
        alone = measured(kept, f"{place}serial", partial(serial, position, way))
        if alone is None:
            continue
        by_workers = {1: [alone]}
        for workers in way.workers:
            again = partial(search, position, alone["depth"], workers, way)
            turns = (
                measured(kept, f"{place}{workers} {turn}", again) for turn in range(way.repeats)
            )
            by_workers[workers] = [cost for cost in turns if cost]
        yield by_workers


def summary(ratios: list[list[float]]) -> str:
    """Median and geometric mean with its error over positions, each by the mean of its runs."""
    logs = [statistics.mean(math.log(ratio) for ratio in runs) for runs in ratios]
    error = statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else 0.0
    median = statistics.median(statistics.median(runs) for runs in ratios)
    mean = math.exp(statistics.mean(logs))
    return f"{median:.2f}, {mean:.2f} +- {mean * error:.2f}"


def main() -> None:
    """Run the missing measurements, then print the summary."""
    way = read_command_line()
    clock = "steps" if way.way == "lockstep" else "wall_s"
    sample = list(islice(costs(JsonLines(way.results, itemgetter("key")), way), way.positions))
    print(f"{len(sample)} positions, {way.repeats} runs each; median, geometric mean +- its error")
    for workers in way.workers if sample else ():
        faster = [[at[1][0][clock] / cost[clock] for cost in at[workers]] for at in sample]
        words = [f"faster {summary(faster)}"]
        for name, field in (("CPU", "cpu_s"), ("nodes", "nodes")):
            ratios = [[cost[field] / at[1][0][field] for cost in at[workers]] for at in sample]
            words.append(f"{name} {summary(ratios)}")
        print(f"{workers:>3} workers  {'; '.join(words)}")


def read_command_line() -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(description="Measure the speedup of parallel search.")
    parser.add_argument("way", choices=("free", "lockstep"))
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument("--plain", action="store_true", help="search without selectivity")
    parser.add_argument("--positions", type=int, default=12, help="their number, images included")
    parser.add_argument("--images", type=int, choices=range(1, 9), default=1, help="of each")
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--least", type=float, default=5.0, help="free: CPU seconds of one worker.")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="lockstep: its nodes.")
    parser.add_argument("--results", default=f"{ROOT}/data/results/parallel.jsonl")
    return parser.parse_args()


if __name__ == "__main__":
    main()
