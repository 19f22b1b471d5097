"""Levels of play: a ladder of strengths from a newcomer to all that the engine can.

A level is weaker than the full engine in three ways, each with its own number: it looks at fewer
positions (`depth`, `nodes`); of several good lines it may take one that is not the best (`lines`,
`margin_percent`); and it now and then does not look at all, but plays some point near the stones
(`careless_percent`), by which it overlooks wins and dangers as beginners do.

The table is the same for every game. No number of it is in the units of an evaluation, which differ
from game to game and change with tuning: the margin is a part of what lies between the best and the
worst of the lines that were found. So a game with an engine of its own needs nothing here but the
engine's promise: `search(position, limits, multipv=...)` and lines with scores (`search.score`).
How far the levels lie apart is measured by `benchmarks/levels.py`, see `docs/levels.md`.
"""

from __future__ import annotations

from games.position import EMPTY, Position, rays
from search.errors import LevelError
from search.limits import Limits
from search.score import is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

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

        def search(self, position: Position, limits: Limits, *, multipv: int) -> SearchResult:
            """The best lines within the limits."""
            ...


class Level:
    """One strength; immutable.

    number            1 is the weakest
    name              one word, as people choose it
    depth             turns that it looks ahead at most; None: as far as it gets
    nodes             positions that it looks at for a move at most; None: the clock alone decides
    lines             how many lines it finds to choose from, at least 1
    margin_percent    how far below the best of them a choice may lie, of the way to the worst
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
    )

    number: int
    name: str
    depth: int | None
    nodes: int | None
    lines: int
    margin_percent: int
    careless_percent: int

    def __init__(  # noqa: PLR0917 - the table below reads as a table
        self,
        number: int,
        name: str,
        depth: int | None,
        nodes: int | None,
        lines: int = 1,
        margin_percent: int = 0,
        careless_percent: int = 0,
    ) -> None:
        put = object.__setattr__
        put(self, "number", number)
        put(self, "name", name)
        put(self, "depth", depth)
        put(self, "nodes", nodes)
        put(self, "lines", lines)
        put(self, "margin_percent", margin_percent)
        put(self, "careless_percent", careless_percent)

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"levels are immutable: cannot set {attribute}")

    def __repr__(self) -> str:
        return f"<Level {self.number} {self.name}>"

    def limits(self, given: Limits | None = None) -> Limits:
        """The limits of a search: this level's own and those given, whichever is reached first."""
        given = given or Limits()
        return Limits(
            depth=_lower(self.depth, given.depth),
            nodes=_lower(self.nodes, given.nodes),
            cpu_s=given.cpu_s,
            wall_s=given.wall_s,
            aim_s=given.aim_s,
            first_depth=1 if self.depth is not None else given.first_depth,
        )


LEVELS = (
    #      name        depth  nodes     lines margin careless, percent
    Level(1, "newcomer", 1, 2_000, 12, 100, 75),
    Level(2, "beginner", 1, 2_000, 12, 70, 45),
    Level(3, "learner", 1, 2_000, 10, 50, 22),
    Level(4, "casual", 1, 2_000, 8, 40, 8),
    Level(5, "player", 2, 2_000, 6, 30, 0),
    Level(6, "club", None, 400),
    Level(7, "expert", None, 2_000),
    Level(8, "master", None, 10_000),
    Level(9, "champion", None, 60_000),
    Level(10, "full", None, None),
)
FULL = LEVELS[-1]


class LevelMove:
    """What a level plays.

    move    a legal move, as `legal_moves` of the position lists them
    line    the line that begins with it; None where the level did not look
    result  all that the search found, its best line first, which need not be the one played; or None
    """

    __slots__ = ("line", "move", "result")

    def __init__(self, move: int, line: Line | None, result: SearchResult | None) -> None:
        self.move = move
        self.line = line
        self.result = result


def find_level(text: str) -> Level:
    """The level of this number or name. Raises LevelError."""
    for level in LEVELS:
        if text in (str(level.number), level.name):
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise LevelError(f"no level is called {text!r}: expected 1 to {len(LEVELS)}, or {known}")


def play_level(
    engine: LevelSearcher,
    position: Position,
    level: Level,
    dice: Dice,
    limits: Limits | None = None,
) -> LevelMove:
    """What a level plays in a position whose game goes on.

    The engine is that of the position's game. What is random follows from `dice` alone; `limits`
    hold beside the level's own.
    """
    if level.careless_percent > 100 * dice.random():
        near = moves_near(position)
        if near:
            return LevelMove(dice.choice(near), None, None)
    result = engine.search(position, level.limits(limits), multipv=level.lines)
    line = choose_line(level, result.lines, dice)
    return LevelMove(line.pv[0], line, result)


def choose_line(level: Level, lines: Sequence[Line], dice: Dice) -> Line:
    """The line that a level plays, of those found: any within its margin, all alike likely.

    Never one that loses by force while another is known, and never another than the best of a won
    position.
    """
    best = max(lines, key=lambda line: line.score)
    sound = [line for line in lines if not is_loss(line.score)]
    if is_win(best.score) or len(sound) < 2:
        return best
    spread = best.score - min(line.score for line in sound)
    worst_allowed = best.score - spread * level.margin_percent // 100
    allowed = [line for line in sound if line.score >= worst_allowed]
    return allowed[dice.choice(range(len(allowed)))]


def moves_near(position: Position) -> list[int]:
    """The legal moves that a careless glance falls on.

    Of the five-in-a-row family the points that touch a stone, none where the opening rule forbids
    them all; of other games every legal move.
    """
    legal = position.legal_moves()
    if not isinstance(position, Position):
        return legal
    size, cells = position.rules.size, position.cells
    return [
        point
        for point in legal
        if any(ray and cells[ray[0]] != EMPTY for ray in rays(point, size))
    ]


def _lower(first: int | None, second: int | None) -> int | None:
    """The tighter of two limits of which None does not bind."""
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)
