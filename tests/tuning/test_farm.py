"""A pair of games is a function of its job, whoever plays it."""

from __future__ import annotations

from contextlib import closing

import pytest

from arena.game.match_rules import match_family
from arena.processes.pool import Processes
from search.weights import Weights
from tuning.errors import PairError
from tuning.games import PAIRS, Opening, PairJob, PairPlayer, PairTable, acceptance_openings

BASE = Weights().as_dict()


def job(number: int, **changes: str) -> PairJob:
    """A short pair of games on a small board."""
    fields = {"key": f"trial 0 0 {number}", "game": "gomoku-9", "clock": "nodes:30", **changes}
    opening = Opening(seed=1, number=number, screen=BASE)
    return PairJob(one=BASE, two={**BASE, "open_three": 300}, opening=opening, **fields)


def test_pair_is_a_function_of_its_job() -> None:
    """A pair played again, here or in another process, is the same except for its time."""
    here = PairPlayer().play(job(3))
    with closing(Processes(PAIRS, 1)) as farm:
        farm.submit(job(3))
        there = farm.next()
    for name in ("key", "half_points", "one", "two", "opening", "moves", "winners"):
        assert getattr(here, name) == getattr(there, name)


def test_failed_job_is_reported_with_its_data() -> None:
    """An exception ends the study, with the data needed to play the pair again."""
    with closing(Processes(PAIRS, 1)) as farm:
        farm.submit(job(0, clock="sundial:3"))
        with pytest.raises(
            PairError, match=r"sundial:3'.*is no clock(.|\n)*\"clock\":\"sundial:3\""
        ):
            farm.next()


def test_openings_differ_and_are_not_those_kept_for_acceptance() -> None:
    """Of twenty openings at least 19 differ, and none is in `data/openings` for acceptance."""
    family = match_family("gomoku-9")
    table = PairTable(family)
    openings = {
        table.opening_of(Opening(seed=2, number=number, screen=BASE)) for number in range(20)
    }
    assert len(openings) >= 19
    kept = {family.canonical(opening) for opening in acceptance_openings(family.rules)}
    assert kept
    assert not any(family.canonical(opening) in kept for opening in openings)
