"""Perft: the number of move sequences of a given length, a test of rules and move generators."""

from __future__ import annotations

from typing import NamedTuple

from games.five.position import FivePosition


class PerftCount(NamedTuple):
    """The counts over all leaves: leaves, won leaves, captured stones.

    A sequence that ends in a win is a leaf where it ends. `captured` sums both sides' captured
    stones at each leaf, earlier captures included.
    """

    leaves: int = 0
    wins: int = 0
    captured: int = 0


def perft(position: FivePosition, depth: int) -> PerftCount:
    """The counts over all sequences of `depth` moves from a position, by the readable rules."""
    if depth == 0 or position.outcome is not None:
        won = position.outcome is not None and position.outcome.winner is not None
        return PerftCount(1, int(won), sum(position.captured_stones))
    leaves = wins = captured = 0
    for point in position.legal_moves():
        position.play(point)
        counts = perft(position, depth - 1)
        position.undo()
        leaves += counts.leaves
        wins += counts.wins
        captured += counts.captured
    return PerftCount(leaves, wins, captured)
