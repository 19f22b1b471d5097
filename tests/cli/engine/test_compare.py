"""`pente compare-search` as a user runs it: the table, its JSON, the errors."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from cli.engine.compare_command import compare_search
from games.gipf.rules import GIPF_PRESETS

QUICK = ("--depth", "2", "--kernel-depth", "2")


def compare(*words: str, stdin: str = "") -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(compare_search, list(words), input=stdin)


def test_compare_prints_the_counts_of_the_thesis() -> None:
    """The table has a line for each depth, with minimax and alpha-beta in columns."""
    end = compare("-g", "gipf-basic", *QUICK)
    assert end.exit_code == 0, end.output
    assert "1,806" in end.output
    assert "125" in end.output


def test_compare_json_has_a_cell_for_each_depth() -> None:
    """Each searcher has one cell for each depth: nodes, CPU seconds, whether it finished."""
    answer = json.loads(compare("-g", "gomoku-9", *QUICK, "--json").output)
    assert (answer["game"], answer["evaluation"]) == ("gomoku-9", "constant")
    for searcher in ("minimax", "alpha-beta", "kernel"):
        assert [cell["depth"] for cell in answer[searcher]] == [1, 2]
        assert all(cell["finished"] and cell["seconds_cpu"] >= 0 for cell in answer[searcher])
    assert answer["minimax"][1]["nodes"] == 81 + 81 * 80


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_compare_knows_every_game_of_gipf(game: str) -> None:
    """All three kinds have 42 first turns with 42 answers each; the engine searches them too."""
    answer = json.loads(compare("-g", game, *QUICK, "--json").output)
    assert [cell["nodes"] for cell in answer["minimax"]] == [42, 1806]
    assert [cell["nodes"] for cell in answer["alpha-beta"]] == [42, 125]
    assert [cell["finished"] for cell in answer["kernel"]] == [True, True]


def test_compare_says_what_did_not_finish() -> None:
    """A search beyond its seconds is shown as unfinished, a hopeless one as not tried."""
    end = compare("-g", "gipf-basic", "--depth", "5", "--kernel-depth", "0", "--time", "0.05")
    assert "unfinished" in end.output or "not tried" in end.output


def test_compare_reads_a_position() -> None:
    """With a file, its position is searched instead of the start."""
    text = "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5"
    words = ("-", "-g", "gipf-basic", "--evaluation", "material", *QUICK, "--json")
    answer = json.loads(compare(*words, stdin=text).output)
    assert answer["minimax"][1]["nodes"] == 44 + 1955


def test_compare_refuses_an_evaluation_of_another_game() -> None:
    """Only Gipf counts material."""
    end = compare("-g", "pente", "--evaluation", "material", *QUICK)
    assert "does not know pente" in str(end.exception)
