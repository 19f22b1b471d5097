"""Makes the bench positions of Gipf.

    .venv/bin/python -m tools.make.gipf_bench_positions > data/bench/gipf.txt

For each preset it prints the initial position and undecided positions from opening to endgame. They
come from self-play with few nodes per move, after a few random turns. The depth is the greatest
that a new engine with the default weights finishes within NODES.
"""

from __future__ import annotations

from random import Random

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import format_position
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win

TURNS = (8, 14, 20, 28, 36, 46, 58)
NODES_A_MOVE = 1000
NODES = 400_000


def position_after(rules: GipfRules, seed: int, turns: int) -> GipfPosition | None:
    """The position after this many turns of a self-play game, or None if it ended before."""
    dice = Random(seed)
    position = GipfPosition(rules)
    with Engine(rules, table_mb=4) as engine:
        while position.turns < turns or not position.placing:
            if position.turns < 4:
                position.play(dice.choice(position.legal_moves()))
            else:
                position.play(engine.search(position, Limits(nodes=NODES_A_MOVE)).best)
            if position.outcome is not None:
                return None
    return position


def depth_of(position: GipfPosition) -> int | None:
    """The depth to search the position to, or None if it is decided."""
    with Engine(position.rules) as engine:
        result = engine.search(position, Limits(nodes=NODES))
    if is_win(result.score) or is_loss(result.score):
        return None
    return result.depth


def main() -> None:
    """Print the file."""
    print("# Undecided positions for `pente bench -g GAME` of Gipf: game; position; depth.")
    print("# Made by: python -m tools.make.gipf_bench_positions")
    for name, rules in GIPF_PRESETS.items():
        wanted = [GipfPosition(rules)]
        for number, turns in enumerate(TURNS):
            found = (position_after(rules, 100 * number + seed, turns) for seed in range(20))
            wanted.append(next(each for each in found if each and depth_of(each)))
        for position in wanted:
            print(f"{name}; {format_position(position)}; {depth_of(position)}")


if __name__ == "__main__":
    main()
