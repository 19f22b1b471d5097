"""What a brain knows of its game: the stones, who it is, and how to take a move back.

Whose turn it is follows from what is asked: after TURN, BEGIN and BOARD the brain moves. The stones
of the enemy are his manager's affair: they may break the opening rule of Pente, and a BOARD may
hold any number of stones of either side. For our own move the rules hold in full.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.gomocup.errors import GomocupError
from agent.gomocup.protocol import format_place
from games.five.position import Position
from games.five.rules import Rules
from games.rules import EMPTY

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class BrainBoard:
    """The board of one game; `own` is the brain's side, None while that is open.

    Every method that is given a point raises GomocupError, with the board as it was, if a stone
    cannot be placed there or taken from there.
    """

    def __init__(self, rules: Rules) -> None:
        self._position = Position(without_opening(rules))
        self.own: int | None = None

    def change_rules(self, rules: Rules) -> None:
        """Go on with the same stones under other rules; what was played can no longer be undone."""
        free = without_opening(rules)
        if free != self._position.rules:
            before = self._position
            taken = before.captured_stones if free.capture_lengths else (0, 0)
            self._position = Position(free, before.cells, before.side, taken)

    @property
    def is_empty(self) -> bool:
        """Whether no stone lies on the board."""
        return not any(self._position.cells)

    @property
    def stones(self) -> int:
        """How many stones lie on the board."""
        return len(self._position.cells) - self._position.cells.count(EMPTY)

    def begin(self) -> None:
        """The brain opens the game."""
        if not self.is_empty:
            raise GomocupError("BEGIN opens a game: the board has stones on it, expected BOARD")
        self.own = 0

    def enemy_plays(self, point: int) -> None:
        """Place a stone of the enemy's."""
        enemy = self._position.side if self.own is None else 1 - self.own
        place(self._position, point, enemy)
        self.own = 1 - enemy

    def own_plays(self, point: int) -> None:
        """Place a stone of the brain's."""
        assert self.own is not None  # it was asked to move
        place(self._position, point, self.own)

    def alternate(self, points: Sequence[int], own: int | None) -> None:
        """Place stones on the empty board, first player first; `own` as of the class."""
        position = Position(self._position.rules)
        for point in points:
            place(position, point, position.side)
        self._position, self.own = position, own

    def set_up(
        self, own: Collection[int], enemy: Collection[int], captured: tuple[int, int]
    ) -> None:
        """Set a board with the brain to move; `captured` stones: by the brain, by the enemy.

        The brain is the first player unless fewer stones of its own have been played.
        """
        side = 1 if len(own) + captured[1] < len(enemy) + captured[0] else 0
        cells = [EMPTY] * len(self._position.cells)
        for points, owner in ((own, side), (enemy, 1 - side)):
            for point in points:
                if cells[point] != EMPTY:
                    raise GomocupError(f"{self._spell(point)} stands twice on the board")
                cells[point] = 1 + owner
        taken = captured if side == 0 else captured[::-1]
        self._position = Position(self._position.rules, cells, side, taken)
        self.own = side

    def take_back(self, point: int) -> None:
        """Take a stone off; if it was the last that was played, what it captured comes back."""
        position = self._position
        if position.cells[point] == EMPTY:
            raise GomocupError(f"{self._spell(point)} is empty: nothing to take back")
        if position.moves[-1:] == [point]:
            position.side = 2 - position.cells[point]  # as `undo` expects it: who came after
            position.undo()
        else:
            cells = list(position.cells)
            side = cells[point] - 1
            cells[point] = EMPTY
            self._position = Position(position.rules, cells, side, position.captured_stones)
        if self.is_empty:
            self._position, self.own = Position(position.rules), None

    def to_search(self, rules: Rules) -> Position:
        """The position in which the brain is to move, under the rules that its engine plays.

        Raises GomocupError if the game is over.
        """
        position = self._position
        require_game(position)
        side = position.side if self.own is None else self.own
        return Position(rules, position.cells, side, position.captured_stones)

    def _spell(self, point: int) -> str:
        return format_place(point, self._position.rules.size)


def place(position: Position, point: int, side: int) -> None:
    """Play a stone of this side, whoever was to move.

    Raises GomocupError, with the position as it was, if none can be placed there.
    """
    require_game(position)
    if position.cells[point] != EMPTY:
        raise GomocupError(f"{format_place(point, position.rules.size)} is occupied")
    position.side = side
    position.play(point)


def require_game(position: Position) -> None:
    """Nothing, if the game goes on.

    Raises GomocupError if it is over, saying how it ended.
    """
    if position.outcome is not None:
        raise GomocupError(f"the game is over: {position.outcome.termination}")


def without_opening(rules: Rules) -> Rules:
    """The same rules with a free opening."""
    return Rules(
        rules.name,
        rules.size,
        exactly_five=rules.exactly_five,
        capture_lengths=rules.capture_lengths,
        captured_stones_to_win=rules.captured_stones_to_win,
        first_colour=rules.first_colour,
    )
