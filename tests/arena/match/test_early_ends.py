"""Matches whose games end early, and clocks with an increment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.errors import MatchError
from arena.game.adjudication import ADJUDICATED, MOVE_LIMIT
from arena.game.clock import CPU, Allowance
from arena.game.record import replay
from arena.match.match import MatchSpec, play_match
from arena.players.in_process import limits_for
from games.five.position import Position
from games.five.rules import rules_named
from search.weights import Weights

if TYPE_CHECKING:
    from pathlib import Path

SPEC = MatchSpec(a="engine:nodes=60", b="one-ply", games=4, rules="gomoku-9", clock="nodes:40")


@pytest.mark.parametrize("workers", [1, 2])
def test_games_end_at_the_move_limit(tmp_path: Path, workers: int) -> None:
    """Every game ends by then, in any process; a file of another limit is refused by its name."""
    path = str(tmp_path / "match.jsonl")
    spec = replace(SPEC, draw_moves=8)
    records = list(play_match(spec, path, workers=workers))
    lengths = [len(record.opening) + len(record.moves) for record in records]
    assert max(lengths) == 8
    assert {record.termination for record in records if record.winner is None} == {MOVE_LIMIT}
    assert len(list(play_match(spec, path, resume=True))) == 4
    with pytest.raises(MatchError, match="its draw_moves is 8, not None"):
        list(play_match(SPEC, path, resume=True))


def test_lost_games_are_not_played_out() -> None:
    """An engine that reports lost games loses them early; the record can be replayed."""
    spec = replace(SPEC, a="engine:nodes=400", b="engine:nodes=20", games=8)
    short = list(play_match(replace(spec, adjudicate=(150, 1))))
    assert ADJUDICATED in {record.termination for record in short}
    for record in short:
        replay(record)
    with pytest.raises(MatchError, match="at least 1"):
        list(play_match(replace(spec, adjudicate=(150, 0))))


def test_engine_spends_its_increment() -> None:
    """With an increment the engine aims at more time, but not at more than a share of the rest."""
    position = Position(rules_named("pente"))
    without = Allowance(seconds=10.0, counts=CPU, whole_game=True)
    aims = [
        limits_for(position, each, Weights()).aim_s or 0.0
        for each in (without, replace(without, increment_s=1.0), replace(without, increment_s=60.0))
    ]
    assert aims[0] + 0.8 < aims[1] < aims[2] < aims[0] + 0.25 * 10.0 + 0.001
    most = limits_for(position, replace(without, seconds=0.4, increment_s=60.0), Weights())
    assert (most.cpu_s or 0.0) < 0.4
