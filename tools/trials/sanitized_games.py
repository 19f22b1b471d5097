"""Plays random games of every rule set and runs every kind of search in them.

    .venv/bin/python -m tools.trials.sanitized_games [--games 300] [--seed 1] [--rules NAME]

`tools.trials.sanitize` runs it under the sanitizers, which abort it at the first fault. A game
depends only on the seed, the rule set and its number; with two workers also on timing. So
`--first NUMBER --games 1` repeats a game. `--now FILE` writes the options of the current game to
FILE. Every line that a search returns must be legal.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from contextlib import suppress
from mmap import mmap
from random import Random
from typing import Any
from unittest.mock import patch

from games.family import AnyPosition
from games.registry import family_of
from search.engine import Engine, adapter_class
from search.errors import HarvestError
from search.limits import Limits
from search.native import table_memory
from search.result import SearchResult
from search.solve.choice import solver_of
from search.weights.file import shipped_weights
from tests.families import ALL_GAMES, Games

RULE_SETS: dict[str, tuple[Games, Any]] = {
    name: (family, rules) for family in ALL_GAMES for name, rules in family.presets.items()
}
LONGEST = 120  # a game's largest number of moves
TABLES_MB = (0.004, 0.25, 4.0)  # the first holds 256 entries, which are constantly overwritten
CREW_EVERY = 10  # one game in this many uses two workers
LOOKS = 12  # average number of searches in MOVES_FOR_LOOKS moves
MOVES_FOR_LOOKS = 60
STAMP_BYTES = 16  # of a harvest; with another stamp nothing else is read
CUT = 0.3  # probability that a damaged harvest is cut as well
FOLLOWED = 0.5  # probability that a search's best move is played


def watched_memory(size: int, *, shared: bool = False) -> mmap | bytearray:
    """A table whose bounds AddressSanitizer checks, which it does not do for an mmap."""
    return table_memory(size, shared=True) if shared else bytearray(size)


def checked(result: SearchResult, position: AnyPosition) -> int:
    """The best move. Raises IllegalMove if a variation cannot be played."""
    for line in result.lines:
        played = position.copy()
        for move in line.pv:
            if played.outcome is not None:
                break
            played.play(move)
    return result.best


def search_nodes(engine: Engine, position: AnyPosition, dice: Random) -> int:
    """Search to a random node limit, down to the first nodes."""
    most = dice.choice((3, 60, 600, 2000))
    return checked(engine.search(position, Limits(nodes=dice.randint(1, most))), position)


def search_depth(engine: Engine, position: AnyPosition, dice: Random) -> int:
    """Search to a random depth; the search usually ends with an iteration."""
    limits = Limits(depth=dice.randint(1, 4), nodes=3000)
    return checked(engine.search(position, limits), position)


def search_lines(engine: Engine, position: AnyPosition, dice: Random) -> int:
    """Search several lines."""
    limits = Limits(nodes=dice.randint(1, 1500))
    return checked(engine.search(position, limits, multipv=dice.randint(2, 5)), position)


def search_on(engine: Engine, position: AnyPosition, dice: Random) -> int:
    """Search, move the table's harvest to another engine, and search there."""
    engine.search(position, Limits(nodes=500))
    with Engine(engine.rules, table_mb=dice.choice(TABLES_MB)) as other:
        other.plant(engine.harvest())
        best = search_nodes(other, position, dice)
        other.new_game()
    return best


def search_damaged(engine: Engine, position: AnyPosition, dice: Random) -> int:
    """Search, damage the table's harvest behind its stamp, plant what is accepted, and search."""
    engine.search(position, Limits(nodes=500))
    harvest = bytearray(engine.harvest())
    for _ in range(dice.choice((1, 3, 50)) if len(harvest) > STAMP_BYTES else 0):
        harvest[dice.randrange(STAMP_BYTES, len(harvest))] ^= 1 << dice.randrange(8)
    cut = dice.randint(STAMP_BYTES, len(harvest)) if dice.random() < CUT else len(harvest)
    with Engine(engine.rules, table_mb=dice.choice(TABLES_MB)) as other:
        with suppress(HarvestError):
            other.plant(bytes(harvest[:cut]))
        return search_nodes(other, position, dice)


