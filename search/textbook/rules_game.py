"""Adapts the readable rules of any game to the textbook searchers, with a simple evaluation.

The moves are all legal moves. Where a turn has several decisions (Gipf), each is a move of the side
that makes it.

The order of Gipf's placements is by length of the line, longest first, then by number of the dot.
The thesis' counts of alpha-beta need that order (docs/gipf.md). With a constant evaluation the
first reply refutes every move. So in every line searched, one side always plays the first move in
the order and the other plays anything. To depth 4 the counts are those of 42 legal moves at every
node. No piece can enter a full line, so those first moves fill no line, nor leave one that a single
move would fill.

A piece placed between two corners would lie on an edge line, of four spots with both ends occupied.
A piece placed at a corner pushes the corner's piece inwards and leaves the edges as they were. So
the first move is at a corner, on a line of seven spots. At a corner of White's, the third push
completes a row of White's own and so removes the corner. Depth 6 then counts 58 more than the
thesis. At a corner of Black's all five counts agree. The first dot, a1, is at a corner of Black's.
"""

from __future__ import annotations

from games.gipf.board import ENTRIES, ENTRY_DOTS, ENTRY_SPOTS
from games.gipf.moves import placement
from games.gipf.position import GipfPosition
from search.score import lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.family import AnyPosition

    Evaluation = Callable[[AnyPosition], int]

# The terms of `material`. A side loses when it runs out of pieces. Captured pieces are lost for
# good; pieces in reserve can still be placed.
CAPTURED_PIECE = 100
GIPF_PIECE = 30  # on top of its two pieces: a side without GIPF-pieces may lose the game
PIECE_ON_BOARD = 1


class RulesGame:
    """A position of `games` as a game for `search.textbook.minimax`, which plays and undoes on it.

    position  the current position
    """

    __slots__ = ("_evaluate", "position")

    def __init__(self, position: AnyPosition, evaluate: Evaluation) -> None:
        """`evaluate` returns the value of a position for the side to move."""
        self.position = position
        self._evaluate = evaluate

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.side

    @property
    def turns(self) -> int:
        """The number of complete turns, including the one that ended the game."""
        position = self.position
        if not isinstance(position, GipfPosition):
            return len(position.moves)
        return position.turns + (position.outcome is not None and not position.placing)

    def moves(self) -> Sequence[int]:
        """All legal moves: points in board order, placements in Gipf along long lines first."""
        moves = self.position.legal_moves()
        if isinstance(self.position, GipfPosition) and self.position.placing:
            moves.sort(key=PLACES_IN_ORDER.__getitem__)
        return moves

    def play(self, move: int) -> None:
        """Make a move."""
        self.position.play(move)

    def undo(self) -> None:
        """Take the last move back."""
        self.position.undo()

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome is not None

    def score(self) -> int:
        """The evaluation, or the exact value of a finished game; a quicker win is worth more."""
        outcome = self.position.outcome
        if outcome is None:
            return self._evaluate(self.position)
        if outcome.winner is None:
            return 0
        return win_in(self.turns) if outcome.winner == self.side else lost_in(self.turns)


def _places_in_order() -> list[int]:
    """The rank of each placement in the move order: long lines first, then by dot."""
    order = sorted(ENTRIES, key=lambda entry: (-len(ENTRY_SPOTS[entry]), ENTRY_DOTS[entry]))
    moves = [placement(entry, gipf=gipf) for gipf in (False, True) for entry in order]
    places = [0] * len(moves)
    for place, move in enumerate(moves):
        places[move] = place
    return places


PLACES_IN_ORDER = _places_in_order()


def constant(_position: AnyPosition) -> int:
    """The constant evaluation: 0 for every undecided position."""
    return 0


def material(position: AnyPosition) -> int:
    """The material of the side to move less the opponent's (Gipf)."""
    assert isinstance(position, GipfPosition), "material is counted in Gipf"
    own, opponent = position.side, 1 - position.side
    return _material_of(position, own) - _material_of(position, opponent)


def _material_of(position: GipfPosition, side: int) -> int:
    """The material of one side: pieces on the board and GIPF-pieces, less captured pieces."""
    return (
        PIECE_ON_BOARD * position.pieces_on_board(side)
        + GIPF_PIECE * position.gipf_pieces(side)
        - CAPTURED_PIECE * position.lost[side]
    )
