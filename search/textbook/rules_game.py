"""The law of any game as the textbook searchers want it, with an evaluation to look at the end.

The law offers all legal moves and no other. Where it has turns of several decisions (Gipf) each is
a move of who makes it, so that nobody chooses for the other side.

Gipf's pieces are brought in along long lines first, of lines as long by the number of the dot.
The thesis' counts of alpha-beta need that order (docs/gipf.md). With a constant evaluation the
first reply refutes everything: in every line that is looked at one side plays the first move there
is again and again, the other whatever it likes. A full line cannot be entered; so the counts to
depth 4, which are those of 42 moves everywhere, say that those first moves fill no line, nor leave
one that a single move would fill. Brought in anywhere at the edge but at a corner, the piece would
come to lie on an edge line, of four spots with a piece at either end already. At a corner it pushes
inwards the piece that lies there: the edges hold what they held. That leaves the lines of seven
spots, which join the corners. At a corner of White's his third such push would complete a row of
his own, which takes the corner away: depth 6 then counts 58 more than the thesis. At one of Black's
all five counts agree. The first dot, a1, is before a corner of Black's.
"""

from __future__ import annotations

from games.gipf.board import ENTRIES, ENTRY_DOTS, ENTRY_SPOTS
from games.gipf.moves import placement
from games.gipf.position import GipfPosition
from search.score import lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from games.five.position import Position

    AnyPosition = Position | GipfPosition
    Evaluation = Callable[[AnyPosition], int]

# What `material` adds up. A side has lost when it runs out of pieces: those captured never come
# back, those of the reserve can be brought in at once.
CAPTURED_PIECE = 100
GIPF_PIECE = 30  # beside its two pieces: without one a game is lost that is played with them
PIECE_ON_BOARD = 1


class LawGame:
    """A position of the law as a game for `search.textbook.minimax`; it is changed and changed
    back.

    position  the position as it stands
    """

    __slots__ = ("_evaluate", "position")

    def __init__(self, position: AnyPosition, evaluate: Evaluation) -> None:
        """`evaluate` says what a position is worth to the side to move, in units of the weights."""
        self.position = position
        self._evaluate = evaluate

    @property
    def side(self) -> int:
        """Who decides."""
        return self.position.side

    @property
    def turns(self) -> int:
        """How many turns are complete, one in which the game ended included."""
        position = self.position
        if not isinstance(position, GipfPosition):
            return len(position.moves)
        return position.turns + (position.outcome is not None and not position.placing)

    def moves(self) -> Sequence[int]:
        """All legal moves: points in their order, pieces of Gipf along long lines first."""
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
        """The evaluation; exact where the game has ended, a quicker win being worth more."""
        outcome = self.position.outcome
        if outcome is None:
            return self._evaluate(self.position)
        if outcome.winner is None:
            return 0
        return win_in(self.turns) if outcome.winner == self.side else lost_in(self.turns)


def _places_in_order() -> list[int]:
    """Where each move stands in the order of pieces brought in: long lines first, then by dot."""
    order = sorted(ENTRIES, key=lambda entry: (-len(ENTRY_SPOTS[entry]), ENTRY_DOTS[entry]))
    moves = [placement(entry, gipf=gipf) for gipf in (False, True) for entry in order]
    places = [0] * len(moves)
    for place, move in enumerate(moves):
        places[move] = place
    return places


PLACES_IN_ORDER = _places_in_order()


def constant(_position: AnyPosition) -> int:
    """The evaluation that knows nothing: every position that is not decided is worth the same."""
    return 0


def material(position: AnyPosition) -> int:
    """What the side to move has of pieces, less what the other has (Gipf)."""
    assert isinstance(position, GipfPosition), "material is counted in Gipf"
    own, enemy = position.side, 1 - position.side
    return _material_of(position, own) - _material_of(position, enemy)


def _material_of(position: GipfPosition, side: int) -> int:
    """What one side has: not lost, on the board, and in GIPF-pieces."""
    return (
        PIECE_ON_BOARD * position.pieces_on_board(side)
        + GIPF_PIECE * position.gipf_pieces(side)
        - CAPTURED_PIECE * position.lost[side]
    )
