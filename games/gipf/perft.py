"""Perft of Gipf: how many ways there are to play a number of turns.

A turn is a piece brought in and every decision about rows after it, the other side's included; in
the middle of a turn its rest counts as one. A game that ends before the depth has no turns left,
and so no leaf; one that ends just there is a leaf. (The five-in-a-row family counts a game once
where it ends: `games.five.perft`.)
"""

from __future__ import annotations

from games.gipf.position import GipfPosition
from games.gipf.symmetry import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    Known = dict[tuple[object, ...], int]


def perft(position: GipfPosition, depth: int) -> int:
    """The number of sequences of decisions that make up so many turns."""
    if depth == 0:
        return 1
    leaves = 0
    for move in position.legal_moves():
        position.play(move)
        leaves += perft(position, depth - is_between_turns(position))
        position.undo()
    return leaves


def perft_by_state(position: GipfPosition, depth: int, known: Known | None = None) -> int:
    """The number that `perft` gives, found sooner: each position between turns is counted once.

    Images of a position on the board count alike. `known` remembers the counts by state and depth.
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
    """What the count of so many turns depends on between turns, an outcome by the same things."""
    counts = (*position.reserves, *position.adding, position.side, position.turns)
    return (tuple(canonical(position.cells)), counts, depth)


def perft_distinct(position: GipfPosition, depth: int, *, by_placement: bool) -> int:
    """The same where turns that lead to the same position count once, at each turn for itself.

    by_placement  such turns are two if they begin with different moves: only the order of removals
                  does not count
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
    """One of the ways through the next turn for each position that it may lead to."""
    found: dict[object, tuple[int, ...]] = {}
    _collect_turns(position, (), found, by_placement)
    return list(found.values())


def _collect_turns(
    position: GipfPosition,
    way: tuple[int, ...],
    found: dict[object, tuple[int, ...]],
    by_placement: bool,  # noqa: FBT001 - handed down
) -> None:
    """Find the ends of the turn that begins with this way, the first way to each."""
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
