"""A game follows from its job, whichever process plays it; broken contestants end a match."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.game.player import CRASH, ILLEGAL, MALFORMED, NO_OUTPUT, TIME, Fault
from arena.game.record import GameRecord
from arena.game.spec import GameSpec
from arena.match.broken import Breakages, broken_name
from arena.match.jobs import games_at_once, parse_job
from arena.match.match import MatchSpec, plan_match, play_match
from arena.processes.worker import as_line
from tests.arena.building import Scripted, game_between, match_of, one_game, played

SPEC = MatchSpec(a="random", b="minimax:depth=1", games=4, rules="gomoku-9", clock="nodes:7,cpu:9")
TERMS = st.fixed_dictionaries(
    {"seed": st.integers(-(10**9), 10**9), "opening_plies": st.integers(0, 9)},
    optional={
        "pieces": st.tuples(st.just(16), st.just(15)),
        "adjudicate": st.tuples(st.just(900), st.just(2)),
        "draw_score": st.tuples(st.just(9), st.just(2), st.just(30)),
        "draw_moves": st.integers(1, 99),
    },
)


@given(TERMS, st.integers(0, 99), st.lists(st.integers(0, 360)))
def test_job_survives_its_line(terms: dict[str, Any], number: int, moves: list[int]) -> None:
    """Every term of a game reaches the process that plays it."""
    job = replace(one_game(number, **terms), moves=tuple(moves), weights={"a.toml": "two = 1\n"})
    assert parse_job(as_line(job)) == job
    assert set(terms) <= {field.name for field in fields(GameSpec)}


def test_clocks_follow_their_contestants() -> None:
    """A's clock is A's, whoever moves first."""
    clocks = [(job.first, *map(str, job.clocks)) for job in plan_match(SPEC)[:2]]
    assert clocks == [(0, "nodes:7", "cpu:9"), (1, "cpu:9", "nodes:7")]


def test_head_of_an_older_file_is_the_same_match(tmp_path: Path) -> None:
    """Older heads name the sides although nobody chose them, and have another order of fields."""
    path, spec = tmp_path / "match.jsonl", replace(SPEC, clock="nodes:7")
    games = list(play_match(spec, str(path)))
    head, *lines = path.read_text().splitlines(keepends=True)
    told = sorted((json.loads(head)["match"] | {"a_first": None}).items())
    path.write_text(json.dumps({"match": dict(told)}) + "\n" + "".join(lines))
    assert list(play_match(spec, str(path), resume=True)) == games


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
    at_limit = [seen.add(game(end, answers=2, number=n)) for n, end in enumerate(ends)]
    assert at_limit == [None] * 5 + ["A"]
    assert (seen.at_limit("A"), seen.at_limit("B")) == (True, False)
    assert seen.never_played == ["A"]
    assert "5 of 6 games broken, the first is game 1: crash" in seen.lines()[0]
    assert not Breakages(0).at_limit("A")


def test_match_ends_at_the_limit_and_when_it_is_resumed(tmp_path: Path) -> None:
    """The record says why; a resumed match plays no further game."""
    path = tmp_path / "match.jsonl"
    agent = "agent:sh -c 'echo no table >&2; exit 3'"
    spec = match_of(agent, games=20, rules="pente", clock="cpu:5")
    records = played(spec, path, breakages=Breakages(2))
    assert [record.termination for record in records] == [CRASH] * 2
    assert "exit code 3: no table" in records[0].reason
    assert len(played(spec, path, resume=True, breakages=Breakages(2))) == 2
    assert len(played(spec, path, resume=True, breakages=Breakages(4))) == 4


def test_games_at_once_leave_each_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """With clocks of seconds no more games run than the cores allow, and the reason is told."""
    monkeypatch.setattr("arena.match.jobs.cores", lambda: 8)
    for wanted, cores, timed, most in (
        *((None, 1, True, 8), (None, 3, True, 2), (2, 3, True, 2)),
        *((None, 16, True, 1), (9, 1, False, 9)),
    ):
        assert games_at_once(wanted, cores, timed=timed) == (most, None)
    at_once, why = games_at_once(9, 2, timed=True)
    assert at_once == 4
    assert "4 games at once, not 9: each needs 2 cores, there are 8" in str(why)
