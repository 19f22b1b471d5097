"""Searches a game to a depth in turns, where a turn may be several moves.

The textbook searchers count moves. So their depth is unbounded here, and the game says that it is
over after the given number of turns.
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
            """The number of complete turns, from any starting count."""


UNBOUNDED = 1 << 30  # depth in moves; the turns bound the search
MOVES_PER_CHECK = 1 << 6  # moves made between two checks of the clock
NO_LIMIT_S = float("inf")


class OutOfTime(Exception):  # noqa: N818 - an expected end of the search, not an error
    """A textbook search has used its time."""


class BoundedTurns:
    """A game bounded to a number of turns and of CPU seconds.

    nodes  positions reached by a complete turn so far, without the root
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
        """The side to move."""
        return self._game.side

    def moves(self) -> Sequence[Any]:
        """The moves of the game."""
        return self._game.moves()

    def play(self, move: Any) -> None:
        """Make a move; a complete turn counts as a node. Raises OutOfTime."""
        if self._plays % MOVES_PER_CHECK == 0 and time.process_time() >= self._deadline_s:
            raise OutOfTime
        self._plays += 1
        turns = self._game.turns
        self._game.play(move)
        self.nodes += self._game.turns - turns

    def undo(self) -> None:
        """Take the last move back."""
        self._game.undo()

    def is_over(self) -> bool:
        """Whether the game is over or its last turn to search is complete."""
        return self._game.turns >= self._last_turn or self._game.is_over()

    def score(self) -> int:
        """The score of the game."""
        return self._game.score()
