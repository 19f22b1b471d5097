"""What the textbook searchers need of Gipf: an order of its moves, and its material.

The order of the placements is by length of the line, longest first, then by number of the dot. The
thesis' counts of alpha-beta need that order (docs/experiments.md). With a constant evaluation the
first reply refutes every move. So in every line searched, one side always plays the first move in
the order and the other plays anything. To depth 4 the counts are those of 42 legal moves at every
node. No piece can enter a full line, so those first moves fill no line, nor leave one that a
single move would fill.

A piece placed between two corners would lie on an edge line, of four spots with both ends occupied.
A piece placed at a corner pushes the corner's piece inwards and leaves the edges as they were. So
the first move is at a corner, on a line of seven spots. At a corner of White's, the third push
completes a row of White's own and so removes the corner. Depth 6 then counts 58 more than the
thesis. At a corner of Black's all five counts agree. The first dot, a1, is at a corner of Black's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.gipf.board import ENTRIES, ENTRY_DOTS, ENTRY_SPOTS
from games.gipf.moves import placement

if TYPE_CHECKING:
    from games.gipf.position import GipfPosition

# The terms of `material`. A side loses when it runs out of pieces. Captured pieces are lost for
# good; pieces in reserve can still be placed.
CAPTURED_PIECE = 100
GIPF_PIECE = 30  # on top of its two pieces: a side without GIPF-pieces may lose the game
PIECE_ON_BOARD = 1


def in_order(moves: list[int]) -> list[int]:
    """These placements, those along long lines first."""
    return sorted(moves, key=PLACES_IN_ORDER.__getitem__)


def _places_in_order() -> list[int]:
    """The rank of each placement in the move order: long lines first, then by dot."""
    order = sorted(ENTRIES, key=lambda entry: (-len(ENTRY_SPOTS[entry]), ENTRY_DOTS[entry]))
    moves = [placement(entry, gipf=gipf) for gipf in (False, True) for entry in order]
    places = [0] * len(moves)
    for place, move in enumerate(moves):
        places[move] = place
    return places


PLACES_IN_ORDER = _places_in_order()


def material(position: GipfPosition) -> int:
    """The material of the side to move less the opponent's."""
    own, opponent = position.side, 1 - position.side
    return _material_of(position, own) - _material_of(position, opponent)


def _material_of(position: GipfPosition, side: int) -> int:
    return (
        PIECE_ON_BOARD * position.pieces_on_board(side)
        + GIPF_PIECE * position.gipf_pieces(side)
        - CAPTURED_PIECE * position.lost[side]
    )
