"""Broken contestants end a match, and no result hides them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.game.player import CRASH, ILLEGAL, MALFORMED, NO_OUTPUT, TIME, Fault
from arena.game.record import GameRecord
from arena.game.referee import play_game
from arena.match.broken import Breakages, broken_name
from arena.match.match import MatchSpec, play_match
from arena.match.runners import games_at_once
from tests.arena.one_game import one_game
from tests.arena.scripted_players import Scripted

if TYPE_CHECKING:
    from pathlib import Path


def game(termination: str, answers: int = 0, number: int = 0) -> GameRecord:
    """A game that A, moving first, loses in this way after so many answers."""
    job = one_game(number, clock="cpu:9")
    points = [180, 300, 302, 304][:answers]
    fault = Fault(termination=termination, reason="it had no luck")
    return play_game(job.spec.family, job, (Scripted(points, fault=fault), Scripted()))


@pytest.mark.parametrize("termination", [CRASH, NO_OUTPUT, MALFORMED, ILLEGAL])
def test_fault_of_the_program_breaks_a_game(termination: str) -> None:
    """A crash, a missing or malformed answer and an illegal move do, at any move."""
    assert broken_name(game(termination)) == "A"
    assert broken_name(game(termination, answers=3)) == "A"


def test_loss_on_time_breaks_a_game_without_an_answer_only() -> None:
    """A program that never answers hangs; a slow one just loses."""
    assert broken_name(game(TIME)) == "A"
    assert broken_name(game(TIME, answers=2)) is None


def test_limit_counts_broken_games_in_a_row() -> None:
    """Any other game of the contestant starts the count again; the opponent is not counted."""
    seen = Breakages(3)
    ends = [CRASH, CRASH, TIME, CRASH, NO_OUTPUT, MALFORMED]
    found = [seen.add(game(end, answers=2, number=n)) for n, end in enumerate(ends)]
    assert found == [None] * 5 + ["A"]
    assert seen.at_limit("A")
    assert not seen.at_limit("B")
    assert seen.never_played == ["A"]
    assert seen.lines()[0].startswith("A a: 5 of 6 games broken, the first is game 1: crash: White")
    assert not Breakages(0).at_limit("A")


@pytest.mark.parametrize(
    ("command", "reason"),
    [("false", "exit code 1"), ("sh -c 'echo no table >&2; exit 3'", "exit code 3: no table")],
)
def test_match_ends_at_the_limit_and_when_it_is_resumed(
    tmp_path: Path, command: str, reason: str
) -> None:
    """The record says why; a resumed match plays no further game."""
    path = str(tmp_path / "match.jsonl")
    spec = MatchSpec(a=f"agent:{command}", b="random", games=20, clock="cpu:5")
    records = list(play_match(spec, path, crash_limit=2))
    assert len(records) == 2
    assert all(record.termination == CRASH for record in records)
    assert reason in records[0].reason
    assert len(list(play_match(spec, path, resume=True, crash_limit=2))) == 2
    assert len(list(play_match(spec, path, resume=True, crash_limit=4))) == 4


def test_games_at_once_leave_each_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """With clocks of seconds no more games run than the cores allow, and the reason is told."""
    monkeypatch.setattr("arena.match.runners.cores", lambda: 8)
    assert games_at_once(None, 1, timed=True) == (8, None)
    assert games_at_once(None, 3, timed=True) == (2, None)
    assert games_at_once(2, 3, timed=True) == (2, None)
    assert games_at_once(None, 16, timed=True) == (1, None)
    assert games_at_once(9, 1, timed=False) == (9, None)
    most, why = games_at_once(9, 2, timed=True)
    assert most == 4
    assert why is not None
    assert "plays 4 games at once, not 9: each needs 2 cores, there are 8" in why
