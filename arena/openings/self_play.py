"""Self-play of the engine from a position, which tests openings."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from games.family import AnyPosition, AnyRules
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game of self-play.

    winner  the side that won, None for a draw
    line    key of the position some moves after the start, or of the last one before the end
    """

    winner: int | None
    line: Hashable


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

    def game(
        self,
        position: AnyPosition,
        nodes: tuple[int, int],
        plies: int = 0,
        enough: int | None = None,
    ) -> Played:
        """Play a game with these nodes per move, by side.

        plies   the number of moves after which the line is taken
        enough  the score that ends the game: a side wins if it is proved, or if in its own last
                search and in its opponent's it is further ahead; None: play to the end
        """
        position = position.copy()
        for engine in self.engines:
            engine.new_game()
        played, line = 0, position.key
        leads = [0, 0]  # of the first player, in the last search of each side
        while position.outcome is None:
            side = position.side
            result = self.engines[side].search(position, Limits(nodes=nodes[side]))
            leads[side] = result.score if side == 0 else -result.score
            decided = None if enough is None else winner_by(leads, side, enough)
            if decided is not None:
                return Played(winner=decided, line=line)
            position.play(result.best)
            played += 1
            if played <= plies:
                line = position.key
        return Played(winner=position.outcome.winner, line=line)


def winner_by(leads: list[int], side: int, enough: int) -> int | None:
    """Return the side that has won by the last searches of both sides, `side` last; else None."""
    if is_win(leads[side]) or (leads[0] > enough and leads[1] > enough):
        return 0
    if is_loss(leads[side]) or (leads[0] < -enough and leads[1] < -enough):
        return 1
    return None


def points_of(side: int, winner: int | None) -> float:
    """Return a side's points for a game: 1, 1/2 for a draw, 0."""
    return 0.5 if winner is None else float(winner == side)
