"""Plays a game that has no compiled kernel: the plain search over its rules, for the engine.

The engine deepens, aims and stops as always.
"""

from __future__ import annotations

from games.registry import family_named, family_of
from search.plain import PlainKernel
from search.textbook.rules_game import RulesAdapter, RulesGame, material
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.family import AnyPosition, AnyRules
    from search.limits import Limits
    from search.result import Line
    from search.weights import Weights


class TextbookAdapter(RulesAdapter):
    """The plain search of a game of any family."""

    __slots__ = ()

    logistic = True
    shares = False
    levels: tuple[tuple[Any, ...], ...] = ()
    bench = ""
    quick_plies = 1
    evaluation = "material"

    def __init__(self, _rules: AnyRules, _weights: Weights) -> None:
        self.kernel = PlainKernel(_game_at)

    @staticmethod
    def scale(_rules: AnyRules) -> float:
        """A piece more is a chance of 73 %."""
        return 100.0

    def set_position(self, position: AnyPosition) -> None:
        """Set the kernel's position, whose game is not over."""
        self.kernel.set_position(position)

    def won_lines(self, _limits: Limits, _multipv: int) -> tuple[Line, ...]:
        """None are known without a search."""
        return ()

    def lost_moves(self, _moves: list[int], _limits: Limits) -> tuple[list[int], int | None]:
        """None are known without a search."""
        return [], None

    def perft(self, depth: int) -> dict[str, int]:
        """The family's own counts."""
        position = self.kernel.position
        return family_of(position.rules).perft(position, depth)

    @staticmethod
    def parse_position(game: str, text: str) -> AnyPosition:
        """The position that `format_position` of the family wrote. Raises ValueError."""
        position: AnyPosition = family_named(game).parse_position(text)
        return position


def _game_at(position: AnyPosition, turns: int) -> tuple[BoundedTurns, int]:
    """The position as a game that is over after so many turns, of any number of moves."""
    return BoundedTurns(RulesGame(position.copy(), material), turns), UNBOUNDED
