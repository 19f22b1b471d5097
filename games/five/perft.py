"""Perft: the number of move sequences of a given length, a test of rules and move generators."""

from __future__ import annotations

from games.five.position import Position


class PerftCount:
    """The counts over all leaves: leaves, won leaves, captured stones.

    A sequence that ends in a win is a leaf where it ends. `captured` sums both sides' captured
    stones at each leaf, earlier captures included.
    """

    __slots__ = ("captured", "leaves", "wins")

    def __init__(self, leaves: int = 0, wins: int = 0, captured: int = 0) -> None:
        self.leaves = leaves
        self.wins = wins
        self.captured = captured

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PerftCount) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return f"leaves {self.leaves} wins {self.wins} captured {self.captured}"

    __repr__ = __str__


def perft(position: Position, depth: int) -> PerftCount:
    """The counts over all sequences of `depth` moves from a position, by the readable rules."""
    total = PerftCount()
    _count(position, depth, total)
    return total


def _count(position: Position, depth: int, total: PerftCount) -> None:
    if depth == 0 or position.outcome is not None:
        total.leaves += 1
        total.wins += position.outcome is not None and position.outcome.winner is not None
        total.captured += sum(position.captured_stones)
        return
    for point in position.legal_moves():
        position.play(point)
        _count(position, depth - 1, total)
        position.undo()
