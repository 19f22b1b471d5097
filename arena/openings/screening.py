"""Screens openings: searches of growing length, then self-play by the rule of `balance`.

Cheap tests come first, so an uneven opening costs little. The first test that an opening fails is
its fault; an opening without a fault is kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from arena.openings.balance import LEVELS, LINE_PLIES, Trial
from games.family import AnyFamily, AnyPosition
from search.engine import Engine
from search.limits import Limits
from search.score import is_loss, is_win
from search.weights.file import game_weights

# The largest score of a search for either side, the bound: in percent of a weight to which scores
# are proportional. In Pente, a White lead of more than a four wins at 0.1 s per move.
BOUND = {"five": (100, "four"), "gipf": (60, "captured")}
# A first short search rejects candidates with a score over GLANCE_PERCENT of the bound.
GLANCE_NODES, GLANCE_PERCENT = 2_000, 200
GLANCE_TABLE_MB, TABLE_MB = 2, 16
GLANCE = "glance"  # the fault
# The searches before the games of each level of self-play (`balance.LEVELS`), and after the last:
# nodes, and percent of the bound. The shorter ones find only what is decided. For fifty openings of
# Pente their scores had no correlation with the results of 28 games, that of a million nodes had
# 0.3. The longest costs most, so it is the last test.
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
