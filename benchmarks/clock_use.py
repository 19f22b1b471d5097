"""What our engine used of its clock in whole games: means over the games that needed thought.

    python benchmarks/clock_use.py SECONDS RESULTS...   # of `pente match` on a clock of SECONDS

Needed thought: more than 40 plies, and neither side's search called the game won or lost by force
before ply 30. Prints for each file the games, how many were lost on time, and the share of the
clock that each side of the long games had used at its end: mean, least, most.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
from typing import TYPE_CHECKING, Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from search.score import is_loss, is_win

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG_PLIES = 40
OPEN_UNTIL_PLY = 30


def main() -> int:
    """Print a line for each file; 0, or 2 for a wrong command line."""
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    clock_s = float(sys.argv[1])
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            games = [game for game in map(json.loads, file) if "moves" in game]
        late = sum(game["termination"] == "time" for game in games)
        shares = [share for game in games if needed_thought(game) for share in used(game, clock_s)]
        print(f"{path}: {len(games)} games, {late} lost on time; long games: {told(shares)}")
    return 0


def told(shares: list[float]) -> str:
    """The shares in words."""
    if not shares:
        return "none"
    mean = statistics.mean(shares)
    return f"{len(shares) // 2}, used {mean:.1%} ({min(shares):.1%} to {max(shares):.1%})"


def needed_thought(game: dict[str, Any]) -> bool:
    """Whether it was long, and open for long."""
    if len(game["opening"]) + len(game["moves"]) <= LONG_PLIES:
        return False
    for ply, move in enumerate(game["moves"], len(game["opening"])):
        score = move.get("score", 0)
        if ply < OPEN_UNTIL_PLY and (is_win(score) or is_loss(score)):
            return False
    return True


def used(game: dict[str, Any], clock_s: float) -> Iterator[float]:
    """The share of the clock that each side used."""
    for parity in (0, 1):
        moves = game["moves"][parity::2]
        yield sum(move["cpu_s"] for move in moves) / clock_s


if __name__ == "__main__":
    raise SystemExit(main())
