"""Runs laws of tests/conformance on many random positions: kernel against plain-Python reference.

    .venv/bin/python -m tools.trials.agreement evaluation [--positions 10000]
    .venv/bin/python -m tools.trials.agreement net [--positions 10000]
    .venv/bin/python -m tools.trials.agreement policy [--positions 10000]
    .venv/bin/python -m tools.trials.agreement search [--positions 200] [--depth 3] [--game NAME]

`evaluation` compares static values on `--positions` positions of all presets together. `net`
compares the values of the shipped nets on `--positions` positions of each game that has one, with
each build of the kernel, and `policy` the order that they give the moves. `search` compares value,
best move and node count in plain mode, depth by depth, on `--positions` positions of each preset.
Prints a line for each preset; a difference ends it with the position and what differs.
"""

from __future__ import annotations

import argparse
import time

from games.five.rules import PRESETS
from search.weights.file import shipped_weights
from tests.conformance.laws import keep, kernel_values_as_the_reference
from tests.conformance.test_five_kernel import compare_plain_search
from tests.conformance.test_net import compare_net, compared_orders, compared_positions
from tests.families import FIVE
from tests.strategies import random_position

LONGEST = 60  # moves of random play before a position
POSITIONS = {"evaluation": 10_000, "net": 10_000, "policy": 10_000, "search": 200}


def compare(what: str, name: str, positions: int, depth: int) -> str:
    """What was compared in this preset; AssertionError if something differs."""
    rules, weights = PRESETS[name], shipped_weights(PRESETS[name])
    if what == "evaluation":
        keep(FIVE, name, kernel_values_as_the_reference, range(positions))
    elif what == "search":
        for seed in range(positions):
            position = random_position(rules, seed, turns=seed * 7 % (LONGEST + 1))
            for deep in range(1, depth + 1):
                compare_plain_search(position, deep)
        return f"{positions} positions, depths 1 to {depth}"
    elif weights.net is None or (what == "policy" and not weights.net.policy):
        return f"no {what}"
    else:
        compared = compared_orders if what == "policy" else compared_positions
        compare_net(rules, weights, compared, positions)
    return f"{positions} positions"


def main() -> None:
    """Read the command line and compare."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("what", choices=POSITIONS)
    options.add_argument("--positions", type=int)
    options.add_argument("--depth", type=int, default=3)
    options.add_argument("--game", choices=list(PRESETS), action="append")
    given = options.parse_args()
    names = given.game or [*PRESETS]
    positions = given.positions or POSITIONS[given.what]
    if given.what == "evaluation":
        positions //= len(names)
    for name in names:
        start = time.process_time()
        said = compare(given.what, name, positions, given.depth)
        print(f"{name}: {said}: equal ({time.process_time() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
