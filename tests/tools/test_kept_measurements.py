"""Every results file in the repository is of a known kind, and its program still reads it."""

from __future__ import annotations

import json
from argparse import Namespace
from operator import itemgetter
from pathlib import Path

import pytest

import tools.trials.levels
from arena.appended import JsonLines
from arena.strength.elo import elo_of_counts
from benchmarks.parallel import measured, place_of
from games.registry import family_named
from tools.trials.levels import Ladder
from tools.trials.levels import key_of as key_of_batch

RESULTS = Path(__file__).resolve().parents[2] / "data" / "results"
LEVELS = "levels.jsonl"
PARALLEL = ("parallel-free.jsonl", "parallel-lockstep.jsonl")
FIELDS = "idea game clock games pairs elo low high llr verdict commit note"
OTHERS = ("experiments.jsonl", "strength.jsonl", "systems.jsonl")


def lines_of(name: str) -> list[str]:
    """The lines of a results file."""
    return (RESULTS / name).read_text(encoding="utf-8").splitlines()


def test_every_results_file_is_of_a_known_kind() -> None:
    """Matches have their own test (`test_match.py`); the other files are those above."""
    others = {path.name for path in RESULTS.glob("*.jsonl")} - {LEVELS, *PARALLEL, *OTHERS}
    assert others
    assert all(lines_of(name)[0].startswith('{"match":') for name in others)


def test_kept_games_of_levels_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trial of the levels knows each kept batch of ten games, the last entry of a key."""
    monkeypatch.setattr(tools.trials.levels, "quick_signature", lambda _family: "00000000")
    ladder = Ladder(str(RESULTS / LEVELS), "pente", "nodes:300000", 1, anyway=True)
    entries = {key_of_batch(entry): entry for entry in map(json.loads, lines_of(LEVELS))}
    assert ladder._kept.known == entries
    assert all(len(entry["results"]) == 10 for entry in entries.values())
    assert all(family_named(entry["game"]) for entry in entries.values())


def test_kept_parallel_measurements_are_read() -> None:
    """The benchmark of the parallel search knows each kept search, so it would not repeat it, and
    takes none for one of the engine's windows, nor one without a net for one with it.
    """
    way = Namespace(way="lockstep", plain=True, least=0.0, nodes=4_000_000)
    assert place_of(way, 0, "") != place_of(way, 0, "123abc")
    for name in PARALLEL:
        kept = JsonLines(str(RESULTS / name), itemgetter("key"))
        assert set(kept.known) == {json.loads(line)["key"] for line in lines_of(name)}
        for key in kept.known:
            measured(kept, key, lambda: pytest.fail("it was measured again"))
        assert f"{place_of(way, 0, '')}serial" not in kept.known


def test_a_rerun_goes_on_after_a_torn_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill during an append costs one result, not the file."""
    monkeypatch.setattr(tools.trials.levels, "quick_signature", lambda _family: "00000000")
    path = tmp_path / LEVELS
    whole = lines_of(LEVELS)[0] + "\n"
    path.write_text(whole + lines_of(LEVELS)[1][:-9])
    known = Ladder(str(path), "pente", "nodes:300000", 1, anyway=True)._kept.known
    assert list(known.values()) == [json.loads(whole)]
    assert path.read_text() == whole


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
