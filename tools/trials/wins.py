"""How surely the engine finds and keeps forced wins, by node limit.

    python -m tools.trials.wins [gomoku-15 gomoku-19 pente] [--positions 400] [--seed 11]

The engine plays against itself with few nodes and some random moves. The trial keeps the positions
of these games that threats alone win, and those in which a search of 30,000 nodes finds any win. It
searches each, with an empty table, at every limit, and prints a row per game:

missed   wins by threats that the search does not report, by limit
worse    positions in which some limit reports no win or a longer one than a smaller limit
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from itertools import accumulate

from games.five.diagram import format_position
from games.five.family import FiveFamily
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from search.engine import Engine
from search.five.forced import win_by_vcf
from search.five.native import open_search, set_position
from search.limits import Limits
from search.weights.file import shipped_weights
from tools.self_play import self_play

GAMES = ("gomoku-15", "gomoku-19", "pente")
LIMITS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
GAME_NODES = 300  # of the games' moves
PROOF_NODES = 200_000
ANY_WIN_NODES = 30_000
SLIP = 0.05  # the share of random moves
NONE = 1_000  # own moves: longer than every win


@dataclass(frozen=True, slots=True)
class Wins:
    """Positions with a forced win: by threats alone, and of any kind."""

    by_threats: list[FivePosition] = field(default_factory=list)
    any_kind: list[FivePosition] = field(default_factory=list)


def sample(rules: FiveRules, count: int, seed: int) -> Wins:
    """At least so many positions of each kind, from games that the seed decides."""
    rng, wins, family = random.Random(seed), Wins(), FiveFamily(rules)
    with Engine(rules) as player, Engine(rules) as judge:
        kernel = open_search(rules, shipped_weights(rules))
        while min(len(wins.by_threats), len(wins.any_kind)) < count:
            for position in self_play(family, player, rng, nodes=GAME_NODES, slip=SLIP):
                set_position(kernel, position)
                kernel.begin(selective=True, nodes=PROOF_NODES)
                judge.new_game()
                if kernel.wins_at_once():
                    break
                if win_by_vcf(kernel, PROOF_NODES):
                    wins.by_threats.append(position.copy())
                    wins.any_kind.append(position.copy())
                    break  # later positions would be much the same
                if judge.search(position, Limits(nodes=ANY_WIN_NODES)).win_in:
                    wins.any_kind.append(position.copy())
    return wins


def lengths(engine: Engine, position: FivePosition) -> list[int]:
    """Own moves to the win that the engine reports at each limit; NONE if it reports none."""
    found = []
    for nodes in LIMITS:
        engine.new_game()
        found.append(engine.search(position, Limits(nodes=nodes)).win_in or NONE)
    return found


def measure(rules: FiveRules, count: int, seed: int) -> None:
    """Print the row of one game."""
    wins = sample(rules, count, seed)
    with Engine(rules) as engine:
        by_threats = [lengths(engine, position) for position in wins.by_threats]
        any_kind = [(position, lengths(engine, position)) for position in wins.any_kind]
    missed = [sum(row[i] == NONE for row in by_threats) for i in range(len(LIMITS))]
    worse = [(position, row) for position, row in any_kind if row != list(accumulate(row, min))]
    shares = "  ".join(
        f"{nodes:,}: {number / len(by_threats):.1%}"
        for nodes, number in zip(LIMITS, missed, strict=True)
    )
    print(f"{rules.name}: missed of {len(by_threats)} wins by threats  {shares}")
    print(f"{rules.name}: worse with more nodes: {len(worse)} of {len(any_kind)}", flush=True)
    for position, row in worse:
        print(" ", format_position(position), row)


def main() -> None:
    """Measure the games of the command line."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("games", nargs="*", default=GAMES)
    options.add_argument("--positions", type=int, default=400)
    options.add_argument("--seed", type=int, default=11)
    given = options.parse_args()
    for game in given.games:
        measure(rules_named(game), given.positions, given.seed)


if __name__ == "__main__":
    main()
