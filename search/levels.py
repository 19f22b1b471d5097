"""Levels of play: a ladder of strengths from a newcomer to all that the engine can.

A level is weaker than the full engine in four ways, each with its own number: it looks less far
(`depth`, `nodes`); of several good lines it may take one that is not the best (`lines`,
`margin_percent`); now and then it takes any of them, even one that loses (`slip_percent`); and the
lowest levels often do not look at all, but play some point near the stones (`careless_percent`), by
which they overlook fives and blocks as beginners do.

There is a table for each family of games, of the same numbers and names. No entry is in the units
of an evaluation, which differ from game to game and change with tuning: the margin is a part of
what lies between the best and the worst of the lines found. So a game with an engine of its own
needs nothing here but a table and the engine's promise: `search(position, limits, multipv=...)`,
and lines with scores of `search.score`. How far the levels lie apart is measured by
`tools/trials/levels.py`; `docs/levels.md` tells of it.
"""

from __future__ import annotations

from games.five.position import Position, rays
from games.rules import EMPTY, FIVE_FAMILY, GIPF_FAMILY, Immutable
from search.errors import LevelError
from search.limits import Limits
from search.score import WIN, is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from games.gipf.position import GipfPosition
    from search.result import Line, SearchResult

    class Dice(Protocol):
        """What a level needs of `random.Random`; the caller passes it in, with its seed."""

        def random(self) -> float:
            """A number from 0 up to, not including, 1."""
            ...

        def choice(self, seq: Sequence[int], /) -> int:
            """One of these."""
            ...

    class LevelSearcher(Protocol):
        """What a level needs of an engine."""

        def search(self, position: Any, limits: Limits, *, multipv: int) -> SearchResult:
            """The best lines within the limits, of a position of the engine's own game."""
            ...

    Board = Position | GipfPosition


class Level(Immutable):
    """One strength; immutable.

    number            1 is the weakest
    name              one word, as people choose it
    depth             turns that it looks ahead at most; None: as far as it gets
    nodes             positions that it looks at for a move at most; None: the clock alone decides
    lines             how many lines it finds to choose from, at least 1
    margin_percent    how far below the best of them a choice may lie, of the way to the worst
    slip_percent      in how many of 100 moves it takes any of the lines, losing ones as well
    careless_percent  in how many of 100 moves it plays near the stones without looking
    """

    __slots__ = (
        "careless_percent",
        "depth",
        "lines",
        "margin_percent",
        "name",
        "nodes",
        "number",
        "slip_percent",
    )

    number: int
    name: str
    depth: int | None
    nodes: int | None
    lines: int
    margin_percent: int
    slip_percent: int
    careless_percent: int

    def __init__(  # noqa: PLR0917 - the table below reads as a table
        self,
        number: int,
        name: str,
        depth: int | None,
        nodes: int | None,
        lines: int = 1,
        margin_percent: int = 0,
        slip_percent: int = 0,
        careless_percent: int = 0,
    ) -> None:
        self._put(
            number=number,
            name=name,
            depth=depth,
            nodes=nodes,
            lines=lines,
            margin_percent=margin_percent,
            slip_percent=slip_percent,
            careless_percent=careless_percent,
        )

    def __repr__(self) -> str:
        return f"<Level {self.number} {self.name}>"

    def sees_win(self, score: int) -> bool:
        """Whether the score is a win no further away than this level looks: it never slips there.

        The engine proves longer ones whatever its depth, by threats alone.
        """
        return is_win(score) and (self.depth is None or WIN - score <= self.depth + 1)

    def limits(self, given: Limits | None = None) -> Limits:
        """The limits of a search: this level's own and those given, whichever is reached first."""
        given = given or Limits()
        return Limits(
            depth=_lower(self.depth, given.depth),
            nodes=_lower(self.nodes, given.nodes),
            cpu_s=given.cpu_s,
            wall_s=given.wall_s,
            aim_s=given.aim_s,
            first_depth=given.first_depth,
        )


LEVELS = (
    #  number, name, depth, nodes, lines, margin, slips, careless
    Level(1, "newcomer", 1, 20_000, 12, 0, 100, 94),
    Level(2, "beginner", 1, 20_000, 12, 0, 100, 88),
    Level(3, "learner", 1, 20_000, 12, 0, 100, 60),
    Level(4, "casual", 1, 20_000, 12, 0, 100, 46),
    Level(5, "regular", 1, 20_000, 12, 30, 88, 13),
    Level(6, "player", 2, 20_000, 10, 30, 88, 6),
    Level(7, "club", 3, 20_000, 10, 20, 35),
    Level(8, "strong", 4, 20_000, 12, 0, 20),
    Level(9, "expert", None, 6_000),
    Level(10, "full", None, None),
)
FULL = LEVELS[-1]

