"""Perft of Gipf: the number of ways to play a given number of turns.

A turn is a piece brought in and every decision about rows after it, the other side's included. In
the middle of a turn, the rest of it counts as one. A game that ends before the depth adds no leaf;
one that ends exactly there is a leaf. (In the five-in-a-row family every finished game is a leaf:
`games.five.perft`.)
"""

from __future__ import annotations

from games.gipf.position import GipfPosition
from games.gipf.symmetry import canonical

Known = dict[tuple[object, ...], int]


def perft(position: GipfPosition, depth: int) -> int:
    """The number of sequences of decisions that make up `depth` turns."""
    if depth == 0:
        return 1
    leaves = 0
    for move in position.legal_moves():
        position.play(move)
        leaves += perft(position, depth - is_between_turns(position))
        position.undo()
    return leaves


def perft_by_state(position: GipfPosition, depth: int, known: Known | None = None) -> int:
    """The same number as `perft`, faster: each position between turns is counted once.

    Symmetric positions share a count. `known` caches the counts by state and depth.
    """
    if depth == 0:
        return 1
    known = {} if known is None else known
    state = _state(position, depth) if is_between_turns(position) else None
    if state in known:
        return known[state]
    leaves = 0
    for move in position.legal_moves():
        position.play(move)
        leaves += perft_by_state(position, depth - is_between_turns(position), known)
        position.undo()
    if state is not None:
        known[state] = leaves
    return leaves


def _state(position: GipfPosition, depth: int) -> tuple[object, ...]:
    counts = (*position.reserves, *position.adding, position.side, position.turns)
    return (tuple(canonical(position.cells)), counts, depth)


def is_between_turns(position: GipfPosition) -> bool:
    """Whether the last turn is complete: a piece is due, or the game is over."""
    return position.placing or position.outcome is not None
