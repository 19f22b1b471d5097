"""Matches: the specification decides what is played, and an interrupted match can be resumed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ContestantError, MatchError
from arena.game.drawn_openings import draw_opening, is_quiet
from arena.game.line_values import LineValues
from arena.game.record import GameRecord
from arena.match.match import MatchSpec, plan_match, play_match
from arena.match.provenance import commit_of_tree
from arena.match.repeats import key_of
from arena.match.results import read_results
from arena.processes.process_tree import children
from arena.strength.score import MatchScore, result_rows, score_of, termination_rows, time_rows
from games.five.points import format_point, parse_point
from games.five.position import BOARD_FULL, Position
from games.five.rules import PRESETS, Rules, rules_named
from games.five.symmetry import SYMMETRIES, mapped_point
from tests.arena.scripts import GOOD
from tests.conditions import met, often

if TYPE_CHECKING:
    from pathlib import Path

SPEC = MatchSpec(a="random", b="minimax:depth=1", games=4, rules="gomoku-9", opening_plies=2)


def played(records: list[GameRecord]) -> list[tuple[object, ...]]:
    """Return what was played in these games, by number, without their times."""
    games = sorted(
        (record.game, record.players[0].name, record.opening, [m.point for m in record.moves])
        for record in records
    )
    return list(games)


@often(pairs=10)
@given(st.integers(1, 40), st.data())
def test_plan_has_the_requested_sides(games: int, data: st.DataObject) -> None:
    """A moves first in half of the games or as often as requested; a pair shares its opening."""
    first = data.draw(st.none() | st.integers(0, games))
    plans = plan_match(replace(SPEC, games=games, a_first=first))
    assert [plan.number for plan in plans] == list(range(games))
    expected = games - games // 2 if first is None else first
    assert sum(plan.first == 0 for plan in plans) == expected
    by_opening: dict[int, list[int]] = {}
    for plan in plans:
        by_opening.setdefault(plan.opening_seed, []).append(plan.first)
    sizes = Counter(len(sides) for sides in by_opening.values())
    assert sizes[2] == min(expected, games - expected)
    if sizes[2]:
        met("pairs")
    assert all(sorted(sides) == [0, 1] for sides in by_opening.values() if len(sides) == 2)
    assert set(sizes) <= {1, 2}


def test_grading_plan() -> None:
    """The handout's grading: twenty games, twelve of them with A first."""
    plans = plan_match(replace(SPEC, games=20, a_first=12))
    assert [plan.first for plan in plans].count(0) == 12
    with pytest.raises(MatchError, match="20 games, A first in 21"):
        plan_match(replace(SPEC, games=20, a_first=21))


@given(st.sampled_from(tuple(PRESETS.values())), st.integers(0, 6), st.integers(0, 99))
@settings(max_examples=12)
def test_openings_are_quiet_and_repeat(rules: Rules, plies: int, seed: int) -> None:
    """An opening follows from its seed, is legal, and is quiet: no five or capture at once."""
    values = LineValues(rules)
    opening = draw_opening(rules, plies, seed, values)
    assert opening == draw_opening(rules, plies, seed)
    assert len(opening) == plies
    position = Position(rules)
    for point in opening:
        position.play(point)
    assert is_quiet(position, values)


def test_openings_vary() -> None:
    """Of twenty seeds most give different openings."""
    rules = rules_named("pente")
    values = LineValues(rules)
    assert len({tuple(draw_opening(rules, 4, seed, values)) for seed in range(20)}) > 15


def test_match_follows_from_its_specification() -> None:
    """The same specification plays the same games; another seed plays others."""
    first = played(list(play_match(SPEC)))
    assert first == played(list(play_match(SPEC)))
    assert first != played(list(play_match(replace(SPEC, seed=2))))


@pytest.mark.parametrize("cut", [0, 1, 7])
def test_interrupted_match_goes_on(tmp_path: Path, cut: int) -> None:
    """A match stopped after two games, with its last line cut off, ends like an undisturbed one."""
    path = str(tmp_path / "match.jsonl")
    games = play_match(SPEC, path)
    next(games)
    next(games)
    games.close()
    with open(path, "rb+") as file:
        if cut:
            file.truncate(file.seek(0, 2) - cut)
    held = read_results(path)[1]
    assert len(held) == (2 if cut == 0 else 1)
    resumed = list(play_match(SPEC, path, resume=True))
    assert played(resumed) == played(list(play_match(SPEC)))
    assert played(read_results(path)[1]) == played(resumed)
    with open(path, "rb") as file:
        assert all(json.loads(line) for line in file)


