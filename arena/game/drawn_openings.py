"""Random openings from a seed, so that deterministic players play different games.

On square boards an opening is a few legal stones near the centre, without a capture or an immediate
threat. Of several draws the one with the smallest difference in line values
(`arena.game.line_values`) is used. In Gipf it is a few pieces brought in without making a row.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from arena.game.line_values import FOURS, WORTH, LineValues, unpack
from games.five.position import Position
from games.gipf.moves import brings_gipf
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules
from games.rules import EMPTY

if TYPE_CHECKING:
    from games.family import AnyRules
    from games.five.rules import Rules

DRAWS = 16
PLIES = {"pente": (3, 4, 5, 6), "keryo": (3, 4, 5, 6)}  # of candidates for balanced openings
FREE_PLIES = (4, 5, 6, 7)  # the same for games whose first stone is free
NEAR_STONE = 2  # largest distance of a drawn point from a stone, in intersections
CANDIDATE_TURNS = (4, 5, 6, 7, 8)  # lengths of candidates for balanced Gipf openings


class DrawnOpenings:
    """Draws openings of one game."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._values: LineValues | None = None

    def draw(self, turns: int, seed: int) -> tuple[int, ...]:
        """Return the moves of an opening of `turns` turns. Raises ValueError if it finds none."""
        if isinstance(self._rules, GipfRules):
            return draw_gipf_opening(self._rules, turns, seed)
        return tuple(draw_opening(self._rules, turns, seed, self._line_values(self._rules)))

    def candidate(self, name: str) -> tuple[int, ...] | None:
        """Return a candidate for a balanced opening, with its name as seed; None if not quiet."""
        if isinstance(self._rules, GipfRules):
            return gipf_candidate(self._rules, name)
        position = drawn_candidate(self._rules, name, self._line_values(self._rules))
        return None if position is None else tuple(position.moves)

    def _line_values(self, rules: Rules) -> LineValues:
        """Return the line values; computed at first use, since a match from a file needs none."""
        if self._values is None:
            self._values = LineValues(rules)
        return self._values


def draw_gipf_opening(rules: GipfRules, turns: int, seed: int) -> tuple[int, ...]:
    """Return random pushes, none of which makes a row.

    Black brings in a GIPF-piece if White's previous piece was one. Raises ValueError if every push
    would make a row or end the game.
    """
    dice, position = random.Random(seed), GipfPosition(rules)
    while position.turns < turns:
        quiet = [move for move in position.legal_moves() if makes_no_row(position, move)]
        if position.side == 1:
            gipf = brings_gipf(position.moves[-1])
            quiet = [move for move in quiet if brings_gipf(move) == gipf]
        if not quiet:
            raise ValueError(f"found no quiet opening of {turns} turns for {rules.name}")
        position.play(dice.choice(quiet))
    return tuple(position.moves)


def gipf_candidate(rules: GipfRules, name: str) -> tuple[int, ...] | None:
    """Return a candidate for a balanced opening, with its name as seed; None if there is none."""
    dice = random.Random(f"{rules.name} {name}")
    try:
        return draw_gipf_opening(rules, dice.choice(CANDIDATE_TURNS), dice.getrandbits(32))
    except ValueError:
        return None


def makes_no_row(position: GipfPosition, move: int) -> bool:
    """Return whether a push makes no row and the game goes on."""
    position.play(move)
    quiet = position.placing and position.outcome is None
    position.undo()
    return quiet


def draw_opening(
    rules: Rules, plies: int, seed: int, values: LineValues | None = None
) -> list[int]:
    """Return the points of an opening of `plies` plies; 0 plies are the empty board.

    `values` may be reused between calls. Raises ValueError if no draw of this length is quiet.
    """
    if plies == 0:
        return []
    rng = random.Random(seed)
    values = values or LineValues(rules)
    drawn = [random_opening(rules, plies, rng) for _ in range(DRAWS)]
    judged = [
        (imbalance(position, values), position.moves)
        for position in drawn
        if position is not None and is_quiet(position, values)
    ]
    if not judged:
        raise ValueError(f"found no quiet opening of {plies} plies for {rules.name}")
    return min(judged)[1]


def drawn_candidate(rules: Rules, name: str, values: LineValues) -> Position | None:
    """Return a candidate for a balanced opening, with its name as seed; None if not quiet."""
    dice = random.Random(f"{rules.name} {name}")
    plies = dice.choice(PLIES.get(rules.name, FREE_PLIES))
    position = random_opening(rules, plies, dice)
    return position if position is not None and is_quiet(position, values) else None


def imbalance(position: Position, values: LineValues) -> int:
    """Return the difference between the line values of the two sides."""
    total = values.of_board(position.cells)
    return abs(unpack(total, WORTH, 0) - unpack(total, WORTH, 1))


def is_quiet(position: Position, values: LineValues) -> bool:
    """Return whether the game goes on and neither side could complete a five or capture."""
    total = values.of_board(position.cells)
    if position.outcome is not None or any(unpack(total, FOURS, side) for side in (0, 1)):
        return False
    near = points_near(position, 1)
    other = position.copy()
    other.side = 1 - position.side
    return not any(view.captures_of(point) for view in (position, other) for point in near)


def random_opening(rules: Rules, plies: int, rng: random.Random) -> Position | None:
    """Return a position after random moves near the stones; None after a capture."""
    position = Position(rules)
    for _ in range(plies):
        near = _worth_drawing(position)
        points = [point for point in position.legal_moves() if point in near]
        if not points:
            return None
        position.play(rng.choice(points))
        if any(position.captured_stones):
            return None
    return position


def _worth_drawing(position: Position) -> set[int]:
    """Return the points near a stone, or near the centre of an empty board.

    If the opening rule keeps this side away from the centre, return the points up to one
    intersection beyond its bound.
    """
    rules = position.rules
    if not any(position.cells):
        return points_round(rules.centre, NEAR_STONE, rules.size)
    if position.side == 0 and position.stones_placed(0) == 1 and rules.opening_distance:
        return points_round(rules.centre, rules.opening_distance + 1, rules.size)
    return points_near(position, NEAR_STONE)


def points_near(position: Position, distance: int) -> set[int]:
    """Return the empty points at most `distance` steps from a stone; a diagonal step is one."""
    size, cells = position.rules.size, position.cells
    near: set[int] = set()
    for stone in (point for point, cell in enumerate(cells) if cell != EMPTY):
        near |= points_round(stone, distance, size)
    return {point for point in near if cells[point] == EMPTY}


def points_round(point: int, distance: int, size: int) -> set[int]:
    """Return the points at most `distance` steps from this one, itself included."""
    row, column = divmod(point, size)
    rows = range(max(0, row - distance), min(size, row + distance + 1))
    columns = range(max(0, column - distance), min(size, column + distance + 1))
    return {other * size + across for other in rows for across in columns}
