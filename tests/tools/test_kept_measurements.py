"""Every results file in the repository is of a known kind, and its program still reads it."""

from __future__ import annotations

import json
from argparse import Namespace
from operator import itemgetter
from pathlib import Path

import pytest

from arena.appended import JsonLines
from arena.strength.elo import elo_of_counts
from benchmarks.parallel import measured, place_of, positions, search

RESULTS = Path(__file__).resolve().parents[2] / "data" / "results"
PARALLEL = ("parallel-free.jsonl", "parallel-lockstep.jsonl")
FIELDS = "idea game clock games pairs elo low high llr verdict commit note"


def lines_of(name: str) -> list[str]:
    """The lines of a results file."""
    return (RESULTS / name).read_text(encoding="utf-8").splitlines()


def test_kept_parallel_measurements_are_read() -> None:
    """The benchmark of the parallel search knows each kept search, so it would not repeat it, and
    takes none for one of the engine's windows, nor one without a net for one with it.
    """
    way = Namespace(way="lockstep", plain=True, least=0.0, nodes=4_000_000)
    assert place_of(way, "0", "") != place_of(way, "0", "123abc")
    for name in PARALLEL:
        kept = JsonLines(str(RESULTS / name), itemgetter("key"))
        assert set(kept.known) == {json.loads(line)["key"] for line in lines_of(name)}
        for key in kept.known:
            measured(kept, key, lambda: pytest.fail("it was measured again"))
        assert f"{place_of(way, '0', '')}serial" not in kept.known


@pytest.mark.parametrize("plain", [False, True])
def test_a_search_of_the_parallel_benchmark_has_a_cost(*, plain: bool) -> None:
    """With the selective rules or without, by a crew of two."""
    way = Namespace(way="free", plain=plain)
    cost = search(next(positions())[1], 4, 2, way)
    assert cost["depth"] == 4
    assert cost["nodes"] == cost["steps"] > 100


def test_the_figures_of_an_experiment_agree() -> None:
    """Its pairs give its games and its Elo, which lies within its interval."""
    counted = 0
    for number, row in enumerate(map(json.loads, lines_of("experiments.jsonl")), 1):
        assert " ".join(row) == FIELDS, number
        assert row["verdict"] in ("kept", "left out"), number
        ends = [row[end] for end in ("low", "elo", "high") if row[end] is not None]
        assert len(ends) in (0, 3), number
        assert ends == sorted(ends), number
        if row["pairs"] and row["games"]:
            estimate = elo_of_counts(row["pairs"])
            assert estimate is not None
            assert abs(estimate.elo - row["elo"]) <= 1, number
            assert 0 <= row["games"] - 2 * sum(row["pairs"]) <= 1, number
            counted += 1
    assert counted > 100
