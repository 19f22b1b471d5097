"""`pente tournament` as a user runs it: output, files, exit codes."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from arena.tournament.play import play_tournament
from cli.matches import tournament_command
from tests.cli.interrupting import cut_short
from tests.in_process import pente

QUICK = ("-g", "gomoku-9", "--clock", "nodes:30", "--opening-plies", "2", "--workers", "1")
CUP = ("tournament", "one-ply", "random", "level:1", *QUICK)


def test_tournament_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    """Tables on standard output, progress on standard error, and every file; one JSON object has
    the standings and the rounds of a knock-out.
    """
    files = {name: str(tmp_path / f"cup.{name}") for name in ("jsonl", "html", "sgf")}
    contestants = tmp_path / "contestants.txt"
    contestants.write_text("random  # moves next to a stone\n\nlevel:1\n")
    words = ["--results", files["jsonl"], "--report", files["html"], "--sgf", files["sgf"]]
    listed = ("tournament", "one-ply", "--contestants", str(contestants))
    end = pente(*listed, *QUICK, "--games", "4", *words)
    assert end.returncode == 0, end.stderr
    assert "12 of 12 games" in end.stdout
    assert "\n10 of 12 games: " in f"\n{end.stderr}"
    assert max(map(len, end.stdout.splitlines())) <= 80
    assert (tmp_path / "cup.jsonl").read_text().count("\n") == 13
    assert (tmp_path / "cup.sgf").read_text().count("(;") == 12
    assert "<svg" in (tmp_path / "cup.html").read_text()
    again = pente(*CUP, "--games", "4", *words[:2], "--resume")
    assert (again.returncode, again.stdout) == (0, end.stdout)
    assert (tmp_path / "cup.jsonl").read_text().count("\n") == 13
    words = ["random", "one-ply", "random", *QUICK, "--format", "knock-out", "--json"]
    printed = json.loads(pente("tournament", *words).stdout)
    names = {"random", "one-ply", "random (2)"}
    assert {contestant["name"] for contestant in printed["contestants"]} == names
    assert printed["winners"]
    assert printed["rounds"][0]["bye"] in names


def test_broken_contestant_gives_no_result() -> None:
    """Exit code 2; the message says what it printed."""
    broken = "agent:sh -c 'echo no table >&2; exit 3'"
    words = ("tournament", "random", broken, "--clock", "cpu:9", "--games", "2", "--crash-limit")
    end = pente(*words, "1")
    assert end.returncode == 2
    assert "is disqualified, broken in 1 game" in end.stderr
    assert "exit code 3: no table" in end.stderr
    assert "disqualified, its games do not count" in end.stdout
    rare = pente(*words, "0")
    assert rare.returncode == 2
    assert "did not play properly" in rare.stderr


def test_interrupted_tournament_shows_standings_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C prints what has been played and the command that plays the others, where the user
    named no file.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tournament_command, "play_tournament", cut_short(play_tournament, 2))
    end = pente(*CUP)
    assert end.returncode == 130
    assert "3 of 6 games" in end.stdout
    command = shlex.split(end.stderr.rpartition("pente:   pente ")[2])
    (file,) = tmp_path.glob("*.jsonl")
    assert command == [*CUP, "--results", file.name, "--resume"]
    monkeypatch.setattr(tournament_command, "play_tournament", play_tournament)
    assert "6 of 6 games" in pente(*command).stdout
