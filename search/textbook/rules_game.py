"""Adapts the readable rules of any game to the textbook searchers, with a simple evaluation.

The moves are all legal moves, in the order that the family gives them. Where a turn has several
decisions (Gipf), each is a move of the side that makes it.
"""

from __future__ import annotations

from games.registry import family_of
from search.score import lost_in, win_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from games.family import AnyPosition
    from search.weights import Weights

    Evaluation = Callable[[AnyPosition], int]


class RulesGame:
    """A position of `games` as a game for `search.textbook.minimax`, which plays and undoes on it.

    position  the current position
    """

    __slots__ = ("_evaluate", "_family", "position")

    def __init__(self, position: AnyPosition, evaluate: Evaluation) -> None:
        """`evaluate` returns the value of a position for the side to move."""
        self.position = position
        self._evaluate = evaluate
        self._family = family_of(position.rules)

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.side

    @property
    def turns(self) -> int:
        """The number of complete turns, including the one that ended the game."""
        return self._family.turns(self.position)

    def moves(self) -> Sequence[int]:
        """All legal moves."""
        return self._family.moves_in_order(self.position)

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


class RulesAdapter:
    """What the adapter of any game may say of it by the rules alone (`search.adapter`)."""

    __slots__ = ("kernel",)

    kernel: Any

    def root_moves(self) -> list[int]:
        """All moves that the kernel knows: in Gipf one of several pushes to the same board."""
        return [move for move, _ in self.kernel.candidates()]

    @staticmethod
    def with_win(pv: tuple[int, ...], _score: int) -> tuple[int, ...]:
        """The variation, unchanged: the search plays every winning move."""
        return pv

    @staticmethod
    def last_depth(_position: AnyPosition, most: int) -> int:
        """The greatest useful depth: `most`, since turns do not fill the board."""
        return most

    @staticmethod
    def opening_move(_position: AnyPosition) -> int | None:
        """None: the search knows every move."""
        return None

    @staticmethod
    def moves_near(position: AnyPosition) -> list[int]:
        """Every legal move."""
        return position.legal_moves()

    @staticmethod
    def plain_game(position: AnyPosition, _weights: Weights) -> RulesGame:
        """The game by its rules, with the family's estimate."""
        return RulesGame(position, material)


def constant(_position: AnyPosition) -> int:
    """The constant evaluation: 0 for every undecided position."""
    return 0


def material(position: AnyPosition) -> int:
    """The family's estimate: in Gipf the material of the side to move less the opponent's."""
    return family_of(position.rules).estimate(position)