# In Gipf the same mistakes cost far less: who looks at all beats who does not, and any of the best
# dozen lines is nearly as good as the best. So the lower levels differ by how often they look.
GIPF_LEVELS = (
    #  number, name, depth, nodes, lines, margin, slips, careless
    Level(1, "newcomer", 1, 20_000, 4, 10, 0, 99),
    Level(2, "beginner", 1, 20_000, 4, 10, 0, 90),
    Level(3, "learner", 2, 20_000, 4, 10, 0, 36),
    Level(4, "casual", 2, 20_000, 4, 10, 0, 26),
    Level(5, "regular", 2, 20_000, 4, 10, 0, 5),
    Level(6, "player", 3, 20_000, 4, 10, 0, 6),
    Level(7, "club", 3, 20_000, 4, 10),
    Level(8, "strong", 4, 20_000, 4, 10),
    Level(9, "expert", None, 6_000),
    FULL,
)
_LEVELS = {FIVE_FAMILY: LEVELS, GIPF_FAMILY: GIPF_LEVELS}


class LevelMove:
    """What a level plays.

    move    a legal move, as `legal_moves` of the position lists them
    line    the line that begins with it; None where the level did not look
    result  all that the search found; its best line need not be the one played; None likewise
    """

    __slots__ = ("line", "move", "result")

    def __init__(self, move: int, line: Line | None, result: SearchResult | None) -> None:
        self.move = move
        self.line = line
        self.result = result


def levels_of(family: str) -> tuple[Level, ...]:
    """The levels of a family of games (`Rules.family`), the weakest first."""
    return _LEVELS[family]


def find_level(text: str, family: str = FIVE_FAMILY) -> Level:
    """The level of this number or name, as it plays this family. Raises LevelError."""
    for level in levels_of(family):
        if text in (str(level.number), level.name):
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise LevelError(f"no level is called {text!r}: expected 1 to {len(LEVELS)}, or {known}")


def play_level(
    engine: LevelSearcher,
    position: Board,
    level: Level,
    dice: Dice,
    limits: Limits | None = None,
) -> LevelMove:
    """What a level plays in a position whose game goes on.

    The engine is that of the position's game. All that is random follows from `dice`; `limits`, the
    clock's, hold beside the level's own. Without them the full level thinks as long as it likes.
    """
    if level.careless_percent > 100 * dice.random():
        near = moves_near(position)
        if near:
            return LevelMove(dice.choice(near), None, None)
    result = engine.search(position, level.limits(limits), multipv=level.lines)
    line = choose_line(level, result.lines, dice)
    return LevelMove(line.pv[0], line, result)


def choose_line(level: Level, lines: Sequence[Line], dice: Dice) -> Line:
    """The line that a level plays, of those found.

    The best of them, if that is a win within its sight. Else, if it slips, any. Else one within its
    margin, all alike likely; never one that loses by force while another is known.
    """
    best = max(lines, key=lambda line: line.score)
    sound = [line for line in lines if not is_loss(line.score)]
    if level.sees_win(best.score):
        return best
    if level.slip_percent > 100 * dice.random():
        return lines[dice.choice(range(len(lines)))]
    if is_win(best.score) or len(sound) < 2:
        return best
    spread = best.score - min(line.score for line in sound)
    worst_allowed = best.score - spread * level.margin_percent // 100
    allowed = [line for line in sound if line.score >= worst_allowed]
    return allowed[dice.choice(range(len(allowed)))]


def moves_near(position: Board) -> list[int]:
    """The legal moves that a careless glance falls on.

    Of the five-in-a-row family the points that touch a stone, on an empty board the centre; none
    where the opening rule forbids them all. Of other games every legal move.
    """
    legal = position.legal_moves()
    if not isinstance(position, Position):
        return legal
    size, cells = position.rules.size, position.cells
    if not any(cells):
        return [position.rules.centre]
    return [
        point for point in legal if any(ray and cells[ray[0]] != EMPTY for ray in rays(point, size))
    ]


def _lower(first: int | None, second: int | None) -> int | None:
    """The tighter of two limits of which None does not bind."""
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)
