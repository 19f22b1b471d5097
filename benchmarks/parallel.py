"""What more workers bring: time to a depth, CPU and nodes.

    python -m benchmarks.parallel free --workers 2         # by clocks; needs that many free cores
    python -m benchmarks.parallel lockstep --workers 2 4 8  # by nodes, on any machine

The command searches Pente positions of the bench, then the balanced openings of `data/openings`.
Each search has an empty table and goes to a depth that takes one worker some --least CPU seconds
(lockstep: --nodes nodes). Positions that are decided earlier are skipped. `free` measures wall
clock and CPU of the kernel that ships. `lockstep` uses the laboratory build (`tools.laboratory`),
which holds all workers within a quantum of nodes of each other. Its time is the nodes of the first
worker and the time that this worker waited, counted as nodes.

Each run is one JSON line of --results. Run again, the command continues where it stopped. At the
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
import time
from contextlib import closing
from functools import partial
from mmap import mmap
from operator import itemgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


from arena.appended import JsonLines
from arena.match.provenance import commit_of_tree
from arena.openings.files import openings_path, read_openings
from games.five.position import Position
from games.five.rules import rules_named
from search.bench import bench_path, load_positions
from search.five.native import open_search, set_position
from search.parallel.crew import BROTHERS_FIRST, SPLIT_DEPTH, Crew
from search.score import is_loss, is_win
from search.weights.file import game_weights
from tools.laboratory import laboratory

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

GAME = "pente"
TABLE_MB = 64
QUANTUM = 128  # nodes
MOST_DEPTH = 40
SCHEME = "ybw"  # young brothers wait: how results files name the runs
Cost = dict[str, Any]  # what one search cost


class Run:
    """One position searched depth by depth by so many workers.

    variant   with killers that count half, so that the moves have another order
    plain     without the selective rules
    quantum   nodes that no worker gets ahead in lockstep, by the laboratory build; 0: no lockstep
    """

    def __init__(
        self,
        position: Position,
        workers: int,
        *,
        variant: bool = False,
        plain: bool = False,
        quantum: int = 0,
        **settings: int,
    ) -> None:
        weights = game_weights(position.rules)
        self.laboratory = laboratory() if quantum else None
        if self.laboratory:
            self.laboratory.keep_in_step(quantum)
        self.kernel = open_search(position.rules, weights, self.laboratory)
        self.kernel.use_table(mmap(-1, TABLE_MB << 20))
        set_position(self.kernel, position)
        self.crew = Crew(self.kernel, workers, **settings) if workers > 1 else None
        self.kernel.begin(
            width=weights["width"],
            killer_bonus=weights["killer_bonus"] // (2 if variant else 1),
            history_limit=weights["history_limit"],
            futility=weights["futility"],
            frontier=weights["frontier"],
            selective=not plain,
        )
        self._wall, self._cpu = time.monotonic(), time.process_time()

    def close(self) -> None:
        """End the helpers; give the table's memory back."""
        if self.crew is not None:
            self.crew.close()
        self.kernel.use_table(None)

    def deepen(self, depth: int) -> bool:
        """Search the next iteration; return whether it proves a win or a loss."""
        value = self.kernel.iterate(depth)
        assert value is not None  # no limit was given
        return is_win(value) or is_loss(value)

    def cost(self) -> Cost:
        """The cost so far: wall and CPU seconds, nodes, steps of lockstep."""
        cpu_s = time.process_time() - self._cpu + self.kernel.helpers_cpu_ns / 1e9
        steps = self.kernel.nodes if self.crew is None else 0
        if self.laboratory and self.crew:
            steps = self.laboratory.steps()
        return {
            "wall_s": round(time.monotonic() - self._wall, 4),
            "cpu_s": round(cpu_s, 4),
            "nodes": self.kernel.nodes,
            "steps": steps,
        }


def serial(position: Position, enough: Callable[[Cost], bool], *, plain: bool) -> Cost | None:
    """Depth and cost of one worker's search; None if the position is decided before.

    The depth is the first that is `enough` for a search with slightly different move ordering.
    Costs to a depth vary by chance: a depth chosen by the measured search itself would be one where
    it happens to be slow.
    """
    with closing(Run(position, 1, variant=True, plain=plain)) as run:
        depth = 0
        while not enough(run.cost()):
            depth += 1
            if depth == MOST_DEPTH or run.deepen(depth):
                return None
    return {"depth": depth, **parallel(position, depth, 1, plain=plain)}


def parallel(position: Position, depth: int, workers: int, **settings: Any) -> Cost:
    """The cost of the same search by a crew, and its split points by ply."""
    with closing(Run(position, workers, **settings)) as run:
        for shallower in range(1, depth + 1):
            run.deepen(shallower)
        counts = run.kernel.split_counts() if run.crew else []
        splits = {str(ply): pair for ply, pair in enumerate(counts) if any(pair)}
        return {**run.cost(), "splits": splits}


