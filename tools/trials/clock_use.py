"""The share of the clock that our engine used in long, open games.

    python -m tools.trials.clock_use SECONDS RESULTS...   # of `pente match` on a clock of SECONDS

An open game has more than 40 plies and no proven result before ply 30. The results do not say what
an agent's search proved. So this command searches the two positions before that ply, with the nodes
of one long move on that clock. For each file it prints the number of games, of losses on time and
of long games. For the open games it prints the share of the clock used: mean, least, most.
"""

from __future__ import annotations

import json
import statistics
import sys
from typing import TYPE_CHECKING, Any

from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Iterator

LONG_PLIES = 40
OPEN_UNTIL_PLY = 30
NODES_PER_CLOCK_S = 75_000  # a twentieth of the clock at 1.5 million nodes per second


def main() -> int:
    """Print a line for each file; return 0, or 2 for a wrong command line."""
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    clock_s = float(sys.argv[1])
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as file:
            games = [game for game in map(json.loads, file) if "moves" in game]
        late = sum(game["termination"] == "time" for game in games)
        long = [game for game in games if len(points_of(game)) > LONG_PLIES]
        shares = [share for game in long if is_open(game, clock_s) for share in used(game, clock_s)]
        print(
            f"{path}: {len(games)} games, {late} lost on time, {len(long)} long; "
            f"open games: {format_shares(shares)}"
        )
    return 0


def format_shares(shares: list[float]) -> str:
    """The number of games, and the mean and range of the shares."""
    if not shares:
        return "none"
    mean = statistics.mean(shares)
    return f"{len(shares) // 2}, used {mean:.1%} ({min(shares):.1%} to {max(shares):.1%})"


def points_of(game: dict[str, Any]) -> list[str]:
    """The points of a game, opening included."""
    return [*game["opening"], *[move["point"] for move in game["moves"]]]


def is_open(game: dict[str, Any], clock_s: float) -> bool:
    """Whether no search proves a result just before ply 30."""
    rules = rules_named(game["rules"])
    engine = Engine(rules, game_weights(rules), table_mb=64)
    try:
        for plies in (OPEN_UNTIL_PLY - 2, OPEN_UNTIL_PLY - 1):
            position = FivePosition(rules)
            for point in points_of(game)[:plies]:
                position.play(parse_point(point, rules.size))
            nodes = int(clock_s * NODES_PER_CLOCK_S)
            score = engine.search(position, Limits(nodes=nodes)).score
            if is_win(score) or is_loss(score):
                return False
    finally:
        engine.close()
    return True


def used(game: dict[str, Any], clock_s: float) -> Iterator[float]:
    """The share of the clock that each side used."""
    for parity in (0, 1):
        moves = game["moves"][parity::2]
        yield sum(move["cpu_s"] for move in moves) / clock_s


if __name__ == "__main__":
    raise SystemExit(main())
