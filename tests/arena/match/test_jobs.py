"""A game follows from its specification and its number, whichever process plays it."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.game.spec import GameSpec
from arena.match.jobs import format_job, parse_job
from arena.match.match import MatchSpec, plan_match, play_match
from tests.arena.building import one_game

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
    assert parse_job(format_job(job)) == job
    assert set(terms) <= {field.name for field in fields(GameSpec)}


def test_clocks_follow_their_contestants() -> None:
    """A's clock is A's, whoever moves first."""
    clocks = [(job.first, *map(str, job.clocks)) for job in plan_match(SPEC)[:2]]
    assert clocks == [(0, "nodes:7", "cpu:9"), (1, "cpu:9", "nodes:7")]


@pytest.mark.parametrize("old", [{}, {"a_first": None}])
def test_head_of_an_older_file_is_the_same_match(tmp_path: Path, old: dict[str, None]) -> None:
    """Older heads name the sides although nobody chose them, and have another order of fields."""
    path, spec = tmp_path / "match.jsonl", replace(SPEC, clock="nodes:7")
    games = list(play_match(spec, str(path)))
    head, *lines = path.read_text().splitlines(keepends=True)
    told = sorted((json.loads(head)["match"] | old).items())
    path.write_text(json.dumps({"match": dict(told)}) + "\n" + "".join(lines))
    assert list(play_match(spec, str(path), resume=True)) == games
