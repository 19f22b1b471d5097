"""The one-ply player: win, else block a win, else play a random neighbour of a stone.

It looks one move ahead and has no evaluation. The lowest level of `search.levels` is weaker than
it. `arena.players.gipf_one_ply` is the one for Gipf.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.players.base import Choice, InProcessPlayer
from games.five.position import Position
from search.levels import moves_near

if TYPE_CHECKING:
    from arena.game.clock import Allowance
    from search.levels import Board


class OnePlyPlayer(InProcessPlayer):
    """Plays a win if there is one, a point where the opponent would win, or a random neighbour."""

    def choice(self, position: Board, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return a move of the first kind there is; the seed picks among several."""
        moves = winning_moves(position) or saving_moves(position) or moves_near(position)
        return Choice(point=self.dice.choice(moves or position.legal_moves()))


def winning_moves(position: Board) -> list[int]:
    """Return the legal moves that win immediately, by a five or by captures."""
    side = position.side
    found = []
    for point in moves_near(position):  # a winning move touches a stone of its row or one it takes
        position.play(point)
        if position.outcome is not None and position.outcome.winner == side:
            found.append(point)
        position.undo()
    return found


def saving_moves(position: Board) -> list[int]:
    """Return the legal points where the opponent would win immediately.

    A stone there blocks a five, and it prevents a capture that needs this point.
    """
    if not isinstance(position, Position):
        return []
    passed = Position(position.rules, position.cells, 1 - position.side, position.captured_stones)
    dangers = set(winning_moves(passed))
    return [point for point in position.legal_moves() if point in dangers]
