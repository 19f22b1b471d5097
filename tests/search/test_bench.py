"""The bench: its signature depends on the search, not on the computer."""

from __future__ import annotations

import pytest

from search.bench import (
    BenchPosition,
    BenchReport,
    bench_path,
    bench_results,
    load_positions,
    quick_signature,
)
from search.errors import BenchError
from search.weights import Weights

SOME = [BenchPosition(entry.position, 4) for entry in load_positions(bench_path())[::9]]


def signature(weights: Weights | None = None) -> str:
    """The signature of a few positions at depth 4."""
    return BenchReport(bench_results(SOME, weights)).signature


def test_bench_signature_is_reproducible() -> None:
    """Two runs have the same signature; other weights have another."""
    assert signature() == signature()
    assert signature() != signature(Weights({"open_three": 141}))


# A change of the search on purpose changes these; its commit message quotes the new ones.
SIGNATURES = {"five": "d736ac42", "gipf": "ebd80da7"}


def test_quick_bench_has_the_signature_of_this_search() -> None:
    """A commit that should not change the search keeps each family's signature."""
    assert {family: quick_signature(family) for family in SIGNATURES} == SIGNATURES


def test_bench_line_that_cannot_be_read_is_named(tmp_path: pytest.TempPathFactory) -> None:
    """A bad line is refused with the file and the line's number."""
    path = f"{tmp_path}/positions.txt"
    with open(path, "w", encoding="ascii") as file:
        file.write("# a comment\npente; 19/19 w 0,0; 6\n")
    with pytest.raises(BenchError, match="line 2"):
        load_positions(path)
