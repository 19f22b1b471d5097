"""Types of the compiled search of the five-in-a-row family; `search.native` opens it."""

from collections.abc import Sequence

from search.kernel.searcher import SearchBase

class FiveSearch(SearchBase):
    """A search of one game of the family, and a board to set, play and undo on.

    size, exactly_five, captured_to_win (stones), opening_distance: as in `FiveRules`
    takes_two, takes_three: whether flanked runs of two, of three stones are taken
    ranks: ten weights, of the ranks NONE to FIVE (docs/evaluation.md)
    capture, capture_threat: weights of a ray that captures, that threatens to capture
    captured_value: 64 values, of 0 to 63 captured stones
    tempo_percent: how much more the patterns of the side to move count
    own_order, opponent_order: what a point's ranks, for the side to move and for the opponent, add
        to its order: ten as `ranks`, then a ray that captures, and one that threatens to capture
    the others: the selectivity (`search.weights.five`)
    """

    def __init__(
        self,
        *,
        size: int,
        exactly_five: bool,
        takes_two: bool,
        takes_three: bool,
        captured_to_win: int,
        opening_distance: int,
        ranks: Sequence[int],
        capture: int,
        capture_threat: int,
        captured_value: Sequence[int],
        tempo_percent: int,
        own_order: Sequence[int],
        opponent_order: Sequence[int],
        reduction_percent: int,
        futile_depth: int,
        iir_depth: int,
        reply_bonus: int,
        tried: int,
        tried_step: int,
        tried_growth: int,
        tried_depth: int,
        not_improving_percent: int,
    ) -> None: ...
    def use_net(
        self,
        memory: memoryview | None,
        reach: int = ...,
        halves: int = ...,
        unit: int = ...,
        digest: int = ...,
    ) -> None: ...
    def net_sums(self, side: int) -> tuple[int, ...]: ...
    def value_after(self, point: int) -> int: ...
    # Board
    def set_position(self, cells: bytes, side: int, captured_0: int, captured_1: int) -> None: ...
    def play(self, point: int) -> None: ...
    def pass_turn(self) -> None: ...
    def wins_at_once(self) -> bool: ...
    def winning_points(self) -> list[int]: ...
    def must_answer(self) -> bool: ...
    def can_threaten(self) -> bool: ...
    def answers(self) -> list[int]: ...
    def stops(self) -> list[int] | None: ...
    def standing_value(self) -> int: ...
    def wins_by_open_four(self) -> bool: ...
    def captured(self) -> tuple[int, int]: ...
    def perft(self, depth: int) -> tuple[int, int, int]: ...
    def key_after(self, point: int) -> int: ...
