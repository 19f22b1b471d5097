"""Matches of Gipf: the behaviour that all games share, and each of its presets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.errors import ContestantError, MatchError
from arena.game.adjudication import MOVE_LIMIT
from arena.game.record import replay
from arena.match.results import read_results
from arena.strength.score import score_of
from games.gipf.position import EMPTY_RESERVE
from games.gipf.rules import GIPF_PRESETS
from search import ROOT
from tests.arena.building import match_of, moves_of, played
from tests.refusals import all_refused

if TYPE_CHECKING:
    from pathlib import Path

SPEC = match_of("one-ply", "minimax:depth=1", games=4, rules="gipf-basic", draw_moves=24)


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_gipf_match_follows_from_its_specification(tmp_path: Path, game: str) -> None:
    """The same specification plays the same games, resumed by two workers too; a pair shares its
    opening and swaps sides.
    """
    path, spec = tmp_path / "match.jsonl", replace(SPEC, rules=game, draw_moves=12)
    records = played(replace(spec, games=2), path)
    records = played(spec, path, resume=True, workers=2)
    assert moves_of(records) == moves_of(played(spec))
    assert len(read_results(str(path))[1]) == spec.games
    assert records[0].opening == records[1].opening != records[2].opening
    assert [record.players[0].name for record in records] == ["A", "B", "A", "B"]
    assert score_of(records).pairs.pairs == 2
    for record in records:
        replay(record)


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_gipf_engine_beats_random(game: str) -> None:
    """The engine wins every game, in time; the record names weights for it alone."""
    spec = match_of("engine:nodes=1000", rules=game, clock="cpu:200", games=2)
    for record in played(spec):
        assert record.winner_name == "A"
        weights = {player.name: player.weights for player in record.players}
        assert len(weights["A"] or "") == 8
        assert weights["B"] is None


def test_gipf_refuses_contestants_that_do_not_play_it() -> None:
    """The message names those that do."""
    for text in ("reference", "sharpmoku", "pent2", "agent:true", "gomocup:true"):
        clock = "cpu:5" if text.startswith("agent") else SPEC.clock
        with pytest.raises(ContestantError, match="does not play gipf-basic: expected engine"):
            played(replace(SPEC, a=text, clock=clock))


def test_gipf_handicap_is_of_the_match_and_its_records(tmp_path: Path) -> None:
    """Both sides begin with their own pieces, with engines of other trees and in replayed records
    too; only basic Gipf accepts a handicap.
    """
    path = tmp_path / "match.jsonl"
    spec = match_of("random", f"engine:tree={ROOT},nodes=50", rules="gipf-basic", pieces=(18, 16))
    records = played(replace(spec, draw_moves=40), path)
    for record in records:
        assert record.family.start().reserves == [15, 13]
        assert record.termination in (EMPTY_RESERVE, MOVE_LIMIT)
        replay(record)
    assert played(replace(spec, draw_moves=40), path, resume=True) == records
    other = replace(spec, draw_moves=40, pieces=(18, 15))
    with pytest.raises(MatchError, match="pieces"):
        played(other, path, resume=True)
    games = [(game, "pieces") for game in ("pente", "gipf", "gipf-tournament")]
    all_refused(lambda game: played(match_of(rules=game, pieces=(16, 15))), MatchError, games)
