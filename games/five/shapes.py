"""What a stone makes, in the words of players: a five, fours, open threes, captured stones.

These are descriptions for people, one line of the board at a time. The search has patterns of its
own (`search.reference.board_lines`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from games.five.position import DIRECTIONS, rays
from games.rules import EMPTY

if TYPE_CHECKING:
    from games.five.position import FivePosition

Shape = Literal["five", "open four", "four", "open three"]
STRONGEST_FIRST: tuple[Shape, ...] = ("five", "open four", "four", "open three")
ENDS_OF_AN_OPEN_FOUR = 5  # points from one end to the other


@dataclass(frozen=True, slots=True)
class Made:
    """What a move makes: shapes, the strongest first, and the stones that it captures."""

    shapes: tuple[Shape, ...]
    captures: int


def made_by(position: FivePosition, point: int) -> Made:
    """What the side to move makes with a stone on this point. Raises IllegalMove."""
    after, side = position.copy(), position.side
    after.play(point)
    captures = after.captured_stones[side] - position.captured_stones[side]
    found = [_shape(_Line(after, point, number)) for number in range(len(DIRECTIONS))]
    shapes = sorted((shape for shape in found if shape), key=STRONGEST_FIRST.index)
    return Made(tuple(shapes), captures)


class _Line:
    """The line of the board through a stone in one direction; `own` and `free` hold its places.

    Places are steps from the stone, which is at 0.
    """

    def __init__(self, position: FivePosition, point: int, direction: int) -> None:
        ahead, back = rays(point, position.rules.size)[2 * direction : 2 * direction + 2]
        steps = {0: point}
        steps |= {1 + step: at for step, at in enumerate(ahead)}
        steps |= {-1 - step: at for step, at in enumerate(back)}
        cells, owner = position.cells, position.cells[point]
        self.own = {step for step, at in steps.items() if cells[at] == owner}
        self.free = {step for step, at in steps.items() if cells[at] == EMPTY}
        self.exactly_five = position.rules.exactly_five

    def wins(self, *more: int) -> bool:
        """Whether the row through the stone wins, with further stones on these places."""
        own = {*self.own, *more}
        first = last = 0
        while first - 1 in own:
            first -= 1
        while last + 1 in own:
            last += 1
        length = last - first + 1
        return length == 5 or (length > 5 and not self.exactly_five)

    def fives(self, *more: int) -> list[int]:
        """The places where one stone more wins, in order."""
        return [step for step in sorted(self.free.difference(more)) if self.wins(*more, step)]


def _is_open(fives: list[int]) -> bool:
    """Whether these are the two ends of a row of four."""
    return any(step + ENDS_OF_AN_OPEN_FOUR in fives for step in fives)


def _shape(line: _Line) -> Shape | None:
    if line.wins():
        return "five"
    fives = line.fives()
    if fives:
        return "open four" if _is_open(fives) else "four"
    return "open three" if any(_is_open(line.fives(step)) for step in line.free) else None
