"""Screens openings: searches of growing length, then even results of self-play.

Cheap tests come first, so an uneven opening costs little. The first test that an opening fails is
its fault; an opening without a fault is kept.

A pair of games (colours exchanged) between equal players says nothing if each wins one. With the
first player's chance q, that happens with probability q^2 + (1-q)^2, at best 1/2. So the games must
satisfy these conditions:

- one side wins at most a few games more than the other, at each level and altogether;
- at most one game in DRAWS is drawn;
- LINE_PLIES moves after the opening, the games stand in at least LINES positions.

`Trial` counts game by game and gives up an opening as soon as no further result can save it. The
conditions are loose, because much of an opening's result does not return at another level
(`data/openings/README.md`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from games.family import AnyFamily, AnyPosition
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights

LINE_PLIES = 8
DRAWS = 4
MARKS = {0: "f", 1: "s", None: "d"}  # first player won, second player won, drawn
# The largest score of a search for either side, the bound: in percent of a weight to which scores
# are proportional. In Pente, a White lead of more than a four wins at 0.1 s per move.
BOUND = {"five": (100, "four"), "gipf": (60, "captured")}
# A first short search rejects candidates with a score over GLANCE_PERCENT of the bound.
GLANCE_NODES, GLANCE_PERCENT = 2_000, 200
GLANCE_TABLE_MB, TABLE_MB = 2, 16
GLANCE = "glance"  # the fault
# The searches before the games of each of the LEVELS of self-play, and after the last: nodes, and
# percent of the bound. The shorter ones find only what is decided. For fifty openings of Pente
# their scores had no correlation with the results of 28 games, that of a million nodes had 0.3. The
# longest costs most, so it is the last test.
SCREENS = (
    ((60_000, 200), (200_000, 200)),
    ((1_000_000, 130),),
    (),
    ((3_000_000, 150),),
)
# A game ends if both players see a lead of ENOUGH bounds. That saves two fifths of the time. Of 44
# games at 12,000 nodes in Pente and Gomoku, 2 would have ended otherwise.
ENOUGH = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Games of one strength from an opening.

    nodes  the node limits of one side; the other side has a fifth more, then they change places
    lead   the largest difference between the two sides' wins
    """

    nodes: tuple[int, ...]
    lead: int

    @property
    def games(self) -> int:
        """The number of games."""
        return 2 * len(self.nodes)

    def limits(self) -> Iterator[tuple[int, int]]:
        """Yield the node limits of each game, by side."""
        for nodes in self.nodes:
            more = 6 * nodes // 5
            yield nodes, more
            yield more, nodes


# Games with similar node limits often follow the same line, so the limits are far apart. The lead
# over all levels decides, since much of a level's lead does not return at another level.
LEVELS = (
    Level(nodes=(2_000, 2_800, 3_900, 5_500), lead=6),
    Level(nodes=(10_000, 15_000), lead=4),
    Level(nodes=(48_000,), lead=2),
)
ALL_LEAD, LINES = 6, 5


class Trial:
    """The games played from one opening so far, level by level."""

    def __init__(self, levels: tuple[Level, ...] = LEVELS) -> None:
        self._levels = levels
        self._winners: list[list[int | None]] = [[] for _ in levels]
        self._lines: set[Hashable] = set()
        self._games = sum(level.games for level in levels)

    def add(self, level: int, winner: int | None, line: Hashable) -> None:
        """Count a game: its winner, and its position LINE_PLIES moves after the opening."""
        self._winners[level].append(winner)
        self._lines.add(line)

    @property
    def fault(self) -> str | None:
        """Why the opening cannot be kept, whatever the remaining games bring; or None.

        "lead", "lines" or "draws".
        """
        for number, level in enumerate(self._levels):
            left = level.games - len(self._winners[number])
            if lead(self._winners[number]) - left > level.lead:
                return "lead"
        played = list(chain(*self._winners))
        left = self._games - len(played)
        if lead(played) - left > ALL_LEAD:
            return "lead"
        if len(self._lines) + left < LINES:
            return "lines"
        return "draws" if DRAWS * played.count(None) > self._games else None

    @property
    def results(self) -> str:
        """The result of each game by level, as letters of MARKS: `fsfs sfff`."""
        return " ".join(
            "".join(MARKS[winner] for winner in level) for level in self._winners if level
        )

    @property
    def lines(self) -> int:
        """The number of distinct positions LINE_PLIES moves after the opening."""
        return len(self._lines)


