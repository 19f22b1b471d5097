"""Makes the positions of `pente bench`: undecided ones from self-play, with depths.

    .venv/bin/python -m tools.make.bench_positions five > data/bench/positions.txt
    .venv/bin/python -m tools.make.bench_positions gipf > data/bench/gipf.txt
    .venv/bin/python -m tools.make.bench_positions five --depths  # same positions, new depths

Each game begins with four random moves; then the engine plays at 3,000 nodes per move. A position
is kept if the search to its depth does not prove it. Its depth is the first at which a search with
an empty table takes enough nodes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from games.family import AnyFamily, AnyPosition
from games.registry import family_named
from search.bench import BenchPosition, positions_of
from search.engine import MAX_DEPTH, Engine
from search.limits import Limits
from search.result import DEPTH
from search.score import is_loss, is_win
from tools.self_play import self_play

# By family: the nodes of a search to the depth, and the number of positions of each game.
WANTED: dict[str, tuple[int, dict[str, int]]] = {
    "five": (
        1_000_000,
        {"pente": 16, "keryo": 3, "gomoku-15": 3, "standard-15": 2, "gomoku-19": 2, "gomoku-9": 2},
    ),
    "gipf": (200_000, {"gipf-basic": 8, "gipf": 8, "gipf-tournament": 8}),
}
EARLIEST, LATEST = 5, 34  # turns before a position


def sample(family: AnyFamily, turns: int, dice: Random) -> AnyPosition | None:
    """An undecided position after this many turns of self-play, or None."""
    with Engine(family.rules) as engine:
        position = next(
            (
                position
                for position in self_play(family, engine, dice, nodes=3_000)
                if family.turns(position) == turns
            ),
            None,
        )
        if position is None:
            return None
        score = engine.search(position, Limits(nodes=30_000)).score
    return None if is_win(score) or is_loss(score) else position


def bench_depth(position: AnyPosition, nodes: int) -> int | None:
    """The first depth that takes so many nodes; None if the search proves the position first."""
    with Engine(position.rules) as engine:
        for depth in range(4, MAX_DEPTH):
            engine.new_game()
            result = engine.search(position, Limits(depth=depth))
            if result.stopped_by != DEPTH:
                return None
            if result.nodes >= nodes:
                return depth
    return None


def new_positions(name: str) -> Iterator[BenchPosition]:
    """New positions of a family of games."""
    nodes, games = WANTED[name]
    for game, wanted in games.items():
        family, dice, found = family_named(game), Random(f"bench {game}"), 0
        while found < wanted:
            turns = EARLIEST + (LATEST - EARLIEST) * found // wanted + dice.randrange(2)
            position = sample(family, turns, dice)
            depth = None if position is None else bench_depth(position, nodes)
            if position is not None and depth is not None:
                found += 1
                yield BenchPosition(position, depth)


def main() -> None:
    """Print the file."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("family", choices=WANTED)
    options.add_argument("--depths", action="store_true", help="new depths for the file's own")
    given = options.parse_args()
    print("# Undecided positions for `pente bench`: game; position; depth.")
    print(f"# Made by: python -m tools.make.bench_positions {given.family}")
    entries = positions_of(given.family) if given.depths else new_positions(given.family)
    for entry in entries:
        position, depth = entry.position, entry.depth
        if given.depths:  # a position that is proven first keeps its depth
            depth = bench_depth(position, WANTED[given.family][0]) or depth
        text = family_named(position.rules.name).format_position(position)
        print(f"{position.rules.name}; {text}; {depth}", flush=True)


if __name__ == "__main__":
    main()
