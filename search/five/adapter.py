"""The compiled kernel of the five-in-a-row family, adapted to the engine."""

from __future__ import annotations

from games.five.diagram import parse_position
from games.five.position import moves_near
from games.five.rules import rules_named
from search.five.forced import lost_moves, own_win, to_the_end, with_win
from search.five.native import open_search, set_position
from search.net.file import NO_NET, SHIPPED
from search.result import Line
from search.score import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.limits import Limits
    from search.pure.game import PlainGame
    from search.weights import Weights

# The scale of each net that ships, and of the weights, which play without one.
SCALES = {
    "pente": 2_400.0,
    "keryo": 1_400.0,
    "gomoku-15": 1_680.0,
    "standard-15": 1_550.0,
    NO_NET: 770.0,
}


class FiveAdapter:
    """Adapts the compiled kernel of one game to the engine."""

    __slots__ = ("kernel",)

    logistic = False  # a win that is certain would be proven
    shares = True
    levels: tuple[tuple[Any, ...], ...] = ()
    bench = "positions"
    quick_plies = 6
    evaluation = "reference"

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        """Raises KernelMissing."""
        self.kernel = open_search(rules, weights)

    @staticmethod
    def scale(rules: FiveRules) -> float:
        """The scale of the game's net, or of the weights."""
        return SCALES[SHIPPED.get(rules.name, NO_NET)]

    def set_position(self, position: FivePosition) -> None:
        """Set the kernel's board to a position whose game is not over."""
        set_position(self.kernel, position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """The lines that win at once, or, if `multipv` is 1, the line of a forced win."""
        kernel = self.kernel
        if kernel.wins_at_once():
            winning = [Line(WIN - 1, (point,), 1) for point in kernel.winning_points()]
            return tuple(winning[:multipv])
        line = own_win(kernel, limits) if multipv == 1 else None
        return () if line is None else (to_the_end(kernel, limits, line),)

    def root_moves(self) -> list[int]:
        """The candidates; if the opponent threatens to win at once, only moves that may stop it."""
        kernel = self.kernel
        answers = kernel.answers() if kernel.must_answer() else []
        return answers or [point for point, _ in kernel.candidates()]

    def lost_moves(self, moves: list[int], limits: Limits) -> tuple[list[int], int | None]:
        """The root moves after which the opponent wins by force, none if all are lost; and None."""
        return lost_moves(self.kernel, moves, limits), None

    def with_win(self, pv: tuple[int, ...], score: int) -> tuple[int, ...]:
        """The variation, with the winning moves that the search scored without playing them."""
        return with_win(self.kernel, pv, score)

    @staticmethod
    def last_depth(position: FivePosition, most: int) -> int:
        """The greatest useful depth, at most `most` turns."""
        # Without captures every turn fills a point.
        return most if position.rules.capture_lengths else min(most, position.cells.count(0))

    def perft(self, depth: int) -> dict[str, int]:
        """Leaves, those that are wins, and captured stones."""
        return dict(zip(("leaves", "wins", "captured"), self.kernel.perft(depth)))

    @staticmethod
    def parse_position(game: str, text: str) -> FivePosition:
        """The position of a position string. Raises ValueError."""
        return parse_position(text, rules_named(game))

    @staticmethod
    def opening_move(position: FivePosition) -> int | None:
        """The centre of an empty board, if it is legal."""
        centre = position.rules.centre
        return centre if not any(position.cells) and centre in position.legal_moves() else None

    @staticmethod
    def moves_near(position: FivePosition) -> list[int]:
        """The points that touch a stone, or the centre of an empty board."""
        return moves_near(position)

    @staticmethod
    def plain_game(position: FivePosition, weights: Weights) -> PlainGame:
        """The candidates and the static values of `docs/evaluation.md`."""
        from search.pure.game import PlainGame  # noqa: PLC0415  # no move needs it

        return PlainGame(position, weights)
