"""The speed of Gipf's kernel in perft, search and proofs; the figures of docs/gipf.md.

    python -m benchmarks.gipf [--build gipf|gipf_v3]

Prints perft leaves per CPU second, and CPU seconds to each depth from the initial position (a
thesis needed 20.5 s to depth 6). Then it prints nodes per CPU second in the bench positions, and
CPU seconds for each problem in data/problems/gipf.jsonl. Each time is the least of three runs.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from search import native
from search.bench import positions_of
from search.engine import Engine
from search.gipf import native as gipf_native
from search.limits import Limits
from search.solve.gipf_solver import GipfSolver
from search.weights.file import game_weights

if TYPE_CHECKING:
    from search.kernel.gipf import GipfSearch
    from search.result import SearchResult

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

RUNS = 3
PERFT = (("gipf-basic", 5), ("gipf", 5), ("gipf-tournament", 4))
DEPTHS = 10
THESIS_S = 20.5  # the thesis's time to depth 6 of the basic game


def least(measure: Callable[[], float]) -> float:
    """The least of some runs."""
    return min(measure() for _ in range(RUNS))


def measure_perft() -> None:
    """Print perft leaves per CPU second, by game."""
    for name, depth in PERFT:
        rules = GIPF_PRESETS[name]
        search = gipf_native.open_gipf_search(rules, game_weights(rules))
        gipf_native.set_gipf_position(search, GipfPosition(rules))
        leaves = search.perft(depth)

        def count(search: GipfSearch = search, depth: int = depth) -> float:
            start = time.process_time()
            search.perft(depth)
            return time.process_time() - start

        print(f"perft {name} {depth}: {leaves:,} leaves, {leaves / least(count) / 1e6:.0f} M/s")


def measure_depths() -> None:
    """Print nodes and CPU seconds to each depth from the initial position, by game."""
    for name, rules in GIPF_PRESETS.items():
        costs: dict[int, tuple[int, float]] = {}

        def listen(result: SearchResult, costs: dict[int, tuple[int, float]] = costs) -> None:
            before = costs.get(result.depth, (0, result.seconds_cpu))[1]
            costs[result.depth] = (result.nodes, min(before, result.seconds_cpu))

        for _ in range(RUNS):
            with Engine(rules, game_weights(rules)) as engine:
                engine.search(GipfPosition(rules), Limits(depth=DEPTHS), listener=listen)
        for depth, (nodes, seconds) in costs.items():
            print(f"depth {name} {depth}: {nodes:,} nodes, {seconds:.4f} s")
        if name == "gipf-basic":
            print(f"the thesis to depth 6: {THESIS_S} s, {THESIS_S / costs[6][1]:,.0f} times ours")


def measure_search() -> None:
    """Print nodes per CPU second in the bench positions, with one engine per game."""
    for name in GIPF_PRESETS:
        entries = positions_of("gipf", name)
        rates = []
        for _ in range(RUNS):
            nodes, seconds = 0, 0.0
            with Engine(entries[0].position.rules) as engine:
                for entry in entries:
                    result = engine.search(entry.position, Limits(depth=entry.depth))
                    nodes += result.nodes
                    seconds += result.seconds_cpu
            rates.append(nodes / seconds)
        print(f"search {name}: {max(rates) / 1e6:.2f} M nodes/s")


def measure_problems() -> None:
    """Print CPU seconds and nodes of each problem."""
    with open(os.path.join(ROOT, "data/problems/gipf.jsonl"), encoding="utf-8") as file:
        problems = [json.loads(line) for line in file]
    for number, problem in enumerate(problems, 1):
        position = parse_position(problem["position"], GIPF_PRESETS[problem["rules"]])
        with GipfSolver(position.rules) as solver:
            proofs = [solver.solve(position, Limits()) for _ in range(RUNS)]
        seconds = min(proof.seconds_cpu for proof in proofs)
        print(
            f"problem {number}: {problem['rules']}, win in {proofs[0].win_in}, "
            f"{proofs[0].nodes:,} nodes, {seconds:.4f} s"
        )


def main() -> None:
    """Run all measurements with one of the builds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", choices=("gipf", "gipf_v3"))
    build = parser.parse_args().build
    if build:
        native.processor_is_v3 = lambda: build == "gipf_v3"
    print(f"build: {native.kernel_of('gipf').__name__}")
    measure_perft()
    measure_depths()
    measure_search()
    measure_problems()


if __name__ == "__main__":
    main()
