"""Types of the compiled search of Gipf; `search.gipf.native` opens it."""

from collections.abc import Sequence

from search.kernel.searcher import SearchBase

class GipfSearch(SearchBase):
    """A search of one game of Gipf, and a board to set, play and undo on.

    has_gipf: whether the game has GIPF-pieces, and a side without one has lost
    the rest: weights, by the names of `search.weights.gipf`; rings from the centre outwards
    """

    def __init__(
        self,
        *,
        has_gipf: bool,
        captured: int,
        reserve: int,
        on_board: int,
        gipf: int,
        last_gipf: int,
        scarce: int,
        rings: Sequence[int],
        open_three: int,
        closed_three: int,
        take_next: int,
        threatened: int,
        tempo: int,
    ) -> None: ...
    # Search
    def must_answer(self) -> bool: ...
    def answers(self) -> list[int]: ...
    def prove_turns(self, turns: int, nodes: int, *, by_reserve: bool = False) -> bool | None: ...
    def prove_loss(self, turns: int, nodes: int, *, by_reserve: bool = False) -> bool | None: ...
    # Board
    def set_position(
        self,
        cells: bytes,
        side: int,
        turn: int,
        placing: bool,
        reserves: tuple[int, ...],
        lost: tuple[int, ...],
        adding: tuple[bool, ...],
        left: tuple[int, ...],
        turns_left: int | None,
    ) -> None: ...
    def position(
        self,
    ) -> tuple[
        bytes,
        int,
        int,
        bool,
        tuple[int, int],
        tuple[int, int],
        tuple[bool, bool],
        tuple[int, ...],
        int | None,
    ]: ...
    def play(self, move: int) -> None: ...
    def is_over(self) -> bool: ...
    def legal_moves(self) -> list[int]: ...
    def perft(self, depth: int) -> int: ...
