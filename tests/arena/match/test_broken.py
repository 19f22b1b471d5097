"""Broken contestants end a match, and no result hides them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from arena.game.player import CRASH, ILLEGAL, MALFORMED, NO_OUTPUT, TIME, Fault
from arena.game.record import GameRecord
from arena.match.broken import Breakages, broken_name
from arena.match.jobs import games_at_once
from tests.arena.building import Scripted, game_between, match_of, played

if TYPE_CHECKING:
    from pathlib import Path


def game(termination: str, answers: int = 0, number: int = 0) -> GameRecord:
    """A game that A, moving first, loses in this way after so many answers."""
    fault = Fault(termination=termination, reason="it had no luck")
    first = Scripted([180, 300, 302, 304][:answers], fault=fault)
    return game_between(first, Scripted(), number=number)


def test_fault_of_the_program_breaks_a_game() -> None:
    """A crash, a bad or missing answer does, at any move; a loss on time only without an answer:
    a program that never answers hangs, a slow one just loses.
    """
    for termination in (CRASH, NO_OUTPUT, MALFORMED, ILLEGAL, TIME):
        assert broken_name(game(termination)) == "A"
        assert broken_name(game(termination, answers=3)) == (None if termination == TIME else "A")


def test_limit_counts_broken_games_in_a_row() -> None:
    """Any other game of the contestant starts the count again; the opponent is not counted."""
    seen = Breakages(3)
    ends = [CRASH, CRASH, TIME, CRASH, NO_OUTPUT, MALFORMED]
    found = [seen.add(game(end, answers=2, number=n)) for n, end in enumerate(ends)]
    assert found == [None] * 5 + ["A"]
    assert (seen.at_limit("A"), seen.at_limit("B")) == (True, False)
    assert seen.never_played == ["A"]
    assert "5 of 6 games broken, the first is game 1: crash" in seen.lines()[0]
    assert not Breakages(0).at_limit("A")


def test_match_ends_at_the_limit_and_when_it_is_resumed(tmp_path: Path) -> None:
    """The record says why; a resumed match plays no further game."""
    path = tmp_path / "match.jsonl"
    agent = "agent:sh -c 'echo no table >&2; exit 3'"
    spec = match_of(agent, games=20, rules="pente", clock="cpu:5")
    records = played(spec, path, crash_limit=2)
    assert [record.termination for record in records] == [CRASH] * 2
    assert "exit code 3: no table" in records[0].reason
    assert len(played(spec, path, resume=True, crash_limit=2)) == 2
    assert len(played(spec, path, resume=True, crash_limit=4)) == 4


def test_games_at_once_leave_each_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """With clocks of seconds no more games run than the cores allow, and the reason is told."""
    monkeypatch.setattr("arena.match.jobs.cores", lambda: 8)
    for wanted, cores, timed, most in (
        *((None, 1, True, 8), (None, 3, True, 2), (2, 3, True, 2)),
        *((None, 16, True, 1), (9, 1, False, 9)),
    ):
        assert games_at_once(wanted, cores, timed=timed) == (most, None)
    found, why = games_at_once(9, 2, timed=True)
    assert found == 4
    assert "4 games at once, not 9: each needs 2 cores, there are 8" in str(why)
