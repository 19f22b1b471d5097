"""The one-ply player: wins at once, else stops a win, else plays beside a stone.

The lowest level of `search.levels` is weaker than it. It knows the rules, sees one move far, and
wants nothing. That of Gipf, where a threat is not one point, is in `arena.players.gipf_one_ply`.
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
        """The first kind of move of the three that there is; of several moves the seed picks."""
        moves = winning_moves(position) or saving_moves(position) or moves_near(position)
        return Choice(point=self.dice.choice(moves or position.legal_moves()))


def winning_moves(position: Board) -> list[int]:
    """The legal moves that win at once, by a five or by captures."""
    side = position.side
    found = []
    for point in moves_near(position):  # such a move touches a stone of the row, or one it takes
        position.play(point)
        if position.outcome is not None and position.outcome.winner == side:
            found.append(point)
        position.undo()
    return found


def saving_moves(position: Board) -> list[int]:
    """The points where the opponent would win at once, as far as they may be played.

    A five is blocked there, and so is a capture: whoever fills the point that it needs prevents it.
    """
    if not isinstance(position, Position):
        return []
    passed = Position(position.rules, position.cells, 1 - position.side, position.captured_stones)
    dangers = set(winning_moves(passed))
    return [point for point in position.legal_moves() if point in dangers]