class Report:
    """The results file: it caches finished runs and appends new ones."""

    def __init__(self, path: str) -> None:
        self.kept = JsonLines(path, itemgetter("key"))

    def get(self, key: str, measure: Callable[[], Cost | None]) -> Cost | None:
        """The entry of this key; measures and appends it if the file has none."""
        if key not in self.kept.known:
            self.kept.append({"key": key, "commit": commit_of_tree(), "found": measure()})
        found: Cost | None = self.kept.known[key]["found"]
        return found


def positions_to_search() -> list[Position]:
    """The game's bench positions, then its balanced openings."""
    positions = [entry.position for entry in load_positions(bench_path())]
    found = [position for position in positions if position.rules.name == GAME]
    for opening in read_openings(openings_path(GAME), rules_named(GAME)).openings:
        found.append(Position(rules_named(GAME)))
        for point in opening:
            found[-1].play(point)
    return found


def geometric_mean(ratios: list[list[float]]) -> str:
    """The geometric mean over positions with its error; each position counts by its runs' mean."""
    logs = [statistics.mean(math.log(ratio) for ratio in runs) for runs in ratios]
    error = statistics.stdev(logs) / math.sqrt(len(logs)) if len(logs) > 1 else 0.0
    mean = math.exp(statistics.mean(logs))
    return f"{mean:.2f} +- {mean * error:.2f}"


def summary(name: str, ratios: dict[str, list[list[float]]]) -> str:
    """A line of medians and geometric means over the positions; ratios by position and run."""
    rows = []
    for what, values in ratios.items():
        median = statistics.median(statistics.median(runs) for runs in values)
        rows.append(f"{what} {median:.2f}, {geometric_mean(values)}")
    return f"{name:<24} " + "; ".join(rows)


def settings_of(words: argparse.Namespace) -> list[tuple[str, int, dict[str, Any]]]:
    """Name, workers and settings of each crew that is to be measured."""
    common = {
        "quantum": QUANTUM if words.way == "lockstep" else 0,
        "plain": words.plain,
        "split_depth": words.split_depth,
    }
    return [
        (
            f"{SCHEME} {workers} b{brothers} d{words.split_depth}",
            workers,
            {**common, "brothers": brothers},
        )
        for workers in words.workers
        for brothers in words.brothers
    ]


def place_of(words: argparse.Namespace, number: int, net: str) -> str:
    """The start of the keys of a position's runs.

    Runs with a net name its digest, so that none is taken for one without.
    """
    kind = f"{words.way} plain" if words.plain else words.way
    place = f"{kind} {words.nodes if words.way == 'lockstep' else words.least} {number}"
    return f"{place} net:{net}" if net else place


def main() -> None:
    """Run the missing measurements, then print the summary."""
    words = read_command_line()
    report = Report(words.results)
    by_steps = words.way == "lockstep"
    net = game_weights(rules_named(GAME)).net_digest

    def enough(cost: Cost) -> bool:
        return bool(cost["nodes"] >= words.nodes if by_steps else cost["cpu_s"] >= words.least)

    ratios: dict[str, dict[str, list[list[float]]]] = {}
    used = 0
    for number, position in enumerate(positions_to_search()):
        place = place_of(words, number, net)
        alone = report.get(f"{place} serial", partial(serial, position, enough, plain=words.plain))
        if alone is None:
            continue
        used += 1
        for name, workers, crew in settings_of(words):
            found = ratios.setdefault(name, {"faster": [], "CPU": [], "nodes": []})
            for values in found.values():
                values.append([])
            for turn in range(words.repeats):
                measure = partial(parallel, position, alone["depth"], workers, **crew)
                together = report.get(f"{place} {name} {turn}", measure)
                assert together is not None
                clock = "steps" if by_steps else "wall_s"
                found["faster"][-1].append(alone[clock] / together[clock])
                found["CPU"][-1].append(together["cpu_s"] / alone["cpu_s"])
                found["nodes"][-1].append(together["nodes"] / alone["nodes"])
        if used == words.positions:
            break
    print(f"{used} positions, {words.repeats} runs each; median, geometric mean +- its error")
    for name, found in ratios.items():
        print(summary(name, found))


def read_command_line() -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(description="Measure the speedup of parallel search.")
    parser.add_argument("way", choices=("free", "lockstep"))
    parser.add_argument("--workers", type=int, nargs="+", default=[2])
    parser.add_argument(
        "--brothers",
        type=int,
        nargs="+",
        default=[BROTHERS_FIRST],
        help="Brothers searched before the others are shared out; several to compare.",
    )
    parser.add_argument("--split-depth", type=int, default=SPLIT_DEPTH)
    parser.add_argument("--plain", action="store_true", help="search without selectivity")
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--least", type=float, default=5.0, help="free: CPU seconds of one worker.")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="lockstep: its nodes.")
    parser.add_argument("--results", default=f"{ROOT}/data/results/parallel.jsonl")
    return parser.parse_args()


if __name__ == "__main__":
    main()
