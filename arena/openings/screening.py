"""Screens openings: searches of growing length, then self-play by the rule of `balance`.

Cheap tests come first, so an uneven opening costs little. The first test that an opening fails is
its fault; an opening without a fault is kept.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.openings.balance import LEVELS, LINE_PLIES, Trial
from arena.openings.self_play import SelfPlay
from games.family import AnyFamily
from search.engine import Engine
from search.limits import Limits
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
        self._self_play = SelfPlay(family.rules, TABLE_MB)

    def close(self) -> None:
        """Close the engines."""
        self._glancing.close()
        self._self_play.close()

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
        engine = self._glancing if nodes == GLANCE_NODES else self._self_play.engines[0]
        engine.new_game()
        score = engine.search(self.family.after(opening), Limits(nodes=nodes)).score
        return score, str(nodes) if 100 * abs(score) > percent * self.bound else None

    def _played(self, trial: Trial, level: int, opening: tuple[int, ...]) -> str | None:
        """Play the games of a level until the opening has a fault; return it."""
        position = self.family.after(opening)
        for nodes in LEVELS[level].limits():
            game = self._self_play.game(position, nodes, LINE_PLIES, ENOUGH * self.bound)
            trial.add(level, game.winner, game.line)
            if trial.fault is not None:
                return trial.fault
        return None


def bound_of(family: AnyFamily) -> int:
    """The largest score of a search for either side."""
    percent, weight = BOUND[family.name]
    return game_weights(family.rules)[weight] * percent // 100
