"""Simulates the rule that keeps openings: which chances of the first player remain?

    .venv/bin/python -m tools.trials.opening_rule

Each simulated opening has a chance of the first player at each level. In the logistic it is a part
common to all levels plus a part of its own. A new level, such as a later engine, shares only the
common part, so no rule can remove the rest. Games of a level share lines: the (k+1)th follows an
earlier one with probability k / (k + variety), to the same winner. Fifty openings of Pente, 28
games each, gave the spreads and the variety on 25 November 2026.

The command prints a row for each limit of the lead over all games: the share of openings that the
rule keeps, the games played for each of them, the first player's chances at a new level, and the
share of pairs at a new level that equal players split, one win each.
"""

from __future__ import annotations

import argparse
import math
import random
from dataclasses import dataclass
from statistics import fmean, quantiles

from arena.openings import balance
from arena.openings.balance import LEVELS, Trial

COMMON, OWN = 0.8, 0.6  # standard deviations
VARIETY = 4.0  # so two games of a level share a line with probability 1 / (1 + VARIETY)
LEADS = (14, 6, 4, 2, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A simulated opening: the first player's chance at each level and at a new one."""

    chances: tuple[float, ...]
    new: float


def drawn(dice: random.Random, common: float) -> Opening:
    """A random opening; `common` is the standard deviation of the common part."""
    middle = dice.gauss(0, common)
    logits = [middle + dice.gauss(0, OWN) for _ in range(len(LEVELS) + 1)]
    chances = [1 / (1 + math.exp(-logit)) for logit in logits]
    return Opening(chances=tuple(chances[:-1]), new=chances[-1])


def tried(opening: Opening, dice: random.Random) -> tuple[bool, int]:
    """Whether the rule keeps the opening, and the number of games until it knows."""
    trial, played = Trial(), 0
    for number, level in enumerate(LEVELS):
        games: list[tuple[int, int]] = []  # winner, line
        for earlier in range(level.games):
            played += 1
            if dice.random() < earlier / (earlier + VARIETY):
                games.append(dice.choice(games))
            else:
                games.append((int(dice.random() >= opening.chances[number]), played))
            trial.add(number, *games[-1])
            if trial.fault is not None:
                return False, played
    return True, played


def row(name: object, kept: list[Opening], openings: int, games: int) -> str:
    """A line of the table."""
    tenths = quantiles([opening.new for opening in kept], n=10)
    split = fmean(opening.new**2 + (1 - opening.new) ** 2 for opening in kept)
    return (
        f"{name:>9} {len(kept) / openings:6.1%} {games / len(kept):6.1f}   "
        f"{tenths[0]:.2f} to {tenths[-1]:.2f} {split:6.1%}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Simulate the rule that keeps openings.")
    parser.add_argument("--openings", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    count, dice = arguments.openings, random.Random(arguments.seed)
    openings = [drawn(dice, COMMON) for _ in range(count)]
    print("     lead   kept  games  chance 10-90 %  split")
    print(row("no rule", openings, count, 0))
    for lead in LEADS:
        balance.ALL_LEAD = lead
        results = [tried(opening, dice) for opening in openings]
        kept = [opening for opening, (keep, _) in zip(openings, results, strict=True) if keep]
        print(row(lead, kept, count, sum(played for _, played in results)))
    print(row("perfect", [drawn(dice, 0) for _ in range(count)], count, 0))


if __name__ == "__main__":
    main()
