"""The trial of games on short clocks: what it counts in a file of games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arena.game.record import GameRecord, MoveRecord, PlayerRecord
from tools.trials import clocked_games
from tools.trials.clocked_games import tally_of

ROOT = Path(__file__).parents[2]
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

# It answers as with 0.05 s left, so without a search.
HASTY = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from agent.harness import run
lines = open("input.txt").read().split("\\n")
lines[1] = "0.05"
open("input.txt", "w").write("\\n".join(lines))
run()
"""


def test_tally_counts_losses_on_time_and_the_largest_overrun() -> None:
    """A late answer is a game lost on time; its overrun is how far the clock is below zero."""
    tally = tally_of([GAME, LATE])
    assert (tally.games, tally.answers, tally.late, tally.broken) == (2, 3, 1, 0)
    assert tally.overrun_ms == pytest.approx(12)
    assert tally.least_ms == pytest.approx(400)
    assert tally_of([GAME]).good
    assert not tally.good


def test_tally_measures_a_clock_for_every_move_by_what_was_spent() -> None:
    """Without a game clock the overrun is what was spent past the move's limit."""
    game = replace(
        GAME, clock="cpu-move:0.5", moves=(MoveRecord(point="K13", cpu_s=0.507, wall_s=0.6),)
    )
    assert tally_of([game]).overrun_ms == pytest.approx(7)


def test_tally_counts_a_crash_as_broken() -> None:
    """An answer that is no legal move is counted apart from late ones."""
    tally = tally_of([replace(GAME, termination="crash")])
    assert (tally.late, tally.broken, tally.good) == (0, 1, False)


@pytest.mark.slow
@pytest.mark.processes
def test_clocked_games_are_continued(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run adds only the missing games, and --report counts those in the file."""
    path = str(tmp_path / "games.jsonl")
    (tmp_path / "homework.py").write_text(HASTY)
    common = ["--clock", "cpu:60", "--load", "1", "--agent", str(tmp_path)]
    assert clocked_games.main([path, "--games", "1", *common]) == 0
    first = Path(path).read_bytes()
    assert clocked_games.main([path, "--games", "2", *common]) == 0
    assert Path(path).read_bytes().startswith(first)
    capsys.readouterr()
    assert clocked_games.main([path, "--report"]) == 0
    assert capsys.readouterr().out.startswith("2 games, ")