def test_match_may_be_resumed_with_more_games(tmp_path: Path) -> None:
    """A resumed match may have more games; the finished ones are returned, not played again."""
    path = str(tmp_path / "match.jsonl")
    short = list(play_match(replace(SPEC, games=2), path))
    longer = list(play_match(SPEC, path, resume=True))
    assert longer[:2] == short
    assert len(longer) == 4


def test_other_matches_are_refused(tmp_path: Path) -> None:
    """An existing file is not changed, and the file of another match is not continued."""
    path = str(tmp_path / "match.jsonl")
    list(play_match(replace(SPEC, games=1), path))
    with pytest.raises(MatchError, match="already exists: resume it"):
        list(play_match(SPEC, path))
    for other, named in ((replace(SPEC, seed=9), "its seed is 1, not 9"),
                         (replace(SPEC, b="random"), "its b is 'minimax:depth=1'"),
                         (replace(SPEC, clock="nodes:5"), "its clock")):  # fmt: skip
        with pytest.raises(MatchError, match=named):
            list(play_match(other, path, resume=True))
    with open(path, "a") as file:
        file.write("garbage\n")
    with pytest.raises(MatchError, match="line 3: no game record"):
        list(play_match(SPEC, path, resume=True))


@pytest.mark.parametrize("content", ["my only notes, no newline", '{"match": {"a": "someone'])
def test_foreign_file_is_left_alone(tmp_path: Path, content: str) -> None:
    """A file that is no results file is not overwritten, with or without a line feed."""
    path = tmp_path / "notes.txt"
    path.write_text(content)
    with pytest.raises(MatchError, match="not the head of a results file"):
        list(play_match(SPEC, str(path), resume=True))
    assert path.read_text() == content


def test_two_matches_do_not_write_one_file(tmp_path: Path) -> None:
    """While one match writes a file, a second match that names it is refused."""
    path = str(tmp_path / "match.jsonl")
    first = play_match(SPEC, path)
    next(first)
    with pytest.raises(MatchError, match="being written by another match"):
        list(play_match(SPEC, path, resume=True))
    first.close()
    assert len(list(play_match(SPEC, path, resume=True))) == SPEC.games


def test_agent_of_the_harness_plays_pente_alone(tmp_path: Path) -> None:
    """The file harness plays Pente only; a match of another game is refused at once."""
    (tmp_path / "homework.py").write_text("")
    spec = MatchSpec(a=f"agent:{tmp_path}", b="random", games=2, rules="gomoku-15", clock="cpu:5")
    with pytest.raises(ContestantError, match="plays only pente"):
        list(play_match(spec))


def test_resuming_what_is_not_there_begins(tmp_path: Path) -> None:
    """Resuming with a missing file, or one cut off in its first line, starts the match."""
    path = tmp_path / "match.jsonl"
    assert len(list(play_match(replace(SPEC, games=1), str(path), resume=True))) == 1
    path.write_bytes(path.read_bytes()[:9])
    assert len(list(play_match(replace(SPEC, games=1), str(path), resume=True))) == 1


def test_workers_play_the_same_games(tmp_path: Path) -> None:
    """Two workers play the same games as one, and end with the match."""
    before = children()
    path = str(tmp_path / "match.jsonl")
    records = list(play_match(SPEC, path, workers=2))
    assert played(records) == played(list(play_match(SPEC)))
    assert played(read_results(path)[1]) == played(records)
    assert children() == before


def test_stopped_workers_leave_nothing(tmp_path: Path) -> None:
    """Closing a match while its workers run an agent ends the workers and the agent."""
    (tmp_path / "homework.py").write_text(
        f"open({str(tmp_path / 'pids')!r}, 'a').write('x')\nimport time; time.sleep(0.2)\n" + GOOD
    )
    before = children()
    spec = MatchSpec(a=f"agent:{tmp_path}", b="random", games=9, clock="wall:0.1")
    games = play_match(spec, workers=2)
    assert next(games).termination == "time"
    games.close()
    assert children() == before


