"""Fits the expected number of own moves that still need a search: MOVES_LEFT of agent/clock.py.

    python -m tools.fit.moves_left RESULTS...    # of `pente match`, our engine on both sides

A side searches until its search proves a win or a loss, or the game ends. At each own move, the fit
sums the weights (`agent.clock.weight`) of the side's remaining searches. The table holds the mean
of these sums over all sides that still search. A move's share of the clock is its own weight over
that mean. Prints the table and the number of sides.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import TYPE_CHECKING, Any

from agent.clock import FEWEST_LEFT, weight
from search.score import is_loss, is_win

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_MOVE = 3  # the two moves before it do not use the table
FEWEST_SIDES = 20  # smallest sample for a mean


def main() -> int:
    """Print the table; return 0, or 2 without a file."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    left: dict[int, list[float]] = {}
    lengths = []
    for path in sys.argv[1:]:
        for game in games_of(path):
            lengths.append(len(game["opening"]) + len(game["moves"]))
            for side in (0, 1):
                add_side(left, thinking_moves(game, side))
    print(
        f"{len(lengths)} games of {min(lengths)} to {max(lengths)} plies, "
        f"median {statistics.median(lengths):.0f}"
    )
    for own_move, counts in sorted(left.items()):
        if own_move >= FIRST_MOVE and len(counts) >= FEWEST_SIDES:
            mean = statistics.mean(counts)
            fitted = max(mean, FEWEST_LEFT)
            print(f"own move {own_move}: {fitted:.1f}  ({len(counts)} sides, {mean:.2f})")
    return 0


def games_of(path: str) -> Iterator[dict[str, Any]]:
    """The games of a file of results."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if "moves" in record:
                yield record


def thinking_moves(game: dict[str, Any], side: int) -> list[int]:
    """The numbers of the side's own moves before its search proves the result.

    Raises SystemExit for a record without scores, such as those of file-harness agents.
    """
    found = []
    for ply, move in enumerate(game["moves"], len(game["opening"])):
        if ply % 2 != side:
            continue
        if "score" not in move:
            raise SystemExit("a move has no score: expected games of engines in this process")
        if is_win(move["score"]) or is_loss(move["score"]):
            break
        found.append(1 + ply // 2)
    return found


def add_side(left: dict[int, list[float]], thinking: list[int]) -> None:
    """Add the sum of the weights left at each of a side's moves."""
    for place, own_move in enumerate(thinking):
        left.setdefault(own_move, []).append(sum(map(weight, thinking[place:])))


if __name__ == "__main__":
    raise SystemExit(main())
