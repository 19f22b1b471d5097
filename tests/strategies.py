"""Test positions: rules of all kinds, and positions reached by play.

Games are random but lively: most stones go near other stones, and the liveliest of a few points is
played. Each game has its own idea of lively, so that games end in every possible way.
"""

from __future__ import annotations

from functools import cache
from itertools import compress
from random import Random

from hypothesis import strategies as st

from games.five.position import FivePosition, rays
from games.five.rules import PRESETS, FiveRules
from games.five.symmetry import mapped_point
from games.rules import BLACK, EMPTY, WHITE

POINTS_TO_CHOOSE_FROM = 3
# How a game values a longer row and a captured stone: some build, some hunt, some avoid rows.
TEMPERS = ((1, 1), (0, 3), (-1, 3))


def small_rules() -> st.SearchStrategy[FiveRules]:
    """Rules of every kind on boards of 5 to 9 lines, where searches are short."""
    return rules_records(max_size=9)


def rules_records(max_size: int = 20) -> st.SearchStrategy[FiveRules]:
    """Any allowed rules record, presets aside."""
    return st.integers(0, 100_000).map(lambda seed: drawn_rules(Random(seed), max_size))


def drawn_rules(dice: Random, max_size: int = 9) -> FiveRules:
    """A rules record by these dice."""
    size = dice.randint(5, max_size)
    lengths = dice.choice(((), (2,), (2, 3), (3,)))
    opening = dice.choice((0, size // 2, min(3, size // 2))) if size % 2 else 0
    return FiveRules(
        f"drawn-{size}",
        size,
        exactly_five=dice.random() < 0.5,
        capture_lengths=lengths,
        captured_stones_to_win=dice.randint(2, 15) if lengths else 0,
        opening_distance=opening,
        first_colour=dice.choice((BLACK, WHITE)),
    )


def presets() -> st.SearchStrategy[FiveRules]:
    """The named games."""
    return st.sampled_from(tuple(PRESETS.values()))


@st.composite
def positions(
    draw: st.DrawFn, rules: st.SearchStrategy[FiveRules] | None = None, max_turns: int = 60
) -> FivePosition:
    """A position reached by play in which the game goes on, of the presets by default.

    It has no history: `undo` cannot go back before it.
    """
    seed = draw(st.integers(0, 10_000))
    return random_position(
        draw(presets() if rules is None else rules), seed, draw(st.integers(0, max_turns))
    )


@st.composite
def last_positions(
    draw: st.DrawFn, rules: st.SearchStrategy[FiveRules] | None = None, back: int = 1
) -> FivePosition:
    """A position at most this many moves before the end of a random game.

    Usually it is won: one move before the end for the side to move, two before it for the other.
    """
    position = FivePosition(draw(presets() if rules is None else rules))
    game = random_game(position.rules, draw(st.integers(0, 10_000)))
    for point in game[: -draw(st.integers(1, back))]:
        position.play(point)
    return position.copy()


@st.composite
def lost_positions(
    draw: st.DrawFn, rules: st.SearchStrategy[FiveRules] | None = None
) -> FivePosition:
    """The opponent has an open four, nothing can be captured, and no own stone wins:
    lost in two.
    """
    played = draw(presets() if rules is None else rules)
    size, side = played.size, draw(st.integers(0, 1))
    row, first = draw(st.integers(0, size - 1)), draw(st.integers(1, size - 5))
    line = [row * size + first + step for step in range(-1, 5)]
    if draw(st.booleans()):
        line = [point % size * size + point // size for point in line]
    cells = [EMPTY] * size**2
    for point in line[1:5]:
        cells[point] = 2 - side
    others = [point for point in range(size**2) if point not in line]
    for point in draw(st.lists(st.sampled_from(others), min_size=3, max_size=3, unique=True)):
        cells[point] = 1 + side
    return FivePosition(played, cells, side)


def random_position(rules: FiveRules, seed: int, turns: int) -> FivePosition:
    """The position after a random game of this many turns, or the last one before its end."""
    position = FivePosition(rules)
    dice = Random(seed)
    temper = dice.choice(TEMPERS)
    for _ in range(turns):
        position.play(random_move(position, dice, temper))
        if position.outcome is not None:
            position.undo()
            break
    return position.copy()


def random_game(rules: FiveRules, seed: int, turns: int = 1000) -> list[int]:
    """The points of a random game, to its end or for this many turns."""
    position = FivePosition(rules)
    dice = Random(seed)
    temper = dice.choice(TEMPERS)
    while position.outcome is None and len(position.moves) < turns:
        position.play(random_move(position, dice, temper))
    return position.moves


def random_move(position: FivePosition, dice: Random, temper: tuple[int, int] = TEMPERS[0]) -> int:
    """A legal point, usually near a stone and often the liveliest of a few; the game goes on."""
    near = points_near_stones(position)
    points = near if near and dice.random() < 0.95 else position.legal_moves()
    some = [dice.choice(points) for _ in range(POINTS_TO_CHOOSE_FROM)]
    legal = [point for point in some if position.why_illegal(point) is None]
    if not legal:
        return dice.choice(position.legal_moves())
    return max(legal, key=lambda point: liveliness(position, point, temper))


def points_near_stones(position: FivePosition) -> list[int]:
    """The empty points that touch a stone or lie two steps from one."""
    size, cells = position.rules.size, position.cells
    stones = compress(range(size**2), cells)
    near = set().union(*[points_around(point, size) for point in stones])
    return [point for point in sorted(near) if cells[point] == EMPTY]


@cache
def points_around(point: int, size: int) -> frozenset[int]:
    """The points up to two steps from this one, in all eight directions."""
    return frozenset(step for ray in rays(point, size) for step in ray[:2])


def liveliness(position: FivePosition, point: int, temper: tuple[int, int]) -> int:
    """A crude measure of what happens on a point: own neighbours in rows, and captured stones."""
    rows = 0
    for ray in rays(point, position.rules.size):
        for step in ray[:4]:
            if position.cells[step] != 1 + position.side:
                break
            rows += 1
    return temper[0] * rows + temper[1] * len(position.captures_of(point))


def telling_moves(position: FivePosition) -> list[int]:
    """The legal moves that capture or end the game; all moves if there are none."""
    telling = []
    for point in position.legal_moves():
        taken = position.captures_of(point)
        position.play(point)
        if taken or position.outcome is not None:
            telling.append(point)
        position.undo()
    return telling or position.legal_moves()


def winning_points(position: FivePosition) -> list[int]:
    """The points on which the side to move wins at once, by trying each."""
    won = []
    for point in position.legal_moves():
        position.play(point)
        if position.outcome is not None and position.outcome.winner is not None:
            won.append(point)
        position.undo()
    return won


def woven_position(rules: FiveRules, dice: Random) -> FivePosition:
    """A position with equally many stones of each side, on places of a woven pattern.

    No two neighbours of a line are followed by a third of the same side:

        x x o o x x o o        Nobody makes five on the full board, in no direction. The fewer
        o o x x o o x x        places are left empty, the fewer lines are live.
        x x o o x x o o
    """
    size = rules.size
    cells = [1 + (2 * (at // size) + at % size) % 4 // 2 for at in range(size**2)]
    empty = dice.choice((2, 9, size**2 // 4, size**2 // 3))
    for side in (1, 2):
        own = [at for at, cell in enumerate(cells) if cell == side]
        for at in dice.sample(own, max(0, len(own) - (size**2 - empty) // 2)):
            cells[at] = EMPTY
    return FivePosition(rules, cells)


@st.composite
def damaged(draw: st.DrawFn, text: str, signs: st.SearchStrategy[str]) -> str:
    """The text with up to three pieces replaced by other characters or removed."""
    for _ in range(draw(st.integers(0, 3))):
        place, length = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
        text = text[:place] + draw(signs) + text[place + length :]
    return text


def mapped_position(position: FivePosition, symmetry: int) -> FivePosition:
    """The position as one of the eight symmetries of the board maps it."""
    size = position.rules.size
    cells = [EMPTY] * (size * size)
    for point, cell in enumerate(position.cells):
        cells[mapped_point(point, size, symmetry)] = cell
    return FivePosition(position.rules, cells, position.side, position.captured_stones)


def colours_swapped(position: FivePosition) -> FivePosition:
    """The position with all stones, captures and the turn given to the other side."""
    cells = [cell and 3 - cell for cell in position.cells]
    return FivePosition(
        position.rules, cells, 1 - position.side, tuple(reversed(position.captured_stones))
    )
