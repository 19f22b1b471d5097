"""Matches of Gipf: what all games share, and each of its presets."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.errors import ContestantError, MatchError
from arena.game.record import replay
from arena.match.match import MatchSpec, play_match
from arena.match.results import read_results
from arena.strength.score import score_of
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH
from games.gipf.rules import GIPF_PRESETS

if TYPE_CHECKING:
    from arena.game.record import GameRecord

HERE = Path(__file__).resolve().parents[3]
SPEC = MatchSpec(a="random", b="minimax:depth=1", games=4, rules="gipf-basic")


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_gipf_match_follows_from_its_specification(game: str) -> None:
    """The same specification plays the same games; a pair shares its opening and swaps sides."""
    spec = replace(SPEC, rules=game)
    records = list(play_match(spec))
    assert _played(records) == _played(list(play_match(spec)))
    assert records[0].opening == records[1].opening != records[2].opening
    assert [record.players[0].name for record in records] == ["A", "B", "A", "B"]
    assert score_of(records).pairs.pairs == 2
    for record in records:
        replay(record)


def _played(records: list[GameRecord]) -> list[list[str]]:
    """The moves of each game."""
    return [[*record.opening, *(move.point for move in record.moves)] for record in records]


def test_gipf_match_is_resumed_and_played_by_workers(tmp_path: Path) -> None:
    """A stopped match resumes, two workers play the games of one, and the file has them all."""
    path = str(tmp_path / "match.jsonl")
    games = play_match(SPEC, path)
    next(games)
    games.close()
    resumed = sorted(play_match(SPEC, path, resume=True, workers=2), key=lambda each: each.game)
    assert _played(resumed) == _played(list(play_match(SPEC)))
    assert len(read_results(path)[1]) == SPEC.games


def test_gipf_minimax_beats_random() -> None:
    """Plain alpha-beta by material wins every game against random play."""
    score = score_of(play_match(replace(SPEC, a="minimax", b="random")))
    assert score.total.wins == SPEC.games


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_gipf_engine_beats_random(game: str) -> None:
    """The engine wins every game against random play; its weights alone are noted in the record."""
    records = list(play_match(replace(SPEC, a="engine:nodes=5000", b="random", rules=game)))
    assert score_of(records).total.wins == SPEC.games
    assert len(records) == SPEC.games
    for record in records:
        weights = {player.name: player.weights for player in record.players}
        assert len(weights["A"] or "") == 8
        assert weights["B"] is None


@pytest.mark.parametrize("clock", ["cpu:2", "cpu-move:0.1"])
def test_gipf_engine_keeps_its_clock(clock: str) -> None:
    """The engine finishes its games in time under a game clock and under a move clock."""
    spec = replace(SPEC, a="engine", b="random", games=1, clock=clock)
    (record,) = play_match(spec)
    assert record.termination == EMPTY_RESERVE


@pytest.mark.parametrize("text", ["reference", "sharpmoku", "pent2", "agent:true", "gomocup:true"])
def test_gipf_is_refused_to_who_does_not_play_it(text: str) -> None:
    """A contestant without Gipf is refused; the message lists those that play it."""
    clock = "cpu:5" if text.startswith("agent") else SPEC.clock
    with pytest.raises(ContestantError, match="does not play gipf-basic: expected engine"):
        list(play_match(replace(SPEC, a=text, clock=clock)))


def test_gipf_handicap_is_of_the_match_and_its_records(tmp_path: Path) -> None:
    """Each side begins with its own pieces, other trees' engines too, and records replay so."""
    path = str(tmp_path / "match.jsonl")
    for other in ("random", f"engine:tree={HERE},nodes=50"):
        spec = replace(SPEC, b=other, games=2, pieces=(18, 16))
        for record in play_match(spec):
            assert record.family.start().reserves == [15, 13]
            assert record.termination in (EMPTY_RESERVE, GAME_LENGTH)
    spec = replace(SPEC, games=2, pieces=(18, 16))
    assert len(list(play_match(spec, path))) == len(list(play_match(spec, path, resume=True)))
    with pytest.raises(MatchError, match="pieces"):
        list(play_match(replace(spec, pieces=(18, 15)), path, resume=True))


@pytest.mark.parametrize("game", ["pente", "gipf", "gipf-tournament"])
def test_handicap_is_refused_where_the_game_has_none(game: str) -> None:
    """Only basic Gipf gives a side fewer pieces than the other."""
    spec = MatchSpec(a="random", b="random", games=2, rules=game, pieces=(16, 15))
    with pytest.raises(MatchError, match="pieces"):
        list(play_match(spec))
