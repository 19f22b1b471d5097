"""`pente compare-search` as a user runs it: the table and its JSON."""

from __future__ import annotations

import json

import pytest

from tests.games.gipf.boards import T4 as CROSSING
from tests.in_process import pente

QUICK = ("--depth", "2", "--kernel-depth", "2")


@pytest.mark.parametrize(
    ("game", "nodes"), [("gomoku-9", [81 + 81 * 80]), ("gipf-basic", [42 + 42 * 42, 125])]
)
def test_compare_counts_nodes_of_each_searcher(game: str, nodes: list[int]) -> None:
    """Each searcher has one cell for each depth: nodes, CPU seconds, whether it finished."""
    answer = json.loads(pente("compare-search", "-g", game, *QUICK, "--json").stdout)
    assert answer["game"] == game
    for searcher in ("minimax", "alpha-beta", "kernel"):
        assert [cell["depth"] for cell in answer[searcher]] == [1, 2]
        assert all(cell["finished"] and cell["seconds_cpu"] >= 0 for cell in answer[searcher])
    counts = [answer[searcher][1]["nodes"] for searcher in ("minimax", "alpha-beta")]
    assert counts[: len(nodes)] == nodes


def test_compare_tells_people_and_reads_a_position() -> None:
    """The table has the counts; a search beyond its seconds is unfinished, a hopeless one not
    tried; with a file, its position is searched instead of the start.
    """
    words = ("compare-search", "-g", "gipf-basic")
    shown = pente(*words, *QUICK).stdout
    assert "1,806" in shown
    assert "125" in shown
    short = pente(*words, "--depth", "5", "--kernel-depth", "0", "--time", "0.05").stdout
    assert "unfinished" in short or "not tried" in short
    read = ("compare-search", "-", *words[1:], "--evaluation", "material", *QUICK, "--json")
    answer = json.loads(pente(*read, stdin=CROSSING).stdout)
    assert answer["minimax"][1]["nodes"] == 44 + 1955
