"""What a stone does, in the words of players: fives, fours, open threes, captures, threats.

These are descriptions for people, one line of the board at a time. The search has patterns of its
own (`search.reference.static`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from games.deeds import Chance, Deeds, Shape, Threat
from games.five.points import format_point
from games.five.position import DIRECTIONS, FivePosition, rays
from games.rules import EMPTY

# What a side could do with a stone, and the point: the stones that it would take.
Chances = dict[tuple[Chance, int], int]

STRONGEST_FIRST: tuple[Shape, ...] = ("five", "open four", "four", "open three")
CHANCES: tuple[Chance, ...] = ("five", "captures", "open four", "take")  # the strongest first
ENDS_OF_AN_OPEN_FOUR = 5  # points from one end to the other
FEWEST_STONES = 3  # of an open three
REACH = 5  # points from a stone to those where a shape can change through it


class Made(NamedTuple):
    """What a move makes: shapes, the strongest first, and the stones that it captures."""

    shapes: tuple[Shape, ...]
    captures: int


def made_by(position: FivePosition, point: int) -> Made:
    """What the side to move makes with a stone on this point. Raises IllegalMove."""
    after, side = position.copy(), position.side
    after.play(point)
    captures = after.captured_stones[side] - position.captured_stones[side]
    by_direction = [_shape(after, point, number) for number in range(len(DIRECTIONS))]
    shapes = sorted((shape for shape in by_direction if shape), key=STRONGEST_FIRST.index)
    return Made(tuple(shapes), captures)


def deeds_of(position: FivePosition, point: int) -> Deeds:
    """All that the side to move does with a stone on this point. Raises IllegalMove.

    A new stone, or one less, changes shapes only on its lines, and not far from it.
    """
    makes, captures = made_by(position, point)
    after, side = position.copy(), position.side
    taken = position.captures_of(point)
    after.play(point)
    if after.outcome is not None:
        return Deeds(makes, captures)
    near = _lines_near(position, (point, *taken))
    own, mine = (_chances(board, side, near) for board in (position, after))
    other, left = (_chances(board, 1 - side, near) for board in (position, after))
    said = {"open three": "open four", "four": "five", "open four": "five"}
    mine = {
        chance: takes for chance, takes in mine.items() if chance[0] not in map(said.get, makes)
    }
    size = position.rules.size
    return Deeds(makes, captures, _new(mine, own, size), _new(other, left, size))


def _lines_near(position: FivePosition, changed: Iterable[int]) -> list[tuple[int, int]]:
    """The points on the lines of some points, near them, each with the direction of its line."""
    near = {
        (at, ray // 2)
        for point in changed
        for ray, points in enumerate(rays(point, position.rules.size))
        for at in (point, *points[:REACH])
    }
    return sorted(near)


def _chances(board: FivePosition, side: int, near: Iterable[tuple[int, int]]) -> Chances:
    """What a side could do with a stone on these points, in these directions."""
    board = board.copy()
    board.side = side
    chances: Chances = {}
    for point, direction in near:
        if board.cells[point] != EMPTY:
            continue
        if taken := len(board.captures_of(point)):
            wins = board.captured_stones[side] + taken >= board.rules.captured_stones_to_win
            chances["captures" if wins else "take", point] = taken
        board.cells[point] = 1 + side
        shape = _shape(board, point, direction, fewest=4)
        board.cells[point] = EMPTY
        if shape in ("five", "open four"):
            chances[shape, point] = 0
    return chances


def _new(chances: Chances, before: Chances, size: int) -> tuple[Threat, ...]:
    """Of each kind the best chance that was not there before, the strongest kind first.

    One way to a five or an open four is as good as another: these kinds are new, or they are not.
    """
    had = {what for what, _ in before}
    best: dict[Chance, tuple[int, int]] = {}
    for (what, point), count in chances.items():
        if count > before.get((what, point), 0) or (not count and what not in had):
            best[what] = max(best.get(what, (0, -size * size)), (count, -point))
    return tuple(
        Threat(what, format_point(-best[what][1], size), best[what][0])
        for what in CHANCES
        if what in best
    )


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


def _shape(
    board: FivePosition, point: int, direction: int, fewest: int = FEWEST_STONES
) -> Shape | None:
    """The shape of a stone in a direction, or None; of so many stones at least."""
    near = [ray[: REACH - 1] for ray in rays(point, board.rules.size)[2 * direction :][:2]]
    own = board.cells[point]
    if 1 + sum(board.cells[at] == own for ray in near for at in ray) < fewest:
        return None
    line = _Line(board, point, direction)
    if line.wins():
        return "five"
    fives = line.fives()
    if fives:
        return "open four" if _is_open(fives) else "four"
    return "open three" if any(_is_open(line.fives(step)) for step in line.free) else None