def solve(_engine: Engine, position: AnyPosition, dice: Random) -> int | None:
    """Search for a forced win."""
    with solver_of(position.rules) as solver:
        turns = 2 if solver.most_turns else None
        limits = Limits(depth=turns, nodes=dice.randint(1, 2000), cpu_s=2.0)
        return solver.solve(
            position, limits, open_threes=dice.random() < 0.5, with_tree=dice.random() < 0.5
        ).best


def count(_engine: Engine, position: AnyPosition, _dice: Random) -> None:
    """Run perft to depth 2."""
    rules = position.rules
    search = adapter_class(rules.family)(rules, shipped_weights(rules))
    search.set_position(position)
    search.perft(2)


# The relative frequency of each kind of search.
KINDS = {
    search_nodes: 8,
    search_depth: 4,
    search_lines: 3,
    search_on: 2,
    search_damaged: 2,
    solve: 2,
    count: 1,
}


def look(engine: Engine, position: AnyPosition, dice: Random, done: Counter[str]) -> int | None:
    """Run one search of a random kind; return its move, if it has one."""
    (kind,) = dice.choices(list(KINDS), list(KINDS.values()))
    done[kind.__name__] += 1
    before = tuple(position.moves)
    best = kind(engine, position, dice)
    assert tuple(position.moves) == before
    return best


def play_random_game(name: str, number: int, seed: int, done: Counter[str]) -> None:
    """Play the game of this number, with random moves and half of the searches' moves."""
    family, rules = RULE_SETS[name]
    dice = Random(f"{seed} {name} {number}")
    temper = dice.choice(family.tempers)
    position: Any = family_of(rules).start()
    engine = Engine(
        rules,
        table_mb=TABLES_MB[number % len(TABLES_MB)],
        workers=2 if number % CREW_EVERY == 0 else 1,
    )
    with engine:
        while position.outcome is None and len(position.moves) < LONGEST:
            looks = dice.random() < LOOKS / MOVES_FOR_LOOKS
            best = look(engine, position, dice, done) if looks else None
            follow = best is not None and dice.random() < FOLLOWED
            position.play(best if follow else family.choose(position, dice, temper))
    done["games"] += 1
    done["crews"] += engine.workers > 1
    done["moves"] += len(position.moves)


def play_games(name: str, given: argparse.Namespace) -> Counter[str]:
    """Play the games of one rule set; return the counts."""
    done: Counter[str] = Counter()
    start = time.monotonic()
    for number in range(given.first, given.first + given.games):
        if given.now:
            with open(given.now, "w", encoding="ascii") as file:
                file.write(f"--rules {name} --first {number} --games 1 --seed {given.seed}")
        play_random_game(name, number, given.seed, done)
    looks = ", ".join(f"{done[kind.__name__]} {kind.__name__}" for kind in KINDS)
    seconds = time.monotonic() - start
    print(
        f"{name}: {done['games']} games, {done['crews']} of them with two workers, "
        f"{done['moves']:,} moves; {looks} ({seconds:.0f} s)",
        flush=True,
    )
    return done


def play_all(given: argparse.Namespace) -> None:
    """Play the games of all requested rule sets, with tables whose bounds are checked."""
    print(f"random games, seed {given.seed}", flush=True)
    total: Counter[str] = Counter()
    with (
        patch("search.engine.table_memory", watched_memory),
        patch("search.solve.solver.table_memory", watched_memory),
    ):
        for name in given.rules or RULE_SETS:
            total += play_games(name, given)
    looks = sum(total[kind.__name__] for kind in KINDS)
    print(f"{total['games']} games, {total['moves']:,} moves, {looks:,} searches", flush=True)


def main() -> None:
    """Read the command line and play."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=300, help="games per rule set")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rules", choices=list(RULE_SETS), action="append")
    options.add_argument("--first", type=int, default=0, help="number of the first game")
    options.add_argument("--now", help="file for the options of the current game")
    play_all(options.parse_args())


if __name__ == "__main__":
    main()
