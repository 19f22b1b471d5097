"""The kernel's speed against the yardstick: nodes per CPU second.

    .venv/bin/python -m benchmarks.kernel

The yardstick is a frozen prototype of the kernel in `benchmarks/yardstick`, built in a temporary
folder. Both kernels alternately search the same positions to the same depth and width from an empty
table, each with its own evaluation. The figures are medians of the runs.

Nodes are positions entered, including leaves evaluated without playing the move. The prototype has
no forced replies: when a five threatens, it also searches moves that lose at once, which are cheap
nodes. So our kernel runs in two modes. `alike` has no forced replies and no net, and its nodes are
comparable. `played` is the engine's own search with its weights and net, with fewer and more
expensive nodes: compare its seconds to the depth. (One difference remains in `alike`: our search
calls a node lost only after all candidates, the prototype after its width.)
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from mmap import mmap
from typing import Any

from agent.protocol import parse_request
from arena.foreign.harness_files import format_request
from games.five.position import FivePosition
from games.five.rules import PRESETS
from search.bench import bench_path, load_positions
from search.five.native import open_search, set_position
from search.weights import Weights
from search.weights.file import game_weights

PENTE = PRESETS["pente"]
OUR_POSITIONS = 6
YARDSTICK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "yardstick")
TABLE_BYTES = 16 << 20  # the prototype's size


def build_yardstick(folder: str) -> None:
    """Copy the prototype and build it in place."""
    shutil.copytree(YARDSTICK, folder, dirs_exist_ok=True)
    command = [sys.executable, "setup.py", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=300)


def load_yardstick(folder: str) -> Any:
    """The built prototype as a module."""
    (name,) = [name for name in os.listdir(folder) if name.endswith(".so")]
    spec = importlib.util.spec_from_file_location("pente_cy2", os.path.join(folder, name))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_positions(folder: str) -> dict[str, FivePosition]:
    """The yardstick's three positions, and some of the bench positions."""
    found = {}
    for name in ("open", "mid", "tact"):
        with open(os.path.join(folder, f"{name}.txt"), "rb") as file:
            found[name] = parse_request(file.read(), PENTE).position
    ours = [entry.position for entry in load_positions(bench_path())]
    pente = [position for position in ours if position.rules == PENTE]
    for number, position in enumerate(pente[:: len(pente) // OUR_POSITIONS][:OUR_POSITIONS], 1):
        found[f"ours-{number}"] = position
    return found


def search_ours(position: FivePosition, depth: int, *, selective: bool) -> tuple[int, float]:
    """Nodes and CPU seconds of our kernel to a depth, without the set-up of its table."""
    weights = game_weights(PENTE) if selective else Weights()
    search = open_search(PENTE, weights)
    search.use_table(mmap(-1, TABLE_BYTES))
    set_position(search, position)
    start = time.process_time()
    search.begin(
        width=weights["width"],
        killer_bonus=weights["killer_bonus"],
        history_limit=weights["history_limit"],
        futility=weights["futility"],
        frontier=weights["frontier"],
        selective=selective,
    )
    for turns in range(1, depth + 1):
        search.iterate(turns)
    return search.nodes, time.process_time() - start


def search_yardstick(engine: Any, position: FivePosition, depth: int) -> tuple[int, float]:
    """Nodes and CPU seconds of the prototype to a depth."""
    lines = format_request(position, 100.0).split()
    by_white, by_black = (int(stones) // 2 for stones in lines[2].split(","))
    engine.cleartt()
    engine.set_board("".join(lines[3:]), lines[0] == "WHITE", by_black, by_white)
    start = time.process_time()
    engine.think(depth)
    return engine.nodes, time.process_time() - start


def compare_speed(folder: str, depth: int, repeats: int) -> list[dict[str, Any]]:
    """For each position: million nodes per CPU second, nodes, seconds, and the speed ratio.

    The ratio is that of `alike` to the yardstick, as the median over the runs.
    """
    yardstick = load_yardstick(folder).Engine()
    rows = []
    for name, position in test_positions(folder).items():
        runs: dict[str, list[tuple[int, float]]] = {"alike": [], "played": [], "yardstick": []}
        for _ in range(repeats):
            runs["alike"].append(search_ours(position, depth, selective=False))
            runs["played"].append(search_ours(position, depth, selective=True))
            runs["yardstick"].append(search_yardstick(yardstick, position, depth))
        rates = {}
        row: dict[str, Any] = {"position": name}
        for who, made in runs.items():
            rates[who] = [nodes / seconds / 1e6 for nodes, seconds in made]
            row[who] = round(statistics.median(rates[who]), 3)
            row[f"{who}_nodes"] = made[0][0]
            row[f"{who}_s"] = round(statistics.median(seconds for _, seconds in made), 4)
        pairs = zip(rates["alike"], rates["yardstick"], strict=True)
        row["ratio"] = round(statistics.median(ours / theirs for ours, theirs in pairs), 3)
        print(json.dumps(row), flush=True)
        rows.append(row)
    return rows


def main() -> None:
    """Print a line of JSON for each position, then the geometric mean."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--depth", type=int, default=8)
    options.add_argument("--repeats", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build_yardstick(folder)
        rows = compare_speed(folder, given.depth, given.repeats)
        logs = [math.log(row["ratio"]) for row in rows]
        print(json.dumps({"geometric_mean_ratio": round(math.exp(statistics.mean(logs)), 3)}))


if __name__ == "__main__":
    main()
