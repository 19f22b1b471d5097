"""Compares the compiled kernel with the plain-Python reference on many random positions.

    .venv/bin/python -m tools.trials.agreement evaluation [--positions 10000]
    .venv/bin/python -m tools.trials.agreement net [--positions 10000]
    .venv/bin/python -m tools.trials.agreement policy [--positions 10000]
    .venv/bin/python -m tools.trials.agreement search [--positions 200] [--depth 3] [--game NAME]

`evaluation` compares static values on `--positions` positions of all presets together, many of them
with captures. `net` compares the values of the shipped nets on
`--positions` positions of each game that has one, half of them with each build of the kernel: on
the way through games, and after moves that are not played. `policy` compares the order that a
shipped net gives the moves, in positions of random games. `search` compares value, best move and
node count in plain mode, depth by depth, on `--positions` positions of each preset. Prints a line
for each preset; at the first difference it prints the position and ends with exit code 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import islice

from games.five.diagram import format_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from search.five.native import open_search, set_position
from search.reference.board_lines import LineCache
from search.reference.net import ReadableNet
from search.reference.search import plain_search
from search.reference.static import evaluate
from search.weights import Weights
from search.weights.file import shipped_weights
from tests.conformance.net_games import KERNELS, compared_orders, compared_positions
from tests.strategies import random_position

LONGEST = 60  # moves of random play before a position


def sample(rules: FiveRules, number: int) -> FivePosition:
    """The random position of this number, after 0 to LONGEST moves."""
    return random_position(rules, seed=number, turns=number * 7 % (LONGEST + 1))


def differs(position: FivePosition, what: str, ours: object, theirs: object) -> bool:
    """Whether the two values differ; prints a difference."""
    if ours == theirs:
        return False
    print(f"{position.rules.name}: {format_position(position)}")
    print(f"  {what}: kernel {ours}, reference {theirs}")
    return True


def compare_evaluation(rules: FiveRules, positions: int) -> bool:
    """Whether the static values agree on `positions` random positions."""
    weights = Weights()
    search = open_search(rules, weights)
    with_captures = 0
    for number in range(positions):
        position = sample(rules, number)
        with_captures += sum(position.captured_stones) > 0
        set_position(search, position)
        if differs(position, "value", search.evaluate(), evaluate(position, weights)):
            return False
    print(f"{rules.name}: {positions} positions, {with_captures} with captures: equal", flush=True)
    return True


def compare_net(rules: FiveRules, what: str, positions: int) -> bool:
    """Whether both builds value `positions` positions, or order their moves, as the readable net.

    what  `net` or `policy`
    """
    net = shipped_weights(rules).net
    if net is None or (what == "policy" and not net.policy):
        print(f"{rules.name}: no {what}", flush=True)
        return True
    compared = compared_orders if what == "policy" else compared_positions
    weights, readable, with_captures = shipped_weights(rules), ReadableNet(net), 0
    for seed, module in enumerate(KERNELS):
        kernel, dice = open_search(rules, weights, module), random.Random(seed)
        found = compared(kernel, rules, readable, dice)
        for position, ours, theirs in islice(found, positions // len(KERNELS)):
            with_captures += sum(position.captured_stones) > 0
            if differs(position, f"{what} in {module.__name__}", ours, theirs):
                return False
    print(f"{rules.name}: {positions} positions, {with_captures} with captures: equal", flush=True)
    return True


def compare_search(rules: FiveRules, positions: int, depth: int) -> bool:
    """Whether plain searches of depth 1 to `depth` agree on `positions` random positions."""
    weights = Weights()
    search = open_search(rules, weights)
    table = LineCache(rules, weights)
    nodes, start = 0, time.process_time()
    for number in range(positions):
        position = sample(rules, number)
        for deep in range(1, depth + 1):
            expected = plain_search(position, weights, deep, table)
            set_position(search, position)
            search.begin()
            found = (search.iterate(deep), search.pv()[:1], search.nodes)
            nodes += search.nodes
            if differs(
                position, f"depth {deep}", found, (expected.score, expected.pv[:1], expected.nodes)
            ):
                return False
    seconds = time.process_time() - start
    print(
        f"{rules.name}: {positions} positions, depths 1 to {depth}, {nodes:,} nodes each: equal "
        f"({seconds:.0f} s)",
        flush=True,
    )
    return True


def main() -> None:
    """Read the command line and compare."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("what", choices=["evaluation", "net", "policy", "search"])
    options.add_argument("--positions", type=int)
    options.add_argument("--depth", type=int, default=3)
    options.add_argument("--game", choices=list(PRESETS), action="append")
    given = options.parse_args()
    games = [PRESETS[name] for name in given.game or PRESETS]
    for rules in games:
        if given.what == "evaluation":
            equal = compare_evaluation(rules, (given.positions or 10_000) // len(games))
        elif given.what in {"net", "policy"}:
            equal = compare_net(rules, given.what, given.positions or 10_000)
        else:
            equal = compare_search(rules, given.positions or 200, given.depth)
        if not equal:
            sys.exit(1)


if __name__ == "__main__":
    main()
