"""The trial of games on short clocks: what it counts in a file of games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.game.record import GameRecord, MoveRecord, PlayerRecord
from tools.trials.clocked_games import tally_of

PLAYERS = (PlayerRecord(name="A", spec="agent:x"), PlayerRecord(name="B", spec="agent:x"))
GAME = GameRecord(
    game=0,
    rules="pente",
    clock="cpu:0.5",
    seed=1,
    players=PLAYERS,
    opening=("K10", "A1"),
    moves=(MoveRecord(point="K13", cpu_s=0.1, wall_s=0.2, left_s=0.4),),
    forfeit=None,
    winner="white",
    termination="five",
    reason="five in a row",
)
LATE = replace(
    GAME,
    game=1,
    forfeit=MoveRecord(point="B2", cpu_s=0.512, wall_s=0.6, left_s=-0.012),
    termination="time",
    reason="late",
)


def test_tally_counts_losses_and_the_largest_overrun() -> None:
    """A late answer is a game lost on time; its overrun is how far the clock is below zero, or, of
    a clock for every move, what was spent past its limit. What is no legal move counts apart.
    """
    tally = tally_of([GAME, LATE])
    assert (tally.games, tally.answers, tally.late, tally.broken) == (2, 3, 1, 0)
    assert tally.overrun_ms == pytest.approx(12)
    assert tally.least_ms == pytest.approx(400)
    assert tally_of([GAME]).good
    assert not tally.good
    slow = MoveRecord(point="K13", cpu_s=0.507, wall_s=0.6)
    per_move = tally_of([replace(GAME, clock="cpu-move:0.5", moves=(slow,))])
    assert per_move.overrun_ms == pytest.approx(7)
    crash = tally_of([replace(GAME, termination="crash")])
    assert (crash.late, crash.broken, crash.good) == (0, 1, False)
