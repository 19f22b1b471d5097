"""Matches of Gipf on the command line: what is printed, and who reads their records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.engine.engine_commands import perft
from cli.matches.match_command import match
from games.gipf.rules import GIPF_PRESETS


def run_match(*words: str) -> Result:
    """Run `pente match` in this process."""
    return CliRunner().invoke(match, list(words))


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_match_of_gipf_reports_resumes_and_transcribes(tmp_path: Path, game: str) -> None:
    """A match's JSON adds up; a second run with --resume plays nothing again."""
    results, folder = tmp_path / "results.jsonl", tmp_path / "games"
    words = ("engine:nodes=500", "random", "-g", game, "--games", "4", "--json")
    kept = ("--results", str(results), "--transcripts", str(folder))
    first = json.loads(run_match(*words, *kept).stdout)
    assert first["wins"] + first["draws"] + first["losses"] == first["games"] == 4
    assert sum(first["pentanomial"]) == 2
    lines = results.read_text().splitlines()
    again = json.loads(run_match(*words, *kept, "--resume").stdout)
    assert again["wins"] == first["wins"]
    assert results.read_text().splitlines() == lines
    assert len(list(folder.iterdir())) == 4


def test_match_of_gipf_ends_as_soon_as_its_test_is_decided() -> None:
    """An SPRT decides by pairs, as in every game."""
    end = run_match("engine:nodes=500", "random", "-g", "gipf-basic", "--sprt", "0,50", "--json")
    answer = json.loads(end.stdout)
    assert (answer["sprt"], end.exit_code) == ("accepted", 0)
    assert 16 <= sum(answer["pentanomial"]) < 40


def test_record_of_a_match_of_gipf_is_read_like_any_other(tmp_path: Path) -> None:
    """The last game of a results file is read to its end, where no move is possible."""
    results = tmp_path / "results.jsonl"
    run_match("random", "random", "-g", "gipf-basic", "--games", "1", "--results", str(results))
    end = CliRunner().invoke(perft, [str(results), "--depth", "1", "--rules-only"])
    assert (end.stdout, end.exit_code) == ("leaves 0\n", 0)
    other = CliRunner().invoke(perft, [str(results), "--depth", "1", "-g", "gipf"])
    assert "the record is of gipf-basic, not of gipf" in str(other.exception)


def test_match_of_gipf_is_played_with_a_handicap() -> None:
    """The output repeats each colour's pieces; an illegal handicap is bad usage."""
    words = ("random", "random", "-g", "gipf-basic", "--games", "2", "--pieces")
    assert json.loads(run_match(*words, "18", "15", "--json").stdout)["pieces"] == [18, 15]
    assert "18 White and 15 Black pieces" in run_match(*words, "18", "15").output
    assert run_match(*words, "19", "15").exit_code == 2


def test_match_of_gipf_refuses_who_plays_other_games() -> None:
    """A searcher of the other family is refused with a message."""
    end = run_match("reference", "random", "-g", "gipf")
    assert "does not play gipf: expected engine" in str(end.exception)
