"""The rule that keeps an opening: even results of self-play, on more than a few lines.

A pair of games (colours exchanged) between equal players says nothing if each wins one. With the
first player's chance q, that happens with probability q^2 + (1-q)^2, at best 1/2. So an opening
must satisfy these conditions:

- one side wins at most a few games more than the other, at each level and altogether;
- at most one game in DRAWS is drawn;
- LINE_PLIES moves after the opening, the games stand in at least LINES positions.

`Trial` counts game by game and gives up an opening as soon as no further result can save it. The
conditions are loose, because much of an opening's result does not return at another level
(`data/openings/README.md`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import chain

LINE_PLIES = 8
DRAWS = 4
MARKS = {0: "f", 1: "s", None: "d"}  # first player won, second player won, drawn


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