def lead(winners: list[int | None]) -> int:
    """How many games more one side has won than the other."""
    return abs(winners.count(0) - winners.count(1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the tests found.

    fault    the test that failed: GLANCE, a search's nodes, or `Trial.fault`; or None
    score    the last search's score for the side to move
    results  results of the games, as `Trial.results`
    lines    number of distinct positions LINE_PLIES moves after the opening
    """

    fault: str | None
    score: int
    results: str = ""
    lines: int = 0


class Judge:
    """Tests openings of one game; each test begins with empty tables."""

    def __init__(self, family: AnyFamily) -> None:
        self.family = family
        self.bound = bound_of(family)
        weights = game_weights(family.rules)
        self._glancing = Engine(family.rules, weights, table_mb=GLANCE_TABLE_MB)
        self._sides = [Engine(family.rules, weights, table_mb=TABLE_MB) for _ in range(2)]

    def close(self) -> None:
        """Close the engines."""
        for engine in (self._glancing, *self._sides):
            engine.close()

    def verdict(self, opening: tuple[int, ...]) -> Verdict:
        """Test an opening until it fails a test or has passed all."""
        trial = Trial()
        score, fault = self._searched(opening, GLANCE_NODES, GLANCE_PERCENT)
        if fault is not None:
            return Verdict(fault=GLANCE, score=score)
        for level, screens in enumerate(SCREENS):
            for nodes, percent in screens:
                score, fault = self._searched(opening, nodes, percent)
                if fault is not None:
                    break
            if fault is None and level < len(LEVELS):
                fault = self._played(trial, level, opening)
            if fault is not None:
                break
        return Verdict(fault=fault, score=score, results=trial.results, lines=trial.lines)

    def _searched(
        self, opening: tuple[int, ...], nodes: int, percent: int
    ) -> tuple[int, str | None]:
        """The score for the side to move, by a search with an empty table; the fault, or None."""
        engine = self._glancing if nodes == GLANCE_NODES else self._sides[0]
        engine.new_game()
        score = engine.search(self.family.after(opening), Limits(nodes=nodes)).score
        return score, str(nodes) if 100 * abs(score) > percent * self.bound else None

    def _played(self, trial: Trial, level: int, opening: tuple[int, ...]) -> str | None:
        """Play the games of a level until the opening has a fault; return it."""
        position = self.family.after(opening)
        for nodes in LEVELS[level].limits():
            trial.add(level, *play_out(self._sides, position, nodes, ENOUGH * self.bound))
            if trial.fault is not None:
                return trial.fault
        return None


def play_out(
    engines: Sequence[Engine], position: AnyPosition, nodes: tuple[int, int], enough: int
) -> tuple[int | None, Hashable]:
    """The winner of a game of two engines, each with an empty table and these nodes a move.

    A side wins if that is proved, or if in its own last search and in its opponent's it is further
    ahead than `enough`. The line of the game is the key of the position LINE_PLIES moves after its
    start, or of the last one before its end.
    """
    position = position.copy()
    for engine in engines:
        engine.new_game()
    played, line = 0, position.key
    leads = [0, 0]  # of the first player, in the last search of each side
    while position.outcome is None:
        side = position.side
        result = engines[side].search(position, Limits(nodes=nodes[side]))
        leads[side] = result.score if side == 0 else -result.score
        if is_win(leads[side]) or min(leads) > enough:
            return 0, line
        if is_loss(leads[side]) or max(leads) < -enough:
            return 1, line
        position.play(result.best)
        played += 1
        if played <= LINE_PLIES:
            line = position.key
    return position.outcome.winner, line


def bound_of(family: AnyFamily) -> int:
    """The largest score of a search for either side."""
    percent, weight = BOUND[family.name]
    return game_weights(family.rules)[weight] * percent // 100
