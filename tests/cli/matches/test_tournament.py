"""`pente tournament` as a user runs it: output, files, exit codes."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from arena.tournament.play import play_tournament
from cli.main import pente
from cli.matches import tournament_command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result

QUICK = ("-g", "gomoku-9", "--clock", "nodes:30", "--opening-plies", "2", "--workers", "1")


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the signals of this process alone, and do not look at the repository."""
    monkeypatch.setattr(tournament_command, "end_on_signals", lambda: None)
    monkeypatch.setattr("arena.match.match.quick_signature", lambda _family: "signature")
    monkeypatch.setattr("arena.match.match.commit_of_tree", lambda _source: "commit")


def run(*words: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(pente, ["tournament", *words])


def test_tournament_writes_what_it_is_asked_for(tmp_path: Path) -> None:
    """Tables on standard output, progress on standard error, and every file."""
    files = {name: str(tmp_path / f"cup.{name}") for name in ("jsonl", "html", "sgf")}
    contestants = tmp_path / "contestants.txt"
    contestants.write_text("random  # moves next to a stone\n\nlevel:1\n")
    words = ["--results", files["jsonl"], "--report", files["html"], "--sgf", files["sgf"]]
    end = run("one-ply", "--contestants", str(contestants), *QUICK, "--games", "4", *words)
    assert end.exit_code == 0, end.output
    assert "12 of 12 games" in end.stdout
    assert "\n10 of 12 games: " in f"\n{end.stderr}"
    assert "±" in end.stdout
    assert max(map(len, end.stdout.splitlines())) <= 80
    assert (tmp_path / "cup.jsonl").read_text().count("\n") == 13
    assert (tmp_path / "cup.sgf").read_text().count("(;") == 12
    assert "<svg" in (tmp_path / "cup.html").read_text()
    again = run("one-ply", "random", "level:1", *QUICK, "--games", "4", *words[:2], "--resume")
    assert again.exit_code == 0, again.output
    assert (tmp_path / "cup.jsonl").read_text().count("\n") == 13
    assert again.stdout == end.stdout


def test_json_is_one_object() -> None:
    """Programs read the standings and the rounds of a knock-out."""
    end = run("random", "one-ply", "random", *QUICK, "--format", "knock-out", "--json")
    assert end.exit_code == 0, end.output
    found = json.loads(end.stdout)
    assert {each["name"] for each in found["contestants"]} == {"random", "one-ply", "random (2)"}
    assert found["winners"]
    assert found["rounds"][0]["bye"] in {"random", "one-ply", "random (2)"}


def test_broken_contestant_gives_no_result() -> None:
    """Exit code 2; the message says what it printed."""
    words = ("random", "agent:sh -c 'echo no table >&2; exit 3'", "--clock", "cpu:9")
    end = run(*words, "--crash-limit", "2", "--games", "6")
    assert end.exit_code == 2
    assert "is disqualified, broken in 2 games in a row: crash" in end.stderr
    assert "exit code 3: no table" in end.stderr
    assert "disqualified, its games do not count" in end.stdout
    rare = run(*words, "--crash-limit", "0", "--games", "2")
    assert rare.exit_code == 2
    assert "did not play properly" in rare.stderr


def test_interrupted_tournament_shows_standings_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C prints what has been played and the command that resumes it."""

    def interrupted(*args: Any, **options: Any) -> Iterator[Any]:
        games = play_tournament(*args, **options)
        yield next(games)
        yield next(games)
        games.close()
        raise KeyboardInterrupt

    path = str(tmp_path / "cup.jsonl")
    words = ("random", "one-ply", "level:1", *QUICK, "--results", path)
    monkeypatch.setattr(tournament_command, "play_tournament", interrupted)
    end = run(*words)
    assert end.exit_code == 130
    assert "2 of 6 games" in end.stdout
    assert f"pente:   pente tournament random one-ply level:1 {' '.join(QUICK)}" in end.stderr
    assert end.stderr.rstrip().endswith("--resume")
    monkeypatch.setattr(tournament_command, "play_tournament", play_tournament)
    assert "6 of 6 games" in run(*words, "--resume").stdout


def test_interrupted_tournament_without_a_file_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It writes its games to a file; the command that it names plays the others."""

    def interrupted(*args: Any, **options: Any) -> Iterator[Any]:
        games = play_tournament(*args, **options)
        yield next(games)
        games.close()
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tournament_command, "play_tournament", interrupted)
    end = run("random", "one-ply", "level:1", *QUICK)
    assert end.exit_code == 130
    command = shlex.split(end.stderr.rpartition("pente:   pente tournament ")[2])
    (file,) = tmp_path.glob("tournament-*.jsonl")
    assert command[-3:] == ["--results", file.name, "--resume"]
    monkeypatch.setattr(tournament_command, "play_tournament", play_tournament)
    assert "6 of 6 games" in run(*command).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("random",), "at least two"),
        (("random", "alice"), "alice"),
        (("random", "one-ply", "--resume"), "--results"),
        (("random", "one-ply", "--format", "knock-out", "--games", "3"), "an even number"),
        (("random", "one-ply", "--rounds", "3"), "in a knock-out only"),
        (("random", "one-ply", "--adjudicate", "5"), "--adjudicate SCORE,MOVES"),
        (("random", "one-ply", "--draw-score", "5,2"), "--draw-score SCORE,MOVES,FROM"),
        (("random", "one-ply", "--clock", "cpu:5+1+1"), "increment"),
        (("random", "one-ply", "-g", "gomoku-15", "--pgn", "x"), "use SGF"),
        (("random", "one-ply", "--report", "/no/folder/x.html"), "no folder"),
    ],
)
def test_bad_input_is_refused_before_the_first_game(words: tuple[str, ...], message: str) -> None:
    """One message says what was expected."""
    end = run(*words)
    assert message in (end.stderr + str(end.exception))
    assert end.exit_code != 0
    assert not end.stdout
