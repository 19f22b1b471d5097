"""A position of five in a row as the game of the textbook searchers (`search.textbook.minimax`)."""

from __future__ import annotations

from search.pure.board import Board
from search.score import lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.five.position import FivePosition
    from search.weights import Weights


class PlainGame(Board):
    """The candidates in their order, and the values of `docs/evaluation.md`, without a net."""

    __slots__ = ()

    def __init__(self, position: FivePosition, weights: Weights) -> None:
        super().__init__(position.rules, weights)
        self.set_position(position)

    def moves(self) -> list[int]:
        """The points worth searching, best order score first, ties by lower point."""
        return [point for point, _ in self.candidates()]

    def is_over(self) -> bool:
        """Whether the search stops here: lost, drawn, or the mover wins at once."""
        return self.has_lost() or self.is_drawn() or self.can_win(self.side)

    def is_drawn(self) -> bool:
        """Whether the board is full, or nothing is captured and nobody can make a row any more.

        The position that the board was set to is searched all the same, unless it is full.
        """
        if not self.empty:
            return True
        return bool(self.turns) and not self.rules.captured_stones_to_win and self.is_dead()

    def score(self) -> int:
        """The value where the search stops: a proven result, a draw, or the static value."""
        if self.has_lost():
            return lost_in(self.turns)
        if self.is_drawn():
            return 0
        return win_in(self.turns + 1) if self.can_win(self.side) else self.evaluate()
