"""A game looked at so many turns deep, where a turn may be several moves.

The textbook searchers count moves. Here the game says that nothing more is to be looked at once so
many turns are complete, and the searchers are given moves without end.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from search.textbook.minimax import Game

    class TurnGame(Game, Protocol):
        """A game that counts its turns."""

        @property
        def turns(self) -> int:
            """Complete turns, those before the root included or not."""


UNBOUNDED = 1 << 30  # moves: turns are what bounds a line
LOOKS = 1 << 6  # moves made from one look at the clock to the next
NO_LIMIT_S = float("inf")


class OutOfTime(Exception):  # noqa: N818 - a foreseen end, not an error: it unwinds the search
    """A plain search has used its seconds, and is unwound."""


class BoundedTurns:
    """A game looked at so many turns deep, for so many CPU seconds.

    nodes  positions that a complete turn led to, so far; the root is none
    """

    __slots__ = ("_deadline_s", "_game", "_last_turn", "_plays", "nodes")

    def __init__(self, game: TurnGame, turns: int, time_s: float = NO_LIMIT_S) -> None:
        self._game = game
        self._last_turn = game.turns + turns
        self._deadline_s = time.process_time() + time_s
        self._plays = 0
        self.nodes = 0

    @property
    def side(self) -> Any:
        """Who is to move."""
        return self._game.side

    def moves(self) -> Sequence[Any]:
        """The moves there are."""
        return self._game.moves()

    def play(self, move: Any) -> None:
        """Make a move, which counts if it completes a turn. Raises OutOfTime."""
        if self._plays % LOOKS == 0 and time.process_time() >= self._deadline_s:
            raise OutOfTime
        self._plays += 1
        turns = self._game.turns
        self._game.play(move)
        self.nodes += self._game.turns - turns

    def undo(self) -> None:
        """Take the last move back."""
        self._game.undo()

    def is_over(self) -> bool:
        """Whether the game is over, or its last turn to be looked at complete."""
        return self._game.turns >= self._last_turn or self._game.is_over()

    def score(self) -> int:
        """What the game says."""
        return self._game.score()
