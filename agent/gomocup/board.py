"""The brain's board: the stones, the brain's side, and taking moves back.

The command says who moves: the brain after TURN, BEGIN and BOARD, and the side to move at YXNBEST,
whose move becomes the brain's. The manager is responsible for the opponent's stones, which may
break the opening rule of Pente. A BOARD may hold any number of stones of either side. Our own move
obeys all rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.gomocup.protocol import GomocupError, format_place
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class BrainBoard:
    """The board of one game; `own` is the brain's side, None while it is undecided.

    If a stone cannot be placed on or removed from a given point, the methods raise GomocupError and
    leave the board unchanged.
    """

    def __init__(self, rules: FiveRules) -> None:
        self._position = FivePosition(rules.without_opening())
        self.own: int | None = None

    def change_rules(self, rules: FiveRules) -> None:
        """Keep the stones under other rules; earlier moves can then no longer be undone."""
        free = rules.without_opening()
        if free != self._position.rules:
            before = self._position
            taken = before.captured_stones if free.capture_lengths else (0, 0)
            self._position = FivePosition(free, before.cells, before.side, taken)

    @property
    def is_empty(self) -> bool:
        """Whether no stone lies on the board."""
        return not any(self._position.cells)

    def begin(self) -> None:
        """Make the brain the first player. Raises GomocupError unless the board is empty."""
        if not self.is_empty:
            raise GomocupError("BEGIN needs an empty board; with stones, expected BOARD")
        self.own = 0

    def move_for_either_side(self) -> None:
        """Make the side to move the brain's."""
        self.own = self._position.side

    def opponent_plays(self, point: int) -> None:
        """Place a stone of the opponent."""
        opponent = self._position.side if self.own is None else 1 - self.own
        place(self._position, point, opponent)
        self.own = 1 - opponent

    def own_plays(self, point: int) -> None:
        """Place a stone of the brain."""
        assert self.own is not None  # set by the command that requested the move
        place(self._position, point, self.own)

    def alternate(self, points: Sequence[int]) -> None:
        """Place stones on the empty board in turn, the first player's first; nobody owns a side."""
        position = FivePosition(self._position.rules)
        for point in points:
            place(position, point, position.side)
        self._position, self.own = position, None

    def set_up(
        self, own: Collection[int], opponent: Collection[int], captured: tuple[int, int]
    ) -> None:
        """Set a board with the brain to move; `captured`: stones taken by brain and opponent.

        The brain is the first player unless it has played fewer stones than the opponent.
        """
        side = 1 if len(own) + captured[1] < len(opponent) + captured[0] else 0
        cells = [EMPTY] * len(self._position.cells)
        for points, owner in ((own, side), (opponent, 1 - side)):
            for point in points:
                if cells[point] != EMPTY:
                    raise GomocupError(f"{self._spell(point)} is repeated on the board")
                cells[point] = 1 + owner
        taken = captured if side == 0 else captured[::-1]
        self._position = FivePosition(self._position.rules, cells, side, taken)
        self.own = side

    def take_back(self, point: int) -> None:
        """Remove a stone; if it was the last move, restore the stones that it captured."""
        position = self._position
        if position.cells[point] == EMPTY:
            raise GomocupError(f"{self._spell(point)} is empty: nothing to take back")
        if position.moves[-1:] == [point]:
            position.side = 2 - position.cells[point]  # `undo` expects the side after that move
            position.undo()
        else:
            cells = list(position.cells)
            side = cells[point] - 1
            cells[point] = EMPTY
            self._position = FivePosition(position.rules, cells, side, position.captured_stones)
        if self.is_empty:
            self._position, self.own = FivePosition(position.rules), None

    def to_search(self, rules: FiveRules) -> FivePosition:
        """The position with the brain to move, under the engine's rules.

        Raises GomocupError if the game is over.
        """
        position = self._position
        require_game(position)
        side = position.side if self.own is None else self.own
        return FivePosition(rules, position.cells, side, position.captured_stones)

    def _spell(self, point: int) -> str:
        return format_place(point, self._position.rules.size)


def place(position: FivePosition, point: int, side: int) -> None:
    """Play a stone of this side, whichever side was to move.

    Raises GomocupError, and leaves the position unchanged, if the point is not free.
    """
    require_game(position)
    if position.cells[point] != EMPTY:
        raise GomocupError(f"{format_place(point, position.rules.size)} is occupied")
    position.side = side
    position.play(point)


def require_game(position: FivePosition) -> None:
    """Raise GomocupError, saying how the game ended, unless it goes on."""
    if position.outcome is not None:
        raise GomocupError(f"the game is over: {position.outcome.termination}")
