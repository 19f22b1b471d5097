"""Levels of play: ten strengths, from a newcomer to the full engine.

A level is weaker than the full engine in four ways, each with its own numbers:

    depth, nodes           it searches less far
    lines, margin_percent  it may choose a line that is not the best
    slip_percent           sometimes it chooses any of its lines, even one that loses
    careless_percent       the lowest levels often do not search, but play some point near the
                           stones, and so overlook fives and blocks as beginners do

Each family of games has these levels, or rows of its own with the same numbers and names. The
margin is a share of the range between the best and the worst line found. So no entry depends on the
units of an evaluation, which change with the game and with tuning. Any engine with
`search(position, limits, multipv=...)` and scores of `search.score` can play a level.
`tools/strength` measures the steps between levels; `docs/levels.md` explains them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from games.rules import DEFAULT_FAMILY
from search.engine import Engine, adapter_class
from search.errors import LevelError
from search.limits import Limits
from search.score import WIN, is_loss, is_win

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from games.family import AnyPosition
    from search.result import Line, SearchResult


class Level(NamedTuple):
    """One strength; immutable.

    number            1 is the weakest
    name              one word, for people to choose
    depth             search depth in turns; None: no limit
    nodes             nodes per move; None: no limit but the clock
    lines             number of lines to choose from, at least 1
    margin_percent    how far below the best line the choice may lie, as a share of the range
    slip_percent      share of moves with a random choice of the lines, even one that loses
    careless_percent  share of moves played near the stones without a search
    """

    number: int
    name: str
    depth: int | None
    nodes: int | None
    lines: int = 1
    margin_percent: int = 0
    slip_percent: int = 0
    careless_percent: int = 0

    def sees_win(self, score: int) -> bool:
        """Whether the score is a win within this level's depth, which it always plays.

        The engine also proves longer wins by threats alone, whatever its depth.
        """
        return is_win(score) and (self.depth is None or WIN - score <= self.depth + 1)

    def limits(self, given: Limits | None = None) -> Limits:
        """The tighter of this level's limits and those given."""
        given = given or Limits()
        return given.replaced(
            depth=_lower(self.depth, given.depth), nodes=_lower(self.nodes, given.nodes)
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
_levels: dict[str, tuple[Level, ...]] = {}  # by family, once asked for


class LevelMove(NamedTuple):
    """The move that a level plays.

    move    a legal move, as in the position's `legal_moves`
    line    the line that begins with it; None if the level did not search
    result  the whole result of the search, whose best line need not be `line`; None likewise
    """

    move: int
    line: Line | None
    result: SearchResult | None


def levels_of(family: str) -> tuple[Level, ...]:
    """The levels of a family of games (`rules.family`), weakest first."""
    if family not in _levels:
        rows = adapter_class(family).levels
        _levels[family] = (*(Level(*row) for row in rows), FULL) if rows else LEVELS
    return _levels[family]


def find_level(text: str, family: str = DEFAULT_FAMILY) -> Level:
    """The level of this number or name for a family of games. Raises LevelError."""
    for level in levels_of(family):
        if text in (str(level.number), level.name):
            return level
    known = ", ".join(level.name for level in LEVELS)
    raise LevelError(f"no level is called {text!r}: expected 1 to {len(LEVELS)}, or {known}")


def play_level(
    engine: Engine,
    position: AnyPosition,
    level: Level,
    dice: Random,
    limits: Limits | None = None,
    *,
    listener: Callable[[SearchResult], None] | None = None,
) -> LevelMove:
    """The move of a level in a position whose game is not over; the listener gets results so far.

    The engine must be for the position's game. `dice` makes all random choices. `limits`, for
    example from a clock, apply as well as the level's; without them the full level is unlimited.
    """
    if level.careless_percent > 100 * dice.random():
        near = adapter_class(position.rules.family).moves_near(position)
        if near:
            return LevelMove(dice.choice(near), None, None)
    limits = level.limits(limits)
    result = engine.search(position, limits, multipv=level.lines, listener=listener)
    line = choose_line(level, result.lines, dice)
    return LevelMove(line.pv[0], line, result)


def choose_line(level: Level, lines: Sequence[Line], dice: Random) -> Line:
    """The line that a level plays, of those found.

    Plays the best line if it wins within the level's depth. Otherwise a slip chooses any line at
    random. Otherwise the choice is random within the margin, and never a proven loss while another
    line is known.
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


def _lower(*limits: int | None) -> int | None:
    """The tightest limit; None does not bind."""
    return min((limit for limit in limits if limit is not None), default=None)
