"""The gain and cost of keeping part of the table between moves.

    .venv/bin/python -m tools.trials.memory --depth 8 --positions 60 --table-mb 4

Takes positions from the games of a results file. It searches each to a fixed depth, plays the best
move and a reply. The reply is alternately the expected one, and that of an independent search two
turns shallower. Two engines with new tables then search the new position to the same depth. One of
them gets the harvest of the first search from playdata.txt. Prints the ratios of nodes and of CPU
time, warm to cold: geometric means with standard errors of the logarithm. The warm time includes
all costs: harvest and saving in the move before, loading and planting in this one.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import tempfile
import time
from dataclasses import dataclass, field

from agent.memory import load_harvest, load_memory, save_memory
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import Rules, rules_named
from search.engine import Engine
from search.limits import Limits
from search.weights.file import game_weights

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

RESULTS = f"{ROOT}/data/results/self-5s.jsonl"
FIRST_PLY = 8
PLIES = 19  # the range of the positions' plies
ENTRY = (1, 5.0, 0.1)  # an arbitrary entry of the ledger


@dataclass(slots=True, kw_only=True)
class Figures:
    """The measurements, one value per position; seconds are CPU time."""

    cold_nodes: list[int] = field(default_factory=list)
    warm_nodes: list[int] = field(default_factory=list)
    cold_s: list[float] = field(default_factory=list)
    warm_s: list[float] = field(default_factory=list)
    save_s: list[float] = field(default_factory=list)
    load_s: list[float] = field(default_factory=list)
    file_bytes: list[int] = field(default_factory=list)


class DepthSearches:
    """The searches of one run: all to one depth, each with a new table of one size."""

    def __init__(self, rules: Rules, depth: int, table_mb: float, folder: str) -> None:
        self.rules = rules
        self.weights = game_weights(rules)
        self.depth = depth
        self.table_mb = table_mb
        self.path = f"{folder}/playdata.txt"
        self.figures = Figures()

    def engine(self) -> Engine:
        """A new engine with an empty table."""
        return Engine(self.rules, self.weights, table_mb=self.table_mb)

    def measure(self, position: Position, *, expected: bool) -> None:
        """Add the figures of one position, unless the game ends within two moves."""
        with self.engine() as engine:
            found = engine.search(position.copy(), Limits(depth=self.depth))
            after = position.copy()
            after.play(found.best)
            if after.outcome is not None:
                return
            reply = found.pv[1] if expected and len(found.pv) > 1 else self.reply(after)
            after.play(reply)
            if after.outcome is not None:
                return
            save_s = self.save(engine, position, found.best)
        cold_nodes, cold_s, _ = self.search(after, warm=False)
        warm_nodes, warm_s, load_s = self.search(after, warm=True)
        figures = self.figures
        figures.cold_nodes.append(cold_nodes)
        figures.warm_nodes.append(warm_nodes)
        figures.cold_s.append(cold_s)
        figures.warm_s.append(warm_s + save_s)
        figures.save_s.append(save_s)
        figures.load_s.append(load_s)
        figures.file_bytes.append(os.stat(self.path).st_size)

    def reply(self, position: Position) -> int:
        """The best move of an independent, shallower search."""
        with self.engine() as engine:
            return engine.search(position.copy(), Limits(depth=max(1, self.depth - 2))).best

    def save(self, engine: Engine, position: Position, point: int) -> float:
        """The extra seconds to harvest and write, compared with writing without a harvest."""
        memory = load_memory(os.devnull + "/none", position.copy(), 5.0)
        start_s = time.process_time()
        save_memory(self.path, memory, point, (), ENTRY)
        without_s = time.process_time() - start_s
        start_s = time.process_time()
        save_memory(self.path, memory, point, (), ENTRY, harvest=engine.harvest())
        return time.process_time() - start_s - without_s

    def search(self, position: Position, *, warm: bool) -> tuple[int, float, float]:
        """Nodes and seconds of a search, and the part of the seconds for loading and planting.

        Reading the text of the file is not counted: every move does it.
        """
        memory = load_memory(self.path, position.copy(), 4.0)
        assert memory.doubt is None, memory.doubt
        start_s = time.process_time()
        engine = self.engine()
        ready_s = time.process_time()
        if warm:
            engine.plant(load_harvest(self.path, memory))
        planted_s = time.process_time()
        nodes = engine.search(position.copy(), Limits(depth=self.depth)).nodes
        engine.close()  # freeing the table counts too
        return nodes, time.process_time() - start_s, planted_s - ready_s


def positions(rules: Rules, path: str, most: int) -> list[Position]:
    """A position from each game that is long enough, at a ply that varies from game to game."""
    found = []
    with open(path, encoding="ascii") as file:
        games = [json.loads(line) for line in file][1:]
    for number, game in enumerate(games):
        points = [*game["opening"], *[move["point"] for move in game["moves"]]]
        plies = FIRST_PLY + 7 * number % PLIES
        if plies + 4 <= len(points):
            position = Position(rules)
            for point in points[:plies]:
                position.play(parse_point(point, rules.size))
            found.append(position.copy())
    return found[:most]


def ratio(warm: list[float], cold: list[float]) -> str:
    """The geometric mean of the ratios with its standard error, and the ratio of the sums."""
    logs = [math.log(one / other) for one, other in zip(warm, cold, strict=True)]
    error = statistics.stdev(logs) / math.sqrt(len(logs))
    total = sum(warm) / sum(cold)
    return f"{math.exp(statistics.mean(logs)):.3f} +- {error:.3f}, of the sums {total:.3f}"


def report(figures: Figures) -> None:
    """Print the measurements."""
    cold_ms = 1e3 * statistics.median(figures.cold_s)
    print(f"positions       {len(figures.cold_s)}")
    print(f"cold search     {statistics.median(figures.cold_nodes):.0f} nodes, {cold_ms:.1f} ms")
    print(f"nodes           {ratio([*figures.warm_nodes], [*figures.cold_nodes])}")
    print(f"CPU with costs  {ratio(figures.warm_s, figures.cold_s)}")
    for name, seconds in (("harvest, save", figures.save_s), ("load, plant", figures.load_s)):
        print(
            f"{name:<15} {1e3 * statistics.median(seconds):.2f} ms, most {1e3 * max(seconds):.2f}"
        )
    size, most = statistics.median(figures.file_bytes), max(figures.file_bytes)
    print(f"file            {size / 1024:.0f} KiB, most {most / 1024:.0f}")


def main() -> None:
    """Read the command line, search, print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--results", default=RESULTS)
    options.add_argument("--depth", type=int, default=8)
    options.add_argument("--positions", type=int, default=60)
    options.add_argument("--table-mb", type=float, default=4)
    given = options.parse_args()
    rules = rules_named("pente")
    with tempfile.TemporaryDirectory() as folder:
        searches = DepthSearches(rules, given.depth, given.table_mb, folder)
        for number, position in enumerate(positions(rules, given.results, given.positions)):
            searches.measure(position, expected=bool(number % 2))
        report(searches.figures)


if __name__ == "__main__":
    main()
