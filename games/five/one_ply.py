"""One move ahead: win, else block a win, else play a neighbour of a stone."""

from __future__ import annotations

from games.five.position import FivePosition, moves_near
from games.position import wins_among


def one_ply_moves(position: FivePosition) -> list[int]:
    """The moves of the first kind there is."""
    moves = winning_moves(position) or saving_moves(position) or moves_near(position)
    return moves or position.legal_moves()


def winning_moves(position: FivePosition) -> list[int]:
    """The legal moves that win immediately, by a five or by captures."""
    # A winning move touches a stone of its row or one it takes.
    return wins_among(position, moves_near(position))


def saving_moves(position: FivePosition) -> list[int]:
    """The legal points where the opponent would win immediately.

    A stone there blocks a five, and it prevents a capture that needs this point.
    """
    passed = FivePosition(
        position.rules, position.cells, 1 - position.side, position.captured_stones
    )
    dangers = set(winning_moves(passed))
    return [point for point in position.legal_moves() if point in dangers]
