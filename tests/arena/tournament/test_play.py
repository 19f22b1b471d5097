"""Tournaments that are played: files, resuming, crash limit, collections."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ClockError, ContestantError, MatchError
from arena.match.jobs import cores_of
from arena.match.match import MatchSpec, Series, play_match
from arena.records.reading import read_games
from arena.tournament.game_files import PENTE, SGF, collection, text_format
from arena.tournament.plan import GAUNTLET, KNOCK_OUT, TournamentSpec
from arena.tournament.play import play_tournament
from arena.tournament.standings import Standings

ROOT = Path(__file__).parents[3]
SPEC = TournamentSpec(
    contestants=("engine:nodes=40", "one-ply", "random"),
    rules="gomoku-9",
    clock="nodes:40",
    opening_plies=2,
)
TIMES = ("cpu_s", "wall_s", "left_s")


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the bench and the look at the repository, a second each, by fixed values."""
    monkeypatch.setattr("arena.match.match.quick_signature", lambda _family: "signature")
    monkeypatch.setattr("arena.match.match.commit_of_tree", lambda _source: "commit")


def played(spec: TournamentSpec, path: str | None = None, **options: Any) -> Standings:
    """The standings of a tournament that has been played."""
    standings = Standings(spec, options.pop("crash_limit", 3))
    for _ in play_tournament(standings, path, **options):
        pass
    return standings


