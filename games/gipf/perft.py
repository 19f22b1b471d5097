"""Perft of Gipf: the number of ways to play a given number of turns.

A turn is a piece brought in and every decision about rows after it, the other side's included. In
the middle of a turn, the rest of it counts as one. A game that ends before the depth adds no leaf;
one that ends exactly there is a leaf. (In the five-in-a-row family every finished game is a leaf:
`games.five.perft`.)
"""

from __future__ import annotations

from games.gipf.position import GipfPosition
from games.gipf.symmetry import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
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
    """All that the count of `depth` turns depends on between turns, outcomes included."""
    counts = (*position.reserves, *position.adding, position.side, position.turns)
    return (tuple(canonical(position.cells)), counts, depth)


def perft_distinct(position: GipfPosition, depth: int, *, by_placement: bool) -> int:
    """Perft where, at each turn, turns that lead to the same position count once.

    by_placement  turns that begin with different moves count apart: only the order of removals is
                  ignored
    """
    if depth == 0:
        return 1
    ways = distinct_turns(position, by_placement=by_placement)
    if depth == 1:
        return len(ways)
    leaves = 0
    for way in ways:
        for move in way:
            position.play(move)
        leaves += perft_distinct(position, depth - 1, by_placement=by_placement)
        for _ in way:
            position.undo()
    return leaves


def distinct_turns(position: GipfPosition, *, by_placement: bool = False) -> list[tuple[int, ...]]:
    """For each position that the next turn may lead to, one sequence of decisions to it."""
    found: dict[object, tuple[int, ...]] = {}
    _collect_turns(position, (), found, by_placement)
    return list(found.values())


def _collect_turns(
    position: GipfPosition,
    way: tuple[int, ...],
    found: dict[object, tuple[int, ...]],
    by_placement: bool,  # noqa: FBT001 - passed on
) -> None:
    """Add to `found` each end of the turn that begins with `way`, with the first way to it."""
    for move in position.legal_moves():
        position.play(move)
        longer = (*way, move)
        if is_between_turns(position):
            found.setdefault((longer[0] if by_placement else None, position.key), longer)
        else:
            _collect_turns(position, longer, found, by_placement)
        position.undo()


def is_between_turns(position: GipfPosition) -> bool:
    """Whether the last turn is complete: a piece is due, or the game is over."""
    return position.placing or position.outcome is not None
