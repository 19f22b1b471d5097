"""Trials of parallel search: values equal to serial search, no hangs, no move lost to a crash.

    python -m tools.trials.crew values --count 500   # plain searches, compared with one worker
    python -m tools.trials.crew kills --count 200    # kills a helper at a random moment

`values` searches positions of several games to depth 5 without table and selection, by the
laboratory build (`tools.laboratory`), whose workers wait at random. It prints how many values
differ, in how many searches a helper joined below the root, and the split points by ply. `kills`
gives each search --seconds of wall time and prints the longest. Exit code 0: no failure, and no
child process is left.
"""

from __future__ import annotations

import argparse
import os
import signal
import threading
import time
from contextlib import suppress
from random import Random

from games.five.openings import random_opening
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.parallel.crew import Crew
from search.weights.file import game_weights
from tools.laboratory import laboratory

GAMES_IN_TURN = ("gomoku-9", "gomoku-9", "gomoku-9", "pente")  # used in turn
STONES = (4, 6, 8, 10, 12)
DEPTH = 5
LATE_S = 0.1  # wall time over the limit from which a move counts as late


def drawn(game: str, dice: Random) -> FivePosition:
    """A random position in which the game is not over."""
    while True:
        position = random_opening(rules_named(game), dice.choice(STONES), dice)
        if position is not None and position.outcome is None:
            return position


def values(words: argparse.Namespace) -> bool:
    """Whether every value equals the serial one, and helpers joined below the root often enough."""
    dice, wrong, joined = Random(words.seed), 0, 0
    totals: dict[int, list[int]] = {}
    slow = laboratory()
    for number in range(words.count):
        position = drawn(GAMES_IN_TURN[number % len(GAMES_IN_TURN)], dice)
        weights = game_weights(position.rules)
        alone, together = (open_search(position.rules, weights, slow) for _ in range(2))
        for kernel in (alone, together):
            set_position(kernel, position)
        alone.begin()
        expected = alone.iterate(DEPTH)
        slow.dawdle(dice.choice((0, 20, 200, 1000)))
        crew = Crew(together, words.workers, brothers=1, split_depth=2)
        together.begin()
        wrong += together.iterate(DEPTH) != expected
        counts = [pair for pair in together.split_counts() if any(pair)]
        crew.close()
        joined += any(helped for _, helped in counts[1:])
        for ply, (opened, helped) in enumerate(counts):
            total = totals.setdefault(ply, [0, 0])
            total[0] += opened
            total[1] += helped
    print(
        f"{words.count} positions to depth {DEPTH}, {words.workers} workers: {wrong} wrong values;"
    )
    print(f"a helper joined below the root in {joined / words.count:.1%}; split points by ply:")
    for ply, (opened, helped) in sorted(totals.items()):
        print(f"  ply {ply}: {opened} opened, {helped} times joined")
    return wrong == 0 and joined >= 0.95 * words.count


def kill_if_there(pid: int) -> None:
    """Kill a process, unless the engine has already killed it for being late."""
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kills(words: argparse.Namespace) -> bool:
    """Whether every search gave a legal move in time although one of its helpers was killed."""
    dice, illegal, late, longest_s = Random(words.seed), 0, 0, 0.0
    with Engine(rules_named("pente"), table_mb=4, workers=words.workers) as engine:
        for _ in range(words.count):
            position = drawn("pente", dice)
            engine.search(position, Limits(nodes=500))  # restores a full crew
            if engine.crew is None:
                raise SystemExit("no helpers could be forked")
            victim = dice.choice(engine.crew.pids)
            moment_s = dice.uniform(0, words.seconds)
            killer = threading.Timer(moment_s, kill_if_there, (victim,))
            killer.start()
            started = time.monotonic()
            result = engine.search(position, Limits(wall_s=words.seconds))
            taken_s = time.monotonic() - started
            killer.join()
            illegal += position.why_illegal(result.best) is not None
            late += taken_s > words.seconds + LATE_S
            longest_s = max(longest_s, taken_s)
    print(
        f"{words.count} searches of {words.seconds} s, {words.workers} workers, each with a helper"
    )
    print(f"killed: {illegal} illegal moves, {late} late, the longest took {longest_s:.3f} s")
    return illegal == 0 and late == 0


def main() -> int:
    """Run one trial; return 0 if nothing failed."""
    parser = argparse.ArgumentParser(description="Trials of a crew.")
    parser.add_argument("trial", choices=("values", "kills"))
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument(
        "--seconds", type=float, default=0.3, help="limit of each search in `kills`"
    )
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    fine = {"values": values, "kills": kills}[words.trial](words)
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        left = file.read().split()
    print(f"{len(left)} child processes left")
    return 0 if fine and not left else 1


if __name__ == "__main__":
    raise SystemExit(main())