def content(path: Path) -> list[Any]:
    """The lines of a results file without measured times."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines[1:]:
        for move in line["moves"]:
            for name in TIMES:
                move.pop(name, None)
    return lines


@pytest.mark.parametrize("format_", ["round-robin", GAUNTLET, KNOCK_OUT])
def test_resumed_file_is_that_of_an_uninterrupted_run(tmp_path: Path, format_: str) -> None:
    """Wherever it stops, even within a line, the games are the same, each once, in order."""
    spec = replace(SPEC, format=format_)
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    standings = played(spec, str(whole))
    for games in range(0, len(standings.records) + 1, 2):
        lines = whole.read_bytes().splitlines(keepends=True)[: games + 2]
        torn = lines.pop()[:50] if len(lines) > games + 1 else b""
        cut.write_bytes(b"".join([*lines, torn]))
        again = played(spec, str(cut), resume=True)
        assert content(cut) == content(whole)
        assert again.results() == standings.results()


def test_round_robin_may_be_resumed_with_more_games(tmp_path: Path) -> None:
    """The file of the longer tournament has the games of one that was planned so."""
    path, direct = tmp_path / "two.jsonl", tmp_path / "four.jsonl"
    played(SPEC, str(path))
    longer = replace(SPEC, games=4)
    played(longer, str(path), resume=True)
    played(longer, str(direct))
    assert content(path) == content(direct)


def test_other_tournament_is_refused_and_the_difference_is_named(tmp_path: Path) -> None:
    """One difference is named: a contestant by its number, else an option and both values."""
    path = str(tmp_path / "games.jsonl")
    played(SPEC, path)
    other = {
        "its seed is 1, not 2": replace(SPEC, seed=2),
        "its contestants 2 is 'one-ply', not 'minimax'": replace(
            SPEC, contestants=("engine:nodes=40", "minimax", "random")
        ),
        "its format is 'round-robin', not 'gauntlet'": replace(SPEC, format=GAUNTLET),
        "its draw_moves is None, not 30": replace(SPEC, draw_moves=30),
        "its clock is 'nodes:40', not 'nodes:41'": replace(SPEC, clock="nodes:41"),
    }
    for message, spec in other.items():
        with pytest.raises(MatchError, match=message):
            played(spec, path, resume=True)
    with pytest.raises(MatchError, match="already exists"):
        played(SPEC, path)
    with pytest.raises(MatchError, match="is the file of a tournament, not of a match"):
        list(play_match(MatchSpec(a="random", b="random", games=2), path, resume=True))


def test_killed_tournament_is_resumed(tmp_path: Path) -> None:
    """After kill -9 the workers end, and the resumed file has every game once."""
    path = tmp_path / "games.jsonl"
    spec = replace(SPEC, contestants=("engine:nodes=400", "one-ply", "random"), games=8)
    script = (
        "import sys; from arena.tournament.plan import TournamentSpec\n"
        "from arena.tournament.play import play_tournament\n"
        "from arena.tournament.standings import Standings\n"
        f"spec = TournamentSpec(contestants={spec.contestants}, games=8, rules='gomoku-9',\n"
        "    clock='nodes:40', opening_plies=2)\n"
        "for _ in play_tournament(Standings(spec), sys.argv[1], workers=2): pass\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, str(path)], cwd=ROOT)
    deadline = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < 5:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(30)
    kept = {line["game"] for line in content(path)[1:]}
    standings = played(spec, str(path), resume_anyway=True, workers=2)
    games = [line["game"] for line in content(path)[1:]]
    assert sorted(games) == list(range(24))
    assert kept <= set(games[: len(kept)])
    assert standings.results() == played(spec).results()


def test_broken_agent_is_disqualified_and_the_others_play_on(tmp_path: Path) -> None:
    """After the crash limit it plays no more; the records tell what it printed."""
    spec = TournamentSpec(
        contestants=("random", "one-ply", "agent:sh -c 'echo no table >&2; exit 3'"),
        games=4,
        clock="cpu:9",
    )
    path = tmp_path / "games.jsonl"
    standings = played(spec, str(path), crash_limit=2)
    assert standings.disqualified.keys() == {2}
    assert len(standings.records) == 4 + 2
    assert standings.total(0).games == 4
    assert "exit code 3: no table" in standings.breakages.lines()[0]
    assert standings.breakages.never_played == ["3"]
    resumed = played(spec, str(path), crash_limit=2, resume=True)
    assert resumed.disqualified == standings.disqualified
    assert len(resumed.records) == 6


def test_gauntlet_ends_when_its_first_is_disqualified() -> None:
    """There is nobody left to play against."""
    spec = TournamentSpec(
        contestants=("agent:false", "random", "one-ply"), format=GAUNTLET, games=6, clock="cpu:9"
    )
    standings = played(spec, crash_limit=3)
    assert standings.disqualified.keys() == {0}
    assert len(standings.records) == 3


def test_games_take_the_cores_of_their_contestants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where clocks count seconds, running games never need more cores than there are."""

    class Counting:
        """A pool that plays in this process and watches how much runs at once."""

        workers = 4

        def __init__(self) -> None:
            self.jobs: list[Any] = []
            self.most = 0
            self.games = 0

        def submit(self, job: Any) -> None:
            self.jobs.append(job)
            needed = [cores_of(each.spec for each in job.players) for job in self.jobs]
            self.most = max(self.most, sum(needed))
            self.games = max(self.games, len(self.jobs))

        def next(self) -> Any:
            from arena.match.jobs import JobPlayer  # noqa: PLC0415

            job = self.jobs.pop(0)
            players = tuple(replace(each, spec="random") for each in job.players)
            with closing(JobPlayer()) as player:
                return player.play(replace(job, players=players))

        def close(self) -> None:
            pass

    pool = Counting()
    monkeypatch.setattr("arena.tournament.play.open_pool", lambda *_: pool)
    spec = replace(
        SPEC,
        contestants=("engine:workers=3", "engine:workers=2", "random", "one-ply"),
        clock="cpu:9",
    )
    played(spec, workers=4)
    assert pool.most == 4
    assert pool.games > 1


def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    """Clocks per player, agents without seconds, unknown contestants."""
    with pytest.raises(MatchError, match="one clock for all"):
        Series(replace(SPEC, clock="cpu:5,cpu:9"))
    with pytest.raises(ContestantError, match="seconds left"):
        Series(TournamentSpec(contestants=("random", "agent:false")))
    with pytest.raises(ContestantError, match="names no contestant"):
        Series(replace(SPEC, contestants=("random", "alice")))
    with pytest.raises(ClockError):
        Series(replace(SPEC, clock="cpu:soon"))


def test_collections_hold_every_game() -> None:
    """Both kinds of collection are read back with all games, in order, with their players."""
    spec = TournamentSpec(contestants=("one-ply", "random"), games=4)
    standings = played(spec)
    records = list(standings.records.values())
    for format_ in (SGF, PENTE):
        games = read_games(collection(records[::-1], format_, "club"), "games").records
        assert [len(game.moves) for game in games] == [
            len(record.opening) + len(record.moves) for record in records
        ]
        assert games[1].names == ("random", "one-ply")
    text = collection(records, PENTE, "club")
    assert '[Round "2"]' in text
    assert '[Event "club"]' in text
    assert text_format("gipf") == "gipf"
    with pytest.raises(MatchError, match="use SGF"):
        text_format("gomoku-15")