def test_dead_worker_ends_the_match() -> None:
    """If a worker dies, its game is named and not played again; no process is left."""
    before = children()
    games = play_match(replace(SPEC, games=200), workers=2)
    next(games)
    os.kill(next(iter(children() - before)), signal.SIGKILL)
    with pytest.raises(MatchError, match=r"game \d+: a worker ended, exit code -9"):
        list(games)
    assert children() == before


def test_worker_that_cannot_play_says_why() -> None:
    """A contestant that cannot play is refused in a worker as in this process."""
    spec = replace(SPEC, a="reference:weights=/no/such/file")
    for workers in (1, 2):
        with pytest.raises(ContestantError, match="no/such/file"):
            list(play_match(spec, workers=workers))


def test_score_counts_every_game_once() -> None:
    """The counts by side, termination and answer add up to the number of games."""
    records = list(play_match(replace(SPEC, games=6)))
    score = score_of(records)
    assert score.total.games == 6
    assert score.first.games == score.second.games == 3
    assert sum(score.terminations.values()) == 6
    wins = sum(record.winner_name == "A" for record in records)
    assert score.total.wins == wins
    assert score.total.points == wins + score.total.draws / 2
    moves = sum(len(record.moves) for record in records)
    assert sum(use.answers for use in score.time.values()) == moves
    assert score.plies == moves + sum(len(record.opening) for record in records)
    assert score.longest_game == max(len(r.moves) + len(r.opening) for r in records)
    assert result_rows(score)[-1][1] == "6"
    assert len(termination_rows(score)) == len(score.terminations)
    assert [row[0] for row in time_rows(score)] == ["A", "B"]


def test_minimax_beats_random() -> None:
    """Minimax at depth 1 wins every game against the random reference opponent."""
    score = score_of(play_match(MatchSpec(a="minimax:depth=1", b="random", games=4)))
    assert score.total.wins == 4


def test_empty_score_is_nothing() -> None:
    """A score of no games has no points and divides by nothing."""
    score = MatchScore()
    assert (score.total.games, score.longest_game) == (0, 0)
    assert termination_rows(score) == []
    assert result_rows(score)[0] == ("A first", "0", "0", "0", "0")


STILL = MatchSpec(
    a="engine", b="engine:depth=2", games=100, rules="gomoku-9", clock="nodes:50", opening_plies=0
)


def test_repeated_games_do_not_count(tmp_path: Path) -> None:
    """If engines always answer alike, repeated games do not count, and the match ends early.

    A resumed match counts the same games and ends at the same game.
    """
    path = str(tmp_path / "match.jsonl")
    records = list(play_match(STILL, path))
    assert [record.repeats for record in records] == [None, None, *[0, 1] * 10]
    score = score_of(records)
    assert (score.total.games, score.repeats, sum(score.pairs.counts)) == (2, 20, 1)
    assert sum(score.terminations.values()) == 2
    again = list(play_match(STILL, path, resume=True))
    assert again == records
    assert [record.repeats for record in play_match(STILL, workers=2)].count(None) == 2


def test_images_of_a_game_share_its_key() -> None:
    """All images of a game share its key; a game with other moves has another key."""
    (record,) = play_match(replace(STILL, games=1))
    size = rules_named(record.rules).size
    for symmetry in SYMMETRIES:
        moves = tuple(
            replace(move, point=mapped_name(move.point, size, symmetry)) for move in record.moves
        )
        assert key_of(replace(record, moves=moves)) == key_of(record)
    assert key_of(replace(record, moves=record.moves[:-1])) != key_of(record)
    swapped = (record.players[1], record.players[0])
    assert key_of(replace(record, players=swapped)) != key_of(record)


def mapped_name(name: str, size: int, symmetry: int) -> str:
    """The name of a point's image."""
    return format_point(mapped_point(parse_point(name, size), size, symmetry), size)


def test_full_board_in_a_match_is_a_draw() -> None:
    """Between engines with unequal clocks, the time left wins no game."""
    spec = replace(STILL, a="engine:depth=3", b="engine:depth=3", games=10, opening_plies=4)
    records = list(play_match(replace(spec, clock="cpu:100,cpu:50")))
    full = [record.winner for record in records if record.termination == BOARD_FULL]
    assert len(full) > 3
    assert set(full) == {None}


