"""Tournaments that are played: files, resuming, crash limit, collections."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ClockError, ContestantError, MatchError
from arena.game.record import format_game
from arena.match.match import Series
from arena.records.formats import read_record
from arena.records.reading import read_games
from arena.tournament.game_files import PENTE, SGF, collection
from arena.tournament.plan import GAUNTLET, KNOCK_OUT, TournamentSpec
from arena.tournament.play import play_tournament
from arena.tournament.standings import Standings
from tests.arena.building import match_of
from tests.arena.building import played as played_match
from tests.refusals import all_refused

SPEC = TournamentSpec(
    contestants=("engine:nodes=40", "one-ply", "random"),
    rules="gomoku-9",
    clock="nodes:40",
    opening_plies=2,
)
TIMES = ("cpu_s", "wall_s", "left_s")


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the bench and the look at the repository, a second each, by fixed values."""
    monkeypatch.setattr("arena.match.match.quick_signature", lambda _family: "signature")
    monkeypatch.setattr("arena.match.match.commit_of_tree", lambda _source: "commit")


def played(spec: TournamentSpec, path: object = None, **options: Any) -> Standings:
    """The standings of a tournament that has been played."""
    standings = Standings(spec, options.pop("crash_limit", 3))
    for _ in play_tournament(standings, None if path is None else str(path), **options):
        pass
    return standings


def content(path: Path) -> list[Any]:
    """The lines of a results file without measured times."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        for move in line["moves"]:
            for name in TIMES:
                move.pop(name, None)
    return lines


@pytest.mark.parametrize("format_", ["round-robin", GAUNTLET, KNOCK_OUT])
def test_resumed_file_is_that_of_an_uninterrupted_run(tmp_path: Path, format_: str) -> None:
    """Wherever it stops, even within a line, the games are the same, each once, in order; a round
    robin may be resumed with more games.
    """
    spec = replace(SPEC, format=format_)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    standings = played(spec, whole)
    for games in range(0, len(standings.records) + 1, 2):
        lines = whole.read_bytes().splitlines(keepends=True)[: games + 2]
        torn = lines.pop()[:50] if len(lines) > games + 1 else b""
        cut.write_bytes(b"".join([*lines, torn]))
        again = played(spec, cut, resume=True)
        assert content(cut) == content(whole)
        assert again.results() == standings.results()
    if format_ == "round-robin":
        direct, longer = tmp_path / "direct.jsonl", replace(SPEC, games=4)
        played(longer, cut, resume=True)
        played(longer, direct)
        assert content(cut) == content(direct)


@pytest.mark.parametrize("format_", [SGF, PENTE])
def test_a_collection_has_the_games_by_their_numbers(format_: str) -> None:
    """Games that several workers played end in another order."""
    records = played_match(match_of(rules="pente", clock="nodes:1", draw_moves=6, opening_plies=3))
    games = read_games(collection(records[::-1], format_, "club"), "club").records
    first, second = (read_record(format_game(record), format_="json").moves for record in records)
    assert first != second
    assert [game.moves for game in games] == [first, second]


def test_other_tournament_is_refused_and_the_difference_is_named(tmp_path: Path) -> None:
    """One difference is named: a contestant by its number, else an option and both values. Nothing
    goes on unasked.
    """
    path = tmp_path / "games.jsonl"
    played(SPEC, path)
    others = ("engine:nodes=40", "minimax", "random")
    all_refused(
        lambda changes: played(replace(SPEC, **changes), path, resume=True),
        MatchError,
        [
            ({"contestants": others}, "its contestants 2 is 'one-ply', not 'minimax'"),
            ({"format": GAUNTLET}, "its format is 'round-robin', not 'gauntlet'"),
        ],
    )
    with pytest.raises(MatchError, match="already exists"):
        played(SPEC, path)
    with pytest.raises(MatchError, match="is the file of a tournament, not of a match"):
        played_match(match_of(), path, resume=True)


def test_broken_agent_is_disqualified_and_the_others_play_on(tmp_path: Path) -> None:
    """After the crash limit it plays no more, also when the file is resumed; the records tell what
    it printed. A gauntlet ends when its first is disqualified.
    """
    agent = "agent:sh -c 'echo no table >&2; exit 3'"
    spec = TournamentSpec(contestants=("random", "one-ply", agent), games=4, clock="cpu:9")
    path = tmp_path / "games.jsonl"
    for resume in (False, True):
        standings = played(spec, path, crash_limit=2, resume=resume)
        assert standings.disqualified.keys() == {2}
        assert len(standings.records) == 4 + 2
        assert standings.total(0).games == 4
    assert "exit code 3: no table" in standings.breakages.lines()[0]
    assert standings.breakages.never_played == ["3"]
    gauntlet = replace(spec, contestants=(agent, "random", "one-ply"), format=GAUNTLET)
    standings = played(gauntlet, crash_limit=3)
    assert standings.disqualified.keys() == {0}
    assert len(standings.records) == 3


def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    """Clocks per player, agents without seconds, contestants unknown or of another game."""
    for error, changes, said in (
        (MatchError, {"clock": "cpu:5,cpu:9"}, "one clock for all"),
        (ContestantError, {"contestants": ("random", "alice")}, "names no contestant"),
        (ContestantError, {"rules": "gipf", "contestants": ("random", "pent2")}, "not play gipf"),
        (ClockError, {"clock": "cpu:soon"}, "soon"),
    ):
        all_refused(lambda changed: Series(replace(SPEC, **changed)), error, [(changes, said)])
    with pytest.raises(ContestantError, match="seconds left"):
        Series(TournamentSpec(contestants=("random", "agent:false")))
