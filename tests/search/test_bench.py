"""The bench: its signature depends on the search, not on the computer."""

from __future__ import annotations

import pytest

from search.bench import positions_of, quick_signature
from search.errors import BenchError

# A change of the search on purpose changes these; its commit message quotes the new ones.
SIGNATURES = {"five": "2518ea7a", "gipf": "ebd80da7"}


def test_quick_bench_has_the_signature_of_this_search() -> None:
    """A commit that should not change the search keeps each family's signature."""
    anew = vars(quick_signature)["__wrapped__"]  # other tests take it once
    assert {family: anew(family) for family in SIGNATURES} == SIGNATURES


def test_bench_line_that_cannot_be_read_is_named(
    tmp_path: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad line is refused with the file and the line's number."""
    path = f"{tmp_path}/positions.txt"
    with open(path, "w", encoding="ascii") as file:
        file.write("# a comment\npente; 19/19 w 0,0; 6\n")
    monkeypatch.setattr("search.bench.bench_path", lambda _family: path)
    with pytest.raises(BenchError, match="line 2"):
        positions_of()
