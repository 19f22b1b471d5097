"""Farms: every job is played once, even if workers die."""

from __future__ import annotations

import os
import signal

import pytest

from arena.game.match_rules import match_family
from arena.processes.process_tree import children
from search.weights import Weights, built_in_weights
from tuning.errors import PairError
from tuning.farm import Processes
from tuning.games import Opening, PairJob, PairPlayer, PairTable, acceptance_openings

BASE = Weights().as_dict()


def job(number: int, **changes: str) -> PairJob:
    """A short pair of games on a small board."""
    fields = {"key": f"trial 0 0 {number}", "game": "gomoku-9", "clock": "nodes:30", **changes}
    opening = Opening(seed=1, number=number, screen=BASE)
    return PairJob(one=BASE, two={**BASE, "open_three": 300}, opening=opening, **fields)


def worker_pids(farm: Processes) -> list[int]:
    """The processes that play."""
    return [worker.process.pid for worker in farm._pool._workers]


def test_pair_is_a_function_of_its_job() -> None:
    """Played again, here or in another process, it is the same but for the time it took."""
    here = PairPlayer().play(job(3))
    with Processes(1) as farm:
        farm.submit(job(3))
        there = farm.next()
    for name in ("key", "half_points", "one", "two", "opening", "moves", "winners"):
        assert getattr(here, name) == getattr(there, name)


def test_killed_workers_are_replaced_and_nothing_is_played_twice() -> None:
    """Each of ten pairs is returned once although three workers are killed; no process is left."""
    before = children()
    with Processes(2) as farm:
        for number in range(10):
            farm.submit(job(number))
        keys = []
        for number in range(10):
            if number in (1, 4, 7):
                os.kill(worker_pids(farm)[0], signal.SIGKILL)
            keys.append(farm.next().key)
        assert farm.losses == 3
    assert sorted(keys) == sorted(job(number).key for number in range(10))
    assert children() == before


def test_job_that_fails_twice_is_told_whole() -> None:
    """The error ends the study and has the job, to play the pair again."""
    with Processes(1) as farm:
        farm.submit(job(0, clock="sundial:3"))
        with pytest.raises(
            PairError, match=r"sundial:3'.*is no clock(.|\n)*\"clock\":\"sundial:3\""
        ):
            farm.next()


def test_openings_differ_and_are_not_those_kept_for_acceptance() -> None:
    """Fifty openings, all different; the table itself refuses those of `data/openings`."""
    family = match_family("gomoku-9")
    table = PairTable(family)
    openings = {
        table.opening_of(Opening(seed=2, number=number, screen=BASE)) for number in range(50)
    }
    assert len(openings) >= 48
    kept = {family.canonical(opening) for opening in acceptance_openings(family.rules)}
    assert kept
    assert not any(family.canonical(opening) in kept for opening in openings)


def test_pair_of_gipf_is_played_like_any_other() -> None:
    """Two sets of Gipf's weights play a pair that adds up, from an opening of its own."""
    family = match_family("gipf-basic")
    base = built_in_weights(family.rules).as_dict()
    one = {**base, "captured": 300}
    wanted = Opening(seed=3, number=1, screen=base)
    words = PairJob(
        key="trial 0 0 0", game="gipf-basic", clock="nodes:60", one=one, two=base, opening=wanted
    )
    played = PairPlayer().play(words)
    assert played.opening
    assert played.one != played.two
    assert played.half_points == sum(
        {"one": 2, "two": 0, None: 1}[winner] for winner in played.winners
    )
