"""Fit how many own moves still need thought: the table MOVES_LEFT of agent/clock.py.

    python -m tools.fit.moves_left RESULTS...    # of `pente match`, our engine on both sides

A side thinks until its own search calls the game won or lost by force, or the game ends. For each
number of the own move the mean over all sides that still think is taken of the weights
(`agent.clock.weight`) of the moves from there on: the share of the clock that the move deserves is
its own weight over it. Prints the table and how many sides it rests on.
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

FIRST_MOVE = 3  # the two before it get little, whatever the table says
FEWEST_SIDES = 20  # a mean of fewer says nothing


def main() -> int:
    """Print the table; 0, or 2 without a file."""
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
    """The numbers of the side's own moves before its search has proven how the game ends.

    Raises SystemExit for a record without scores: an agent in a folder tells none.
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
