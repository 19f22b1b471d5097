"""Self-play of the engine from a position, which tests openings and books.

The engine plays eight games from a position: four pairs of node counts, each with both assignments
to the sides. So the games differ and neither side is favoured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from search.engine import Engine
from search.limits import Limits
from search.weights.file import game_weights

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from games.families.choice import AnyPosition, AnyRules

GAME_NODES = (4_000, 6_000, 9_000, 13_500)  # for one side; the other has a fifth more
PLAYED_OUT = 2 * len(GAME_NODES)  # games from one position


class SelfPlay:
    """Two engines with a game's weights; each game begins with empty tables.

    engines  one per side; callers may also search with them
    """

    def __init__(self, rules: AnyRules, table_mb: int) -> None:
        weights = game_weights(rules)
        self.engines = [Engine(rules, weights, table_mb=table_mb) for _ in range(2)]

    def close(self) -> None:
        """Close both engines."""
        for engine in self.engines:
            engine.close()

    def winners(self, position: AnyPosition) -> Iterator[int | None]:
        """Yield the winner of each of the eight games from here; None for a draw."""
        for nodes in GAME_NODES:
            yield self.winner(position, (nodes, 6 * nodes // 5))
            yield self.winner(position, (6 * nodes // 5, nodes))

    def winner(self, position: AnyPosition, nodes: tuple[int, int]) -> int | None:
        """Play a game with these nodes per move, by side; return the winner, None for a draw."""
        return self.game(position, nodes, 0)[0]

    def game(
        self, position: AnyPosition, nodes: tuple[int, int], plies: int
    ) -> tuple[int | None, Hashable]:
        """Play a game with these nodes per move, by side.

        Return the winner, None for a draw, and the key of the position after this many moves of the
        game, or of the last position if the game ends before.
        """
        position = position.copy()
        for engine in self.engines:
            engine.new_game()
        played, key = 0, position.key
        while position.outcome is None:
            side = position.side
            found = self.engines[side].search(position, Limits(nodes=nodes[side]))
            position.play(found.best)
            played += 1
            if played <= plies:
                key = position.key
        return position.outcome.winner, key


def points_of(side: int, winner: int | None) -> float:
    """Return a side's points for a game: 1, 1/2 for a draw, 0."""
    return 0.5 if winner is None else float(winner == side)
