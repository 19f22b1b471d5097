"""The command that plays the tables of docs/strength.md again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.players.parsing import parse_contestant
from cli.matches.match_command import match
from tools.programs import ROOT
from tools.strength import run as strength_run
from tools.strength.plan import (
    HERE,
    LEVELS,
    MATCHES,
    PROBLEMS,
    STEPS,
    PlanError,
    PlannedJob,
    read_plan,
)
from tools.strength.run import DATA, PAGE, Run, play_jobs
from tools.strength.tables import OF_MATCHES, put_into, render

PLAN = read_plan()
JOBS = [job for table in PLAN for job in table.jobs]
TREES = {name: ROOT for job in JOBS for name in (HERE, *job.trees)}
SHORT = PlannedJob(
    "trial", MATCHES, "engine one-ply -g gomoku-9 --games 4 --clock nodes:50 --seed 3"
)


def test_every_table_has_its_place_and_every_job_its_command() -> None:
    """The page has marks for each table of the plan, and the table's columns are known; the match
    command accepts what each job says.
    """
    page = PAGE.read_text()
    for table in PLAN:
        assert put_into(page, table.name, "| new |", ["0123456"]) != page
        assert set(table.columns) <= set(OF_MATCHES)
    for job in JOBS:
        if job.kind == PROBLEMS:
            continue
        for players in STEPS if job.kind == LEVELS else [()]:
            words = [*players, *job.arguments(TREES, None)]
            options = match.make_context("match", words).params
            assert options["games"] % 2 == 0, job.key
            parse_contestant(options["a"])
            parse_contestant(options["b"])


def test_page_has_what_the_results_say() -> None:
    """Each table whose results are kept stands in the page exactly as rendered from them."""
    kept = [json.loads(line) for line in DATA.read_text().splitlines()] if DATA.exists() else []
    results = {entry["job"]: entry["found"] for entry in kept}
    commits = {entry["job"]: entry["commit"] for entry in kept}
    page = PAGE.read_text()
    for table in PLAN:
        if all(job.text in results for job in table.jobs):
            rendered = render(table, results)
            played = list(dict.fromkeys(commits[job.text] for job in table.jobs))
            assert put_into(page, table.name, rendered, played) == page


def test_a_plan_of_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    """The error names the kinds that there are; a job may be shortened to N games, of which the
    first player begins half.
    """
    job = PlannedJob("trial", MATCHES, "engine random --games 10 --a-first 6")
    assert job.arguments(TREES, 2) == ["engine", "random", "--games", "2", "--a-first", "1"]
    path = tmp_path / "plan.toml"
    path.write_text('[[table]]\nname = "x"\nkind = "guesses"\njobs = []\n')
    with pytest.raises(PlanError, match="matches, levels, problems"):
        read_plan(path)


@pytest.mark.processes
def test_an_ended_job_is_not_played_again(tmp_path: Path) -> None:
    """A second start finds the results of the first and plays nothing; they name no folder of this
    machine.
    """
    here = tmp_path / "trees" / HERE
    here.parent.mkdir()
    here.symlink_to(ROOT)
    job = PlannedJob(
        "trial", MATCHES, "engine engine:tree={here} -g gomoku-9 --games 2 --clock nodes:50"
    )
    assert play_jobs(Run(tmp_path), [job], {HERE: here}, 1, None)
    games = next((tmp_path / "games").iterdir())
    assert games.read_bytes().count(b"\n") == 3
    games.unlink()
    with (tmp_path / "results.jsonl").open("a") as file:
        file.write('{"table": "tri')  # torn by a kill
    again = Run(tmp_path)
    assert play_jobs(again, [job], {HERE: here}, 1, None)
    assert not list((tmp_path / "games").iterdir())
    assert again.results[job.text][0]["b"] == f"engine:tree=FOLDER/trees/{HERE}"
    assert str(tmp_path) not in (tmp_path / "results.jsonl").read_text()


@pytest.mark.processes
def test_a_ladder_is_a_match_for_each_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its own file of games; the record has the upper level's share of the points."""
    assert STEPS[:2] + STEPS[-1:] == [
        ("one-ply", "level:1"),
        ("level:3", "level:1"),
        ("level:10", "level:8"),
    ]
    players = [("one-ply", "random"), ("minimax:depth=1", "random")]
    monkeypatch.setattr(strength_run, "STEPS", players)
    job = PlannedJob("trial", LEVELS, "-g gomoku-9 --games 2 --clock nodes:50")
    steps = Run(tmp_path).play(job, {HERE: ROOT}, None)
    assert [(step["upper"], step["lower"]) for step in steps] == players
    for step in steps:
        assert step["score"] == (step["won"] + step["drawn"] / 2) / 2
        assert 0 <= step["low"] <= step["score"] <= step["high"] <= 1
    assert len(list((tmp_path / "games").iterdir())) == 2
