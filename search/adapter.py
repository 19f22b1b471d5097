"""What the search knows of a family of games: the contract of its adapter.

Types only: a move never loads this module. `search.engine.adapter_class` finds the adapter of a
family. A family without one is played by the textbook search (`search.textbook.adapter`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from search.kernel.searcher import SearchBase
    from search.limits import Limits
    from search.result import Line
    from search.textbook.turns_ahead import TurnGame
    from search.weights import Weights


class Adapter(Protocol):
    """A family's search, adapted to the engine.

    logistic     whether `scale` points do so everywhere (`search.chance`)
    shares       whether helper processes can share a search
    levels       the rows of `search.levels.Level` below the full one; () for those of most games
    bench        the name of its file in `data/bench`, or "" without one
    quick_plies  by how much its quick bench is shallower
    evaluation   the name of the evaluation that plain searches compare (`search.comparison`)
    """

    logistic: bool
    shares: bool
    levels: tuple[tuple[Any, ...], ...]
    bench: str
    quick_plies: int
    evaluation: str

    def __init__(self, rules: Any, weights: Weights, /) -> None:
        """Raises KernelMissing, WeightsError."""

    @staticmethod
    def scale(rules: Any, /) -> float:
        """The points of a score, near even, that change the odds of winning by a factor of e."""

    # A search

    @property
    def kernel(self) -> SearchBase:
        """The search of one game."""

    def set_position(self, position: Any, /) -> None:
        """Set the kernel's board to a position whose game is not over."""

    def won_lines(self, limits: Limits, multipv: int, /) -> tuple[Line, ...]:
        """The lines of wins that need no search; () if none is known."""

    def root_moves(self) -> list[int]:
        """The moves to search."""

    def lost_moves(self, moves: list[int], limits: Limits, /) -> tuple[list[int], int | None]:
        """The moves that are not worth a search, and the score if all lose."""

    def with_win(self, pv: tuple[int, ...], score: int, /) -> tuple[int, ...]:
        """The variation, with the winning moves that the search scored without playing them."""

    @staticmethod
    def last_depth(position: Any, most: int, /) -> int:
        """The greatest useful depth, at most `most` turns."""

    def perft(self, depth: int, /) -> dict[str, int]:
        """The number of ways to play so many turns, by what is counted, as `Family.perft`."""

    # Positions

    @staticmethod
    def parse_position(game: str, text: str, /) -> Any:
        """The position of a line in the bench's file. Raises ValueError."""

    @staticmethod
    def opening_move(position: Any, /) -> int | None:
        """The move where the search knows no other, though several are legal; None: it knows."""

    @staticmethod
    def moves_near(position: Any, /) -> list[int]:
        """The legal moves for a careless move; [] if there are none."""

    @staticmethod
    def plain_game(position: Any, weights: Weights, /) -> TurnGame:
        """The position as a game for the textbook searchers, with `evaluation`."""