def test_odd_match_resumed_longer_keeps_all_its_pairs(tmp_path: Path) -> None:
    """A game without a partner is paired when the match is resumed with more games."""
    path = str(tmp_path / "match.jsonl")
    list(play_match(replace(SPEC, games=3), path))
    score = score_of(play_match(replace(SPEC, games=6), path, resume=True))
    assert (score.pairs.pairs, score.pairs.waiting) == (3, {})


def test_match_of_another_engine_is_not_resumed_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another commit, changed code or another signature is refused and named, unless allowed."""
    path = str(tmp_path / "match.jsonl")
    spec = replace(STILL, games=2)
    state = ["6985eee1", "774843a7"]
    monkeypatch.setattr("arena.match.match.commit_of_tree", lambda _source: state[0])
    monkeypatch.setattr("arena.match.match.quick_signature", lambda _family: state[1])
    list(play_match(replace(spec, games=1), path))
    for other in (["0a71e59", "774843a7"], ["6985eee1+36681c7d", "774843a7"], ["6985eee1", "11"]):
        state[:] = other
        with pytest.raises(MatchError, match="A was commit 6985eee1, signature 774843a7 and is"):
            list(play_match(spec, path, resume=True))
    said: list[str] = []
    records = list(play_match(spec, path, resume_anyway=True, say=said.append))
    assert [record.players[0].commit for record in records] == ["6985eee1", "6985eee1"]
    assert "signature 774843a7" in said[0]
    assert "signature 11" in said[0]


def test_match_that_does_not_name_its_engines_is_not_resumed_unasked(tmp_path: Path) -> None:
    """A results file from before engines were recorded is resumed only on request."""
    path = tmp_path / "match.jsonl"
    list(play_match(replace(SPEC, games=1), str(path)))
    head, *games = path.read_text().splitlines()
    identity = json.loads(head)["match"]
    del identity["engines"]
    path.write_text("\n".join([json.dumps({"match": identity}), *games, ""]))
    with pytest.raises(MatchError, match="does not name them"):
        list(play_match(SPEC, str(path), resume=True))
    assert len(list(play_match(SPEC, str(path), resume_anyway=True))) == SPEC.games


def test_commit_of_changed_code_is_not_that_of_the_commit(tmp_path: Path) -> None:
    """New, changed and staged code each mark a commit differently; results and docs do not."""
    git(tmp_path, "init", "-q")
    code = tmp_path / "engine.py"
    code.write_text("depth = 1\n")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one")
    clean = commit_of_tree(str(tmp_path))
    assert clean is not None
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "match.jsonl").write_text("{}\n")
    (tmp_path / "README.md").write_text("words\n")
    assert commit_of_tree(str(tmp_path)) == clean
    code.write_text("depth = 2\n")
    changed = commit_of_tree(str(tmp_path))
    git(tmp_path, "add", ".")
    assert commit_of_tree(str(tmp_path)) == changed
    (tmp_path / "more.py").write_text("depth = 3\n")
    states = {clean, changed, commit_of_tree(str(tmp_path))}
    assert len(states) == 3
    assert all(state is not None and state.startswith(clean) for state in states)


def test_what_commands_write_into_the_checkout_is_no_change_of_code(tmp_path: Path) -> None:
    """Results, reports, hand-ins and environments in the tree do not prevent a resumption."""
    git(tmp_path, "init", "-q")
    package = tmp_path / "search"
    package.mkdir()
    (package / "__init__.py").touch()
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one")
    clean = commit_of_tree(str(tmp_path))
    for name in ("cup.jsonl", "cup.html", "night/plan.json", "handin/homework.py", "venv/lib/a.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("new\n")
    assert commit_of_tree(str(tmp_path)) == clean
    (package / "new.pyx").write_text("depth = 3\n")
    assert commit_of_tree(str(tmp_path)) != clean


def git(folder: Path, *words: str) -> None:
    """Run git in a folder."""
    subprocess.run(["git", *words], cwd=folder, check=True, timeout=60)  # noqa: S607 - from PATH
