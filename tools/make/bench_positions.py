"""Makes `data/bench/positions.txt`: undecided positions from self-play, for `pente bench`.

    .venv/bin/python -m tools.make.bench_positions > data/bench/positions.txt
    .venv/bin/python -m tools.make.bench_positions --depths  # same positions, new depths

Each game begins with four random moves near the centre; the engine then plays at 3,000 nodes per
move. A position is kept if the search to its depth does not prove it. Its depth is the first at
which a search with an empty table takes at least WANTED_NODES.
"""

from __future__ import annotations

import sys
from random import Random

from games.five.diagram import format_position
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from search.bench import bench_path, load_positions
from search.engine import MAX_DEPTH, Engine
from search.limits import Limits
from search.result import DEPTH
from search.score import is_loss, is_win

PER_GAME = {
    "pente": 16,
    "keryo": 3,
    "gomoku-15": 3,
    "standard-15": 2,
    "gomoku-19": 2,
    "gomoku-9": 2,
}
WANTED_NODES = 1_000_000


def random_opening(rules: Rules, dice: Random) -> Position:
    """The position after four random legal moves at most four from the centre."""
    position = Position(rules)
    for _ in range(4):
        near = [p for p in position.legal_moves() if position.distance_from_centre(p) <= 4]
        position.play(dice.choice(near))
    return position


def sample(rules: Rules, plies: int, dice: Random) -> Position | None:
    """An undecided position after this many plies of self-play, or None."""
    position = random_opening(rules, dice)
    with Engine(rules) as engine:
        while len(position.moves) < plies:
            position.play(engine.search(position, Limits(nodes=3_000)).best)
            if position.outcome is not None:
                return None
        score = engine.search(position, Limits(nodes=30_000)).score
    return None if is_win(score) or is_loss(score) else position


def bench_depth(position: Position) -> int | None:
    """The first depth that takes WANTED_NODES; None if the search proves the position first."""
    with Engine(position.rules) as engine:
        for depth in range(4, MAX_DEPTH):
            engine.new_game()
            result = engine.search(position, Limits(depth=depth))
            if result.stopped_by != DEPTH:
                return None
            if result.nodes >= WANTED_NODES:
                return depth
    return None


def print_depths() -> None:
    """Print the file with new depths; a position that is proven first keeps its depth."""
    for entry in load_positions(bench_path()):
        depth = bench_depth(entry.position) or entry.depth
        print(
            f"{entry.position.rules.name}; {format_position(entry.position)}; {depth}", flush=True
        )


def main() -> None:
    """Print the file."""
    print("# Undecided positions for `pente bench`: game, position, depth.")
    if sys.argv[1:] == ["--depths"]:
        print("# Depths by: python -m tools.make.bench_positions --depths")
        print_depths()
        return
    print("# Made by: python -m tools.make.bench_positions > data/bench/positions.txt")
    for name, wanted in PER_GAME.items():
        dice = Random(f"bench {name}")
        found = 0
        while found < wanted:
            plies = 5 + 29 * found // wanted + dice.randrange(2)
            position = sample(PRESETS[name], plies, dice)
            depth = None if position is None else bench_depth(position)
            if position is not None and depth is not None:
                found += 1
                print(f"{name}; {format_position(position)}; {depth}", flush=True)


if __name__ == "__main__":
    main()
